import LabTrace

/// The pictures that were shown later than they should have been.
///
/// A picture of a link is expected at the refresh whose latch is the target of its callback, that of a
/// timer at the first refresh whose latch is not before the date at which it was due.
///
///     lateness = R(shown) − R(expected), if positive
public struct LateFrames: Hashable, Sendable {
  /// How many there are.
  public let count: Int
  /// How late they were; `nil` for none.
  public let lateness: Distribution?

  init(_ analysis: DriverAnalysis) {
    let (log, times) = (analysis.log, analysis.times)
    let shown = analysis.presentation.shown
    var latenesses: [Int64] = []
    for refresh in times.window where shown[refresh] >= 0 {
      let update = log.updates[Int(shown[refresh])]
      let expected = Self.expected(of: log.firings[Int(update.firing)], near: refresh, log, times)
      if expected < refresh { latenesses.append(times.vsyncs[refresh] - times.vsyncs[expected]) }
    }
    count = latenesses.count
    lateness = Distribution(latenesses)
  }

  /// The refresh at which the picture of a firing is expected; it may lie beyond the last.
  private static func expected(
    of firing: Firing, near refresh: Int, _ log: DriverLog, _ times: RefreshTimes
  ) -> Int {
    let guess = max(0, refresh - times.depth)
    switch log.source {
    case .link:
      let newest = log.detail(of: firing).newest
      let stamp = times.vsyncs.partitionIndex(near: guess) { $0 > newest } - 1
      return max(0, stamp) + log.divider(at: firing.began) + times.depth
    default:
      let latch = times.vsyncs.partitionIndex(near: guess) { $0 - times.guardTime >= firing.due }
      return latch + times.depth
    }
  }
}
