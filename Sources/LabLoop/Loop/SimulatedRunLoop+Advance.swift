package import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// Moves an outermost run on to an instant, and begins the run if there is none.
  ///
  /// The loop is put aside before it waits, between two announcements, and goes on there at the next
  /// call: a run in many pieces leaves the very trace of a run in one. A callout or a nested run that
  /// holds the thread at the instant is finished first, and so is what became ready by then; time may
  /// then stand later.
  ///
  /// - Parameters:
  ///   - instant: How far. Everything due by then is done, what is due then included.
  ///   - mode: The mode of the run that begins, after one that was stopped as well.
  /// - Precondition: No callout is under way.
  package func advance(to instant: Instant, in mode: Mode = .default) {
    require(
      depth == 0 || innermost.value.isParked, "a callout cannot move on the loop that called it")
    status.value.horizon = instant
    defer { status.value.horizon = nil }
    while !world.hasFailed {
      let begins = !isRunning
      if begins { enter(Run(mode: index(of: mode), returnsAfterSource: false)) }
      guard let result = (begins ? takeStop() : nil) ?? repeatPasses() else { return }  // R25
      leaveRun(result)
    }
  }

  /// Puts an outermost run aside if the instant to which it was moved has passed, and nothing that became
  /// ready by then waits; returns whether it was put aside.
  ///
  /// A thread whose callouts take longer than the time between them never sleeps.
  @inline(always)
  func parkIfOverdue(_ wait: Wait, in mode: Int) -> Bool {
    guard let horizon = status.value.horizon, depth == 1, world.now > horizon else { return false }
    let isReady =
      wait.drainsMainQueue
      ? mainQueue.value.contains { $0.arrival <= horizon }
      : ports.hasReadyPort(in: mode, since: horizon)
    if !isReady { innermost.value.park(wait) }
    return !isReady
  }

  /// Sleeps until something happens, or until an outermost run is to be parked.
  func sleep(_ wait: Wait) -> Bool {
    guard let horizon = status.value.horizon, depth == 1 else { return world.sleep() }
    if world.sleep(until: horizon) { return true }
    if !world.hasFailed { innermost.value.park(wait) }
    return false
  }
}
