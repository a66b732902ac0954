import LabKernel
import LabLoop

/// What becomes of a task that is changed.
public enum TaskChange: Hashable, Sendable {
  /// It does not arrive.
  case without
  /// It takes so much of its time, cut to whole nanoseconds.
  case scaled(Ratio)
  /// It runs on another thread, and on its return a block of the main queue takes ``hop``.
  ///
  /// The other thread is on a processor as busy as this one: its work is stretched as well.
  case elsewhere(OtherThread)
  /// It runs in pieces: when one is over, the rest is delivered in the same way, behind what waits
  /// there.
  case chunks(of: Duration)
  /// It is served in the common modes, as all tasks of its load.
  case common
  /// It is a block of the main queue, as all tasks of its load, which were blocks of the loop.
  case mainQueue
  /// It shows its panel as a sheet, which runs no loop of its own, as all tasks of its load.
  case sheet

  /// How work is served away from the main thread.
  public enum OtherThread: String, Hashable, Sendable, CaseIterable {
    /// One thread for all tasks of the load: first come, first served.
    case queue
    /// A thread for every task, at once.
    case threads
  }

  /// How long the block takes by which a task that ran elsewhere comes back: 0.1 ms.
  public static let hop = Duration.microseconds(100)
}

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

/// What becomes of the tasks of one load, each by its position among all of them.
struct TaskEdits {
  private let load: Int
  private let tasks: [Recording.Task]
  /// Whether the tasks follow those of another load.
  private let follows: Bool
  private var changes: [[TaskChange]]

  init(_ tasks: [Recording.Task], ofLoad load: Int, follows: Bool) {
    self.tasks = tasks
    self.load = load
    self.follows = follows
    changes = Array(repeating: [], count: tasks.count)
  }

  mutating func add(
    _ change: TaskChange, to selection: TaskSelection
  ) throws(Change.Mismatch) {
    let positions = selection.positions(in: tasks)
    guard !positions.isEmpty else {
      throw Change.Mismatch(
        description: "the load '\(selection.load)' has no such task",
        isSoAlready: selection.range == .all)
    }
    for position in positions { changes[position].append(change) }
    let threads = Set(changes.joined().compactMap { $0.thread })
    guard !follows || threads.count < 2 else {
      throw Change.Mismatch(
        description:
          "the tasks of '\(selection.load)' follow others, and so run on one kind of other"
          + " thread at most")
    }
  }

  func apply(to scenario: inout Scenario) {
    var kept: [Recording.Task] = []
    kept.reserveCapacity(tasks.count)
    var away: [Recording.Task] = []
    var thread: TaskChange.OtherThread?
    var threads = OtherThreads(stretch: scenario.stretch)
    for (position, (task, changes)) in zip(tasks, changes).enumerated() {
      var task = task
      task.number = task.number ?? position
      var isHere = true
      for change in changes where isHere {
        switch change {
        case .without: isHere = false
        case .scaled(let ratio): task.duration = ratio.part(of: task.duration)
        case .chunks(let length): task.piece = length
        case .common, .mainQueue, .sheet: break
        case .elsewhere(let other):
          isHere = false
          thread = other
          if !follows {
            task.arrival = threads.work(task.duration, from: task.arrival, on: other)
            (task.duration, task.piece) = (TaskChange.hop, nil)
          }
          away.append(task)
        }
      }
      if isHere { kept.append(task) }
    }
    guard let thread else { return scenario.loads[load].keep(kept) }
    // Of two that come back at once the one that arrived first is first.
    var back = scenario.loads[load]
    scenario.loads[load].keep(kept)
    let name = back.name
    let delivery = scenario.browser == nil ? Delivery.mainQueue : .port
    (back.name, back.delivery, back.modes) = ("\(name) back", delivery, [.common])
    if case .following(var following) = back.tasks {
      following.thread = thread
      back.tasks = .following(following)
    } else {
      back.ends = nil
    }
    back.keep(
      away.enumerated()
        .sorted { ($0.element.arrival, $0.offset) < ($1.element.arrival, $1.offset) }
        .map { $0.element })
    scenario.loads.append(back)
    for index in scenario.loads.indices { scenario.loads[index].follow(back.name, as: name) }
  }
}

extension Load {
  /// Has these tasks instead of its own; those that follow others go on to do so.
  fileprivate mutating func keep(_ tasks: [Recording.Task]) {
    if case .following(var following) = self.tasks {
      following.tasks = .listed(tasks)
      self.tasks = .following(following)
    } else {
      self.tasks = .recorded(tasks)
    }
  }

  /// Follows another load as well as the one that it follows, if it does.
  fileprivate mutating func follow(_ other: String, as leader: String) {
    guard case .following(var following) = tasks, following.leaders.contains(leader) else { return }
    following.leaders.append(other)
    tasks = .following(following)
  }
}

extension TaskChange {
  fileprivate var thread: OtherThread? {
    if case .elsewhere(let thread) = self { thread } else { nil }
  }
}
