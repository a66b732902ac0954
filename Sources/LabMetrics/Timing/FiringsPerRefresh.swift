/// How the firings fall on the refreshes of the run.
///
/// A firing belongs to the refresh interval [V(k), V(k+1)) in which it begins, whenever it was due.
/// Every refresh that has an end counts, those of the warm-up included: only frames need one. A
/// refresh that begins while the driver is paused, or ends before it is due for the first time, is
/// not empty.
public struct FiringsPerRefresh: Hashable, Sendable {
  /// The refresh intervals in which two or more firings begin.
  public let doubleFires: Int
  /// The refresh intervals in which no firing begins.
  public let empty: Int
  /// The largest number of firings that begin in one refresh interval.
  public let most: Int

  /// Counts the firings of a driver, and visits the refreshes with two or more, in ascending order.
  init(_ log: DriverLog, _ times: RefreshTimes, doubles visit: (Int) -> Void = { _ in }) {
    let vsyncs = times.vsyncs
    let count = max(0, vsyncs.count - 1)
    var doubleFires = 0
    var most = 0
    var filled = 0
    var refresh = -1
    var inRefresh = 0
    let pauses = log.pauses
    for firing in log.firings where count > 0 && firing.began >= vsyncs[0] {
      guard firing.began < vsyncs[count] else { break }
      if refresh < 0 || vsyncs[refresh + 1] <= firing.began {
        repeat { refresh += 1 } while vsyncs[refresh + 1] <= firing.began
        inRefresh = 0
        filled += !pauses.isEmpty && log.isPaused(at: vsyncs[refresh]) ? 0 : 1
      }
      inRefresh += 1
      most = max(most, inRefresh)
      if inRefresh == 2 {
        doubleFires += 1
        visit(refresh)
      }
    }
    self.doubleFires = doubleFires
    self.most = most
    // A timer is due for the first time an interval after its beginning.
    let firstDue = log.firings.first?.due ?? .min
    let counted = vsyncs[..<count].dropFirst(
      count > 0 ? vsyncs[1...count].partitionIndex { $0 > firstDue } - 1 : 0)
    let paused = pauses.map { pause in
      counted.partitionIndex { $0 >= pause.end } - counted.partitionIndex { $0 >= pause.begin }
    }
    empty = counted.count - paused.reduce(0, +) - filled
  }
}
