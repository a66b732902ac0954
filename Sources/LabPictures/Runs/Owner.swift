import LabKernel
import LabMetrics

/// Who held a driver up, by the name that a person knows.
package struct Owner: Hashable, Sendable {
  /// The name of a task, a callout or a mode, or a cause in words.
  package let name: String
  /// Whether it is a mode of the run loop, which has a colour of its own.
  let isMode: Bool

  /// Names what something is put down to; a task by its own name if it has one.
  init(_ blame: Blame, taskName: (String, Int) -> String?) {
    let owner = blame.owner ?? ""
    isMode = blame.cause == .starved
    name =
      switch blame.cause {
      case .tasks: blame.serial.flatMap { taskName(owner, $0) } ?? owner
      case .callouts: owner.isEmpty ? "callout" : owner
      case .starved: "\(owner) mode"
      case .own: "own callback"
      case .wake: "wake-up"
      case .setLate: "fire date set late"
      default: blame.cause.rawValue
      }
  }
}

extension [Owner] {
  /// The owners of some drivers in the order of their colors.
  init(rankedOf drivers: [DrawnDriver]) {
    var tally = OwnerTally()
    for driver in drivers { tally.add(driver) }
    self = tally.ranked
  }

  package func ink(of owner: Owner) -> ColorRole {
    if owner.isMode { return .modeGround }
    let last = ColorRole.ownerCount - 1
    return .owner(Swift.min(filter { !$0.isMode }.firstIndex(of: owner) ?? last, last))
  }
}

/// Who held drivers up, and how much; the colors of owners go by it.
package struct OwnerTally: Sendable {
  private var weights: [Owner: (dropped: Int, time: Int64)] = [:]

  /// Creates a tally that has counted no driver.
  package init() {}

  /// Counts the owners of a driver.
  package mutating func add(_ driver: DrawnDriver) {
    for (owner, count) in driver.droppedByOwner { weights[owner, default: (0, 0)].dropped += count }
    for task in driver.tasks {
      weights[task.owner, default: (0, 0)].time += task.end.nanoseconds - task.begin.nanoseconds
    }
  }

  /// The owners, the one with the most dropped refreshes first, then by the time of their tasks.
  package var ranked: [Owner] {
    weights.sorted {
      ($1.value.dropped, $1.value.time, $0.key.name) < (
        $0.value.dropped, $0.value.time, $1.key.name
      )
    }.map { $0.key }
  }
}
