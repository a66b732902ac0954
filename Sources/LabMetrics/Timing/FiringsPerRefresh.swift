/// How the firings fall on the refreshes of the run.
///
/// A firing belongs to the refresh interval [V(k), V(k+1)) in which it begins, whenever it was due.
/// Every refresh that has an end counts, those of the warm-up included: only frames need one. A
/// refresh that begins while the driver is paused, or ends before it is due for the first time, is
/// not empty.
public struct FiringsPerRefresh: Calculator {
  /// The refresh intervals in which two or more firings begin.
  public private(set) var doubleFires = 0
  /// The largest number of firings that begin in one refresh interval.
  public private(set) var most = 0
  /// The refresh intervals in which no firing begins.
  public var empty: Int { counted - filled }
  /// The refresh intervals that hold a firing or ought to: what the others are counts of.
  package var refreshes: Int { empty + held }

  /// The firings beyond the first of their refresh interval.
  private(set) var beyondOne = 0
  /// The measured refreshes in which a firing begins.
  private var measuredFilled = 0

  /// The refreshes that hold a firing, or ought to: none that begins in a pause.
  private var filled = 0
  private var counted = 0
  /// The refreshes that hold a firing, wherever they lie.
  private var held = 0
  /// The first firing and the first refresh that were not looked at.
  private var firing = 0
  private var next = 0
  /// The refresh in which the driver is due for the first time, as far as it is known.
  private var first = 0
  private var isDue = false
  private var refresh = -1
  private var inRefresh = 0

  mutating func advance(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay, _ walk: borrowing TraceWalk,
    _ times: borrowing RefreshTimes, _ samples: inout Samples, _ need: inout Need
  ) {
    advance(log, times) { _, _ in }
    need.keep(firing: firing, refresh: max(0, min(refresh, next)))
  }

  /// Looks at the refreshes that have an end by now, and visits each firing beyond the first of
  /// its refresh, in ascending order: the refresh, and the firing's number in it, from 2 on.
  mutating func advance(
    _ log: borrowing DriverLog, _ times: borrowing RefreshTimes,
    beyondOne visit: (Int, Int) -> Void
  ) {
    let vsyncs = times.vsyncs
    let count = vsyncs.endIndex - 1
    guard count > 0 else { return }
    let (firings, pauses) = (log.firings, log.pauses)
    findFirst(log, vsyncs)
    while firing < firings.endIndex, firings[firing].began < vsyncs[count] {
      let began = firings[firing].began
      firing += 1
      guard refresh >= 0 || began >= vsyncs[vsyncs.startIndex] else { continue }
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
      if inRefresh == 2 { doubleFires += 1 }
      visit(refresh, inRefresh)
    }
    if refresh < count - 1, firing == firings.endIndex || firings[firing].began >= vsyncs[count] {
      // Whatever is still to come begins later.
      (refresh, inRefresh) = (count - 1, 0)
    }
    countRefreshes(to: count, log, vsyncs)
  }

  /// By how many the measured refreshes with a firing exceed the frames that are wanted; 0 if no
  /// more than the edges of the window explain.
  func beyond(slots: Int, edges: Int) -> Int {
    measuredFilled - slots > edges ? measuredFilled - slots : 0
  }

  /// Finds the refresh in which the driver is due for the first time.
  ///
  /// A timer is due for the first time an interval after its beginning.
  private mutating func findFirst(_ log: borrowing DriverLog, _ vsyncs: SlidingArray<Int64>) {
    guard !isDue, let due = log.firstDue else { return }
    let end = vsyncs.partitionIndex { $0 > due }
    isDue = end < vsyncs.endIndex
    first = max(vsyncs.startIndex, end - 1)
    (next, counted) = (first, 0)
  }

  /// Counts the refreshes in which a firing may be expected.
  private mutating func countRefreshes(
    to count: Int, _ log: borrowing DriverLog, _ vsyncs: SlidingArray<Int64>
  ) {
    guard next < count else { return }
    if log.pauses.isEmpty {
      counted += count - next
    } else {
      for refresh in next..<count where !log.isPaused(at: vsyncs[refresh]) { counted += 1 }
    }
    next = count
  }
}
