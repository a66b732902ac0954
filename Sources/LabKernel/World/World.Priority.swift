extension World {
  /// Which entries go first among those due at one instant.
  ///
  /// A real kernel leaves the order of simultaneous expiries open; this is the one declared here.
  /// What is inside the machine goes first, then the display, then what comes from outside: a task
  /// that arrives at the instant of a vsync is served after it.
  public enum Priority: UInt8, Sendable, CaseIterable {
    /// The alarm of a mode's timers.
    case alarm
    /// The limit of a run; outermost first.
    case limit
    /// A refresh of a display.
    case vsync
    /// An arrival, a touch, an action, or anything else from outside.
    case input
    /// What comes after all else of its instant, such as the end of a run.
    case end
  }
}
