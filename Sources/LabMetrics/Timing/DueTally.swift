/// What became of the due instants in the window.
///
///     due = fired + blocked + starved + suppressed + folded + refused + cancelled + open
public struct DueTally: Hashable, Sendable {
  /// The due instants in the window, counted from the grid apart from their outcomes.
  public let due: Int
  /// Those that got a callback of their own.
  public let fired: Int
  /// Those that passed while the loop was busy in a mode that holds the driver.
  public let blocked: Int
  /// Those that passed while the loop ran in a mode that does not hold the driver.
  public let starved: Int
  /// Those whose callback a link's policy took away because the one before overran.
  public let suppressed: Int
  /// Those that the callback of an earlier vsync answered, on its way from the link's own thread.
  public let folded: Int
  /// Those that the way from the link's own thread had no room for.
  public let refused: Int
  /// Those that a pause, an invalidation or a new fire date took back.
  public let cancelled: Int
  /// Those that the end of the run left unanswered.
  public let open: Int

  /// The due instants that passed without a callback: blocked, starved, suppressed, folded
  /// or refused.
  public var missed: Int { blocked + starved + suppressed + folded + refused }

  /// The share of answered due instants, or `nil` if none had to be answered.
  ///
  ///     coverage = 100 × fired / (fired + missed)
  public var coverage: Double? {
    fired + missed > 0 ? 100 * Double(fired) / Double(fired + missed) : nil
  }

  init(_ log: borrowing DriverLog, fired: Int) {
    let outcomes = log.outcomes
    due = Int(log.dueInWindow)
    self.fired = fired
    blocked = Int(outcomes.blocked)
    starved = Int(outcomes.starved)
    suppressed = Int(outcomes.suppressed)
    folded = Int(outcomes.folded)
    refused = Int(outcomes.refused)
    cancelled = Int(outcomes.cancelled)
    open = Int(outcomes.open)
  }
}
