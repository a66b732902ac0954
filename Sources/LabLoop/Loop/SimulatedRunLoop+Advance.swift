package import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// Moves an outermost run on to an instant, and begins the run if there is none.
  ///
  /// The loop is put aside where it waits for a port, between two announcements, and goes on there at
  /// the next call: a run in many pieces leaves the very trace of a run in one. A busy thread cannot be
  /// put aside, so whatever holds it at the instant, be it a callout or a nested run, is finished first;
  /// time may then stand later. What is ready by then is served by the next call.
  ///
  /// - Parameters:
  ///   - instant: How far. Everything due by then is done, what is due then included.
  ///   - mode: The mode of the run that begins, after one that was stopped as well.
  /// - Precondition: No callout is under way.
  package func advance(to instant: Instant, in mode: Mode = .default) {
    precondition(
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

  /// Whether an outermost run has come beyond the instant to which it is moved on.
  ///
  /// A thread that is never idle passes it without a sleep.
  @inline(__always)
  var isPastHorizon: Bool {
    guard let horizon = status.value.horizon else { return false }
    return depth == 1 && horizon < world.now
  }

  /// Sleeps until something happens, or until an outermost run is to be parked.
  func sleep(_ wait: Wait) -> Bool {
    guard let horizon = status.value.horizon, depth == 1 else { return world.sleep() }
    if world.sleep(until: horizon) { return true }
    if !world.hasFailed { innermost.value.park(wait) }
    return false
  }
}
