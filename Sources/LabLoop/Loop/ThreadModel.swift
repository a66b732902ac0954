import LabKernel

/// What orders the work of a thread in place of the passes of CFRunLoop, as a browser does.
///
/// It serves the ports and timers of a loop, which stay as they are: who makes or rings them knows
/// nothing of it.
package protocol ThreadModel: AnyObject {
  /// Performs the next task in a mode, or sleeps until there may be one.
  func performTask(in mode: Int)
}

extension SimulatedRunLoop {
  /// Lets a model perform tasks until the run ends; `nil` if it is parked.
  func performTasks(of model: any ThreadModel) -> Result? {
    _ = innermost.unpark()
    while true {
      if let result = decideToReturn(handledSource: false) { return result }
      if parkIfOverdue(Wait()) { return nil }
      world.count("line of tasks")
      model.performTask(in: innermost.mode)
      if innermost.isParked { return nil }
    }
  }

  // MARK: For a model

  /// Sleeps until anything happens, and returns whether it did: the run may be parked instead.
  package func sleep() -> Bool {
    status.isWaiting = true
    defer { status.isWaiting = false }
    return sleep(Wait())
  }

  /// Performs what a wake-up is for: blocks and signalled sources.
  package func performBlocksAndSources(in mode: Int) {
    performBlocks(in: mode)
    _ = performSources(in: mode)
  }

  /// Announces that the thread has done what is to be shown, as before a sleep.
  package func announceBeforeWaiting() { announce(.beforeWaiting) }

  /// Marks a port, so that the model knows it by the tag.
  package func tag(_ port: Port, _ tag: UInt8) {
    if let row = row(of: port, in: ports) { ports.tag(row, tag) }
  }

  /// Fires a timer of a mode, if it still may.
  ///
  /// - Parameters:
  ///   - id: Its row.
  ///   - mode: The mode.
  ///   - adjust: May change what the next date follows from, after the callout.
  /// - Returns: Whether it fired.
  package func fire(
    _ id: Int, in mode: Int, adjust: (inout TimerState.Rearming) -> Void
  ) -> Bool {
    guard var begun = timers.begin(id, in: mode) else { return false }
    callOut(begun)
    var rearming = TimerState.Rearming(of: timers[id], after: begun)
    adjust(&rearming)
    timers.setInterval(of: id, to: rearming.interval)
    let usual = begun.began + rearming.interval
    begun.began = rearming.began
    var after = timers.end(begun, in: mode)
    if let next = after.next, rearming.movesGrid || next.nanoseconds > usual {
      after.movesGrid = true
    }
    end(begun, after)
    return true
  }
}
