/// What became of the due instants in the window.
///
///     due = fired + blocked + starved + suppressed + folded + refused + cancelled + open
public struct DueTally: Hashable, Sendable {
  /// The due instants in the window, counted from the grid apart from their outcomes.
  public internal(set) var due = 0
  /// Those that got a callback of their own.
  public internal(set) var fired = 0
  /// Those that passed while the loop was busy in a mode that holds the driver.
  public private(set) var blocked = 0
  /// Those that passed while the loop ran in a mode that does not hold the driver.
  public private(set) var starved = 0
  /// Those whose callback a link's policy took away because the one before overran.
  public private(set) var suppressed = 0
  /// Those that the callback of an earlier vsync answered, on its way from the link's own thread.
  public private(set) var folded = 0
  /// Those that the way from the link's own thread had no room for.
  public private(set) var refused = 0
  /// Those that a pause, an invalidation or a new fire date took back.
  public private(set) var cancelled = 0
  /// Those that the end of the run left unanswered.
  public private(set) var open = 0

  /// The due instants that passed without a callback: blocked, starved, suppressed, folded
  /// or refused.
  public var missed: Int { blocked + starved + suppressed + folded + refused }

  /// The share of answered due instants, or `nil` if none had to be answered.
  ///
  ///     coverage = 100 × fired / (fired + missed)
  public var coverage: Double? {
    fired + missed > 0 ? 100 * Double(fired) / Double(fired + missed) : nil
  }

  /// Adds the due instants of a series that lie in a span.
  mutating func add(_ series: DueSeries, in span: TimeSpan) {
    let count = Int(series.count(in: span))
    switch series.outcome {
    case .blocked: blocked += count
    case .starved: starved += count
    case .suppressed: suppressed += count
    case .folded: folded += count
    case .refused: refused += count
    case .cancelled: cancelled += count
    case .open: open += count
    }
  }
}
