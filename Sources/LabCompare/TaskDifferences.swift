import LabImport
import LabKernel
import LabWorkload

/// What two recordings of an app have otherwise of the tasks of its thread, by their names.
package struct TaskDifferences: Hashable, Sendable {
  /// A name whose tasks all take another time, in one ratio.
  package struct Scaled: Hashable, Sendable {
    package let name: String
    /// The time after the change over that before.
    package let ratio: Double
  }

  /// A name with the number and time of its tasks before and after.
  package struct Count: Hashable, Sendable {
    package let name: String
    /// How many tasks there were and are.
    package let counts: [Int]
  }

  /// The names whose tasks became faster, or slower.
  package internal(set) var scaled: [Scaled] = []
  /// The names whose tasks have gone to another thread, as the recorder tells.
  package internal(set) var moved: [String] = []
  /// The names that were told to be changed.
  package internal(set) var named: [String] = []
  /// The names that have gone, and those that are new, as work.
  package internal(set) var vanished: [Count] = []
  /// The names that are new.
  package internal(set) var appeared: [Count] = []

  /// Whether a task of the one has the name of one of the other's, or one of them has none.
  private(set) var hasCommonName = true

  /// The names that belong to the change, and not to the work.
  var changed: Set<String> { Set(scaled.map(\.name) + moved + named) }

  /// Durations are in one ratio if each is within a tenth of the median.
  private static let tolerance = 0.1
  /// Tasks arrive as before if none is farther off than this, in nanoseconds, from the others.
  private static let arrivalTolerance: Int64 = 5_000_000
  /// Fewer tasks say nothing of a ratio.
  private static let leastCount = 3

  /// Compares the tasks of two recordings.
  init(_ before: ComparedRecording, _ after: ComparedRecording, changed names: [String]) {
    let (old, new) = (Self.byName(before.tasks), Self.byName(after.tasks))
    hasCommonName = old.isEmpty || new.isEmpty || old.keys.contains { new[$0] != nil }
    for name in Set(old.keys).union(new.keys).sorted() {
      let (was, now) = (old[name] ?? [], new[name] ?? [])
      if names.contains(name) {
        named.append(name)
      } else if now.isEmpty, after.trace.loop?.works[name] != nil {
        moved.append(name)
      } else if now.isEmpty {
        vanished.append(Count(name: name, counts: [was.count, 0]))
      } else if was.isEmpty {
        appeared.append(Count(name: name, counts: [0, now.count]))
      } else if let ratio = Self.ratio(was, now) {
        scaled.append(Scaled(name: name, ratio: ratio))
      }
    }
  }

  private static func byName(_ tasks: [Recording.Task]) -> [String: [Recording.Task]] {
    Dictionary(grouping: tasks.filter { !Recording.Task.isPlaceholder($0.name) }, by: \.name)
  }

  /// The one ratio of all durations, if the same tasks arrived and took otherwise.
  private static func ratio(_ was: [Recording.Task], _ now: [Recording.Task]) -> Double? {
    guard was.count == now.count, was.count >= leastCount else { return nil }
    let shifts = zip(was, now).map { $1.arrival.nanoseconds - $0.arrival.nanoseconds }.sorted()
    guard shifts[shifts.count - 1] - shifts[0] <= arrivalTolerance else { return nil }
    let ratios = zip(was, now).map { $1.duration / max(.nanoseconds(1), $0.duration) }.sorted()
    let middle = ratios[ratios.count / 2]
    guard ratios[0] >= middle * (1 - tolerance),
      ratios[ratios.count - 1] <= middle * (1 + tolerance),
      abs(middle - 1) > tolerance
    else { return nil }
    return middle
  }

  /// The tasks of one recording, with the changed ones as another has them.
  func tasks(_ work: ComparedRecording, as setting: ComparedRecording, isAfter: Bool)
    -> [Recording.Task]
  {
    let taken = Set(moved + named)
    let ratios = Dictionary(uniqueKeysWithValues: scaled.map { ($0.name, $0.ratio) })
    let kept = work.tasks.filter { !taken.contains($0.name) }.map { task in
      guard let ratio = ratios[task.name] else { return task }
      var task = task
      let factor = isAfter ? ratio : 1 / ratio
      task.duration = .nanoseconds(Int64(Double(task.duration.wholeNanoseconds) * factor))
      return task
    }
    let others = setting.tasks.filter { taken.contains($0.name) }
    return (kept + others).enumerated().sorted {
      ($0.element.arrival, $0.offset) < ($1.element.arrival, $1.offset)
    }.map(\.element)
  }
}
