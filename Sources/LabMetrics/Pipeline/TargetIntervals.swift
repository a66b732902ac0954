/// The target intervals of all refreshes, which seldom change from one to the next.
struct TargetIntervals {
  /// Each with the refresh from which on it holds.
  private var intervals: [(first: Int, interval: Int64)]
  private var next = 1

  init(_ analysis: DriverAnalysis) {
    let vsyncs = analysis.times.vsyncs
    let paces = analysis.log.paces.map { pace in vsyncs.partitionIndex { $0 >= pace.time } }
    let changes = analysis.times.changes(in: vsyncs.indices) + paces.filter { $0 < vsyncs.count }
    intervals = ([0] + changes.sorted()).map { ($0, analysis.targetInterval(from: $0)) }
  }

  /// The target interval from a refresh on, which must not be before the one asked for last.
  @inline(__always)
  mutating func interval(from refresh: Int) -> Int64 {
    while next < intervals.count, intervals[next].first <= refresh { next += 1 }
    return intervals[next - 1].interval
  }
}
