import LabKernel

extension SimulatedRunLoop {
  /// Wakes the loop, if it would not look around before it sleeps anyway (R33).
  ///
  /// Nothing happens while no run is active, nor from the end of a sleep to the next pass: there a
  /// full pass follows before the loop sleeps again.
  public func wakeUp() {
    guard isRunning, !innermost.ignoresWakeUps else { return }
    ports.ring(PortSet.wakeUp, at: world.now)
  }

  /// Asks the innermost run to stop, and wakes the loop (R37).
  ///
  /// The run returns at the end of its pass. Nothing happens while no run is active.
  public func stop() {
    guard isRunning else { return }
    innermost.isStopped = true
    wakeUp()
  }

  /// Asks whatever run of a mode comes to its return decision next to stop (R25).
  ///
  /// Unlike ``stop()`` this lasts: a run of the mode that begins later returns at once.
  public func stop(_ mode: Mode) {
    modes[index(of: mode)].isStopped = true
    wakeUp()
  }
}
