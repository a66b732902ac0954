/// Some tasks of a load.
public struct TaskSelection: Hashable, Sendable {
  /// Which of its tasks.
  public enum Range: Hashable, Sendable {
    /// All of them.
    case all
    /// Those of some positions in the order of arrival, from 0.
    case numbers(Set<Int>)
    /// Those of a name in the recording.
    case named(String)
    /// Those that take so long or longer.
    case from(Duration)
  }

  /// The name of the load.
  public var load: String
  /// Which of its tasks.
  public var range: Range

  /// Selects tasks of a load.
  public init(_ load: String, _ range: Range = .all) {
    self.load = load
    self.range = range
  }

  /// Returns the positions of the tasks among all of the load, in ascending order.
  public func positions(in tasks: [Recording.Task]) -> [Int] {
    switch range {
    case .all: Array(tasks.indices)
    case .numbers(let numbers): numbers.filter(tasks.indices.contains).sorted()
    case .named(let name): tasks.indices.filter { tasks[$0].name == name }
    case .from(let least): tasks.indices.filter { tasks[$0].duration >= least }
    }
  }
}
