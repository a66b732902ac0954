import LabKernel

/// The drops of a driver that are put down to the tasks of one load, by what waited for a task.
package struct DropsBehindTasks {
  /// How many frames were complete in time, and were committed too late, behind a task.
  package fileprivate(set) var commits = 0
  /// In how many drops no frame was complete in time, since the callback waited.
  package fileprivate(set) var callbacks = 0
}

extension RunMeasurement {
  /// Counts the drops of a driver behind the tasks of a load; `nil` without a driver of that name.
  ///
  /// - Complexity: O(n) for n firings, drops and segments of the thread's time.
  package func drops(of driver: String, behind load: String) -> DropsBehindTasks? {
    guard let run = run(of: driver) else { return nil }
    var drops = DropsBehindTasks()
    var update = 0
    run.visitHitchParts { part, pieces in
      let worst = pieces.filter { $0.cause == .tasks }.max { $0.time < $1.time }
      guard pieces.largestCause == .tasks, let worst, facts.thread.blame(worst).owner == load
      else { return }
      let updates = run.log.updates
      while update < updates.count, updates[update].ended <= part.deadline { update += 1 }
      let isComplete =
        update > 0
        && run.presentation.timing(of: updates[update - 1]).committed > part.deadline
      if isComplete { drops.commits += 1 } else { drops.callbacks += 1 }
    }
    return drops
  }
}
