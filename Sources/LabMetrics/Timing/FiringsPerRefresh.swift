/// How the firings fall on the refreshes of the run.
///
/// A firing belongs to the refresh interval [V(k), V(k+1)) in which it begins, whenever it was due.
/// Every refresh that has an end counts, those of the warm-up included: only frames need one. A
/// refresh that begins while the driver is paused, or ends before it is due for the first time, is
/// not empty.
public struct FiringsPerRefresh: Sendable {
  /// The refresh intervals in which two or more firings begin.
  public var doubleFires: Int { doubles.count }
  /// The largest number of firings that begin in one refresh interval.
  public private(set) var most = 0
  /// The refresh intervals in which no firing begins.
  public var empty: Int { counted - filled }
  /// The refresh intervals that hold a firing or ought to: what the others are counts of.
  package var refreshes: Int { empty + held }

  /// The refreshes in which two or more firings begin, in ascending order.
  private(set) var doubles: [Int32] = []
  /// The firings beyond the first of their refresh interval.
  private(set) var beyondOne = 0
  /// The measured refreshes in which a firing begins.
  private var measuredFilled = 0

  /// The refreshes that hold a firing, or ought to: none that begins in a pause.
  private var filled = 0
  private var counted = 0
  /// The refreshes that hold a firing, wherever they lie.
  private var held = 0

  /// Looks at the refreshes that have an end.
  ///
  /// Each firing beyond the first of its refresh is visited, in ascending order: the refresh, and
  /// the firing's number in it, from 2 on.
  init(
    _ log: borrowing DriverLog, _ times: borrowing RefreshTimes,
    beyondOne visit: (Int, Int) -> Void = { _, _ in }
  ) {
    let (vsyncs, firings, pauses) = (times.vsyncs, log.firings, log.pauses)
    let count = vsyncs.count - 1
    guard count > 0 else { return }
    // The refresh in which the driver is due for the first time: for a timer an interval after its
    // beginning.
    let due = firings.first?.due ?? 0
    let first = max(0, vsyncs.partitionIndex { $0 > due } - 1)
    var (refresh, inRefresh) = (-1, 0)
    for firing in firings {
      let began = firing.began
      guard began < vsyncs[count] else { break }
      guard refresh >= 0 || began >= vsyncs[0] else { continue }
      if refresh < 0 || vsyncs[refresh + 1] <= began {
        repeat { refresh += 1 } while vsyncs[refresh + 1] <= began
        inRefresh = 0
        held += 1
        // A callback can come before its date on a machine.
        let isCounted = refresh >= first && !(!pauses.isEmpty && log.isPaused(at: vsyncs[refresh]))
        filled += isCounted ? 1 : 0
        measuredFilled += refresh >= times.window.lowerBound ? 1 : 0
      }
      inRefresh += 1
      most = max(most, inRefresh)
      guard inRefresh > 1 else { continue }
      beyondOne += 1
      if inRefresh == 2 { doubles.append(Int32(refresh)) }
      visit(refresh, inRefresh)
    }
    guard first < count else { return }
    if pauses.isEmpty {
      counted = count - first
    } else {
      for refresh in first..<count where !log.isPaused(at: vsyncs[refresh]) { counted += 1 }
    }
  }

  /// By how many the measured refreshes with a firing exceed the frames that are wanted; 0 if no
  /// more than the edges of the window explain.
  func beyond(slots: Int, edges: Int) -> Int {
    measuredFilled - slots > edges ? measuredFilled - slots : 0
  }
}

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
