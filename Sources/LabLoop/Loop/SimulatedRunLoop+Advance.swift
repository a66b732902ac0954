public import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// Moves an outermost run on to an instant, and begins the run if there is none.
  ///
  /// The loop is put aside before it waits, between two announcements, and goes on there at the
  /// next call: a run in many pieces leaves the very trace of a run in one. A busy thread cannot be
  /// put aside, so the pass that holds it at the instant is finished first; time may then stand
  /// later, and what became ready meanwhile waits for the next call.
  ///
  ///     loop.advance(to: loop.world.now + .milliseconds(10))
  ///
  /// - Parameters:
  ///   - instant: How far. A thread that is free by then has done all that is due, what is due then
  ///     included.
  ///   - mode: The mode of the run that begins, after one that was stopped as well.
  /// - Precondition: No callout is under way.
  public func advance(to instant: Instant, in mode: Mode = .default) {
    require(
      depth == 0 || innermost.isParked, "a callout cannot move on the loop that called it")
    status.horizon = instant
    defer { status.horizon = nil }
    while !world.hasFailed {
      let begins = !isRunning
      if begins { enter(Run(mode: index(of: mode), returnsAfterSource: false)) }
      guard let result = (begins ? takeStop() : nil) ?? repeatPasses() else { return }  // R25
      leaveRun(result)
    }
  }

  /// Puts an outermost run aside if the instant to which it was moved has passed, and returns
  /// whether.
  ///
  /// A thread whose callouts take longer than the time between them never sleeps.
  @inline(always)
  func parkIfOverdue(_ wait: Wait) -> Bool {
    guard let horizon = status.horizon, depth == 1, world.now > horizon else { return false }
    innermost.park(wait)
    return true
  }

  /// Sleeps until something happens, or until an outermost run is to be parked.
  @inline(always)
  func sleep(_ wait: Wait) -> Bool {
    guard let horizon = status.horizon, depth == 1 else { return world.sleep() }
    return sleep(wait, until: horizon)
  }

  private func sleep(_ wait: Wait, until horizon: Instant) -> Bool {
    if world.sleep(until: horizon) { return true }
    if !world.hasFailed { innermost.park(wait) }
    return false
  }
}
