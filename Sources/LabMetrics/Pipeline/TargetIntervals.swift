import LabKernel
import LabTrace

/// The target intervals of the refreshes that are not forgotten, which seldom change from one to
/// the next.
struct TargetIntervals {
  /// Each with the refresh from which on it holds.
  private var intervals: [(first: Int, interval: Int64)]
  private var next = 1

  init(_ log: borrowing DriverLog, _ times: borrowing RefreshTimes, _ target: TargetCadence?) {
    let vsyncs = times.vsyncs
    let start = vsyncs.startIndex
    guard start < vsyncs.endIndex else {
      intervals = [(0, 0)]
      return
    }
    let paces = log.paces.map { pace in vsyncs.partitionIndex { $0 >= pace.time } }
    let changes = times.changes(in: start..<vsyncs.endIndex) + paces
    intervals = [(start, Self.interval(from: start, log, times, target))]
    for change in changes.sorted() where change > start && change < vsyncs.endIndex {
      intervals.append((change, Self.interval(from: change, log, times, target)))
    }
  }

  /// The target interval from a refresh on, which must not be before the one asked for last.
  @inline(__always)
  mutating func interval(from refresh: Int) -> Int64 {
    while next < intervals.count, intervals[next].first <= refresh { next += 1 }
    return intervals[next - 1].interval
  }

  /// How long a frame that a refresh shows is to stay, until the next one; 0 if that is undeclared.
  private static func interval(
    from refresh: Int, _ log: borrowing DriverLog, _ times: borrowing RefreshTimes,
    _ target: TargetCadence?
  ) -> Int64 {
    let aim = times.aim(from: refresh)
    switch target {
    case .rate(let rate): return rate.period.wholeNanoseconds
    case .refreshes(let count): return aim * Int64(count)
    case .undeclared where log.source == .timer: return log.interval
    case .undeclared, nil: return aim * Int64(log.divider(at: times.vsyncs[refresh]))
    }
  }
}
