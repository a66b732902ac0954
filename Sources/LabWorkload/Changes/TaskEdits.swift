import LabKernel
import LabLoop

/// What becomes of the tasks of one load, each by its position among all of them.
struct TaskEdits {
  private let load: Int
  private let tasks: [Recording.Task]
  private var changes: [[TaskChange]]

  /// Begins with the tasks of a load as they are.
  init(_ tasks: [Recording.Task], ofLoad load: Int) {
    self.tasks = tasks
    self.load = load
    changes = Array(repeating: [], count: tasks.count)
  }

  /// Adds a change of some tasks to those before it.
  mutating func add(
    _ change: TaskChange, to selection: TaskSelection
  ) throws(Change.Mismatch) {
    let positions = selection.positions(in: tasks)
    guard !positions.isEmpty else {
      throw Change.Mismatch(description: "the load '\(selection.load)' has no such task")
    }
    for position in positions { changes[position].append(change) }
  }

  /// Makes all changes.
  func apply(to scenario: inout Scenario) {
    var kept: [Recording.Task] = []
    kept.reserveCapacity(tasks.count)
    var hops: [Recording.Task] = []
    var free = Instant.start
    for (task, changes) in zip(tasks, changes) {
      var task = task
      var isHere = true
      for change in changes where isHere {
        switch change {
        case .without: isHere = false
        case .scaled(let ratio): task.duration = ratio.part(of: task.duration)
        case .chunks(let length): task.piece = length
        case .elsewhere(let thread):
          isHere = false
          let begin = thread == .queue ? max(free, task.arrival) : task.arrival
          let end = begin.advanced(by: task.duration.stretched(by: scenario.stretch))
          if thread == .queue { free = end }
          hops.append(Recording.Task(arrival: end, duration: TaskChange.hop, name: task.name))
        }
      }
      if isHere { kept.append(task) }
    }
    scenario.loads[load].tasks = .recorded(kept)
    guard !hops.isEmpty else { return }
    // Of two that come back at once the one that arrived first is first.
    let inOrder = hops.enumerated()
      .sorted { ($0.element.arrival, $0.offset) < ($1.element.arrival, $1.offset) }
      .map(\.element)
    scenario.loads.append(
      Load(
        name: "\(scenario.loads[load].name) back", tasks: .recorded(inOrder), door: .mainQueue,
        modes: [.common]))
  }
}

extension Duration {
  /// What a processor that is shared makes of a duration, as the world does.
  fileprivate func stretched(by factor: Double) -> Duration {
    guard factor != 1 else { return self }
    return .nanoseconds(Int64(min(Double(wholeNanoseconds) * factor, 0x1p62)))
  }
}
