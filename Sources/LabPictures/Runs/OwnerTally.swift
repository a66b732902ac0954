import LabKernel

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
