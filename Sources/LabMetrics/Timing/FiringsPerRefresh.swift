/// How the firings fall on the refreshes of the run.
///
/// A firing belongs to the refresh interval [V(k), V(k+1)) in which it begins, whenever it was due.
/// Every refresh that has an end counts, those of the warm-up included: only frames need one. A
/// refresh that begins while the driver is paused, or ends before it is due for the first time, is
/// not empty.
public struct FiringsPerRefresh: Sendable {
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

  /// Looks at the refreshes that have an end.
  ///
  /// - Parameters:
  ///   - log: What the driver did.
  ///   - times: The refreshes.
  ///   - visit: Is given each firing beyond the first of its refresh, in ascending order: the
  ///     refresh, and the firing's number in it, from 2 on.
  init(
    _ log: borrowing DriverLog, _ times: borrowing RefreshTimes,
    beyondOne visit: (Int, Int) -> Void
  ) {
    let (vsyncs, firings, pauses) = (times.vsyncs, log.firings, log.pauses)
    let count = vsyncs.count - 1
    guard count > 0 else { return }
    // The refresh in which the driver is due for the first time: for a timer an interval after its
    // beginning.
    let first = log.firstDue.map { due in max(0, vsyncs.partitionIndex { $0 > due } - 1) } ?? 0
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
      if inRefresh == 2 { doubleFires += 1 }
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
