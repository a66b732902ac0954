import LabKernel
import LabTrace

/// The target intervals of the refreshes that are not forgotten, which seldom change from one to
/// the next.
struct TargetIntervals {
  /// What is wanted from a refresh on.
  struct Target: Sendable {
    /// How long a frame is to stay, until the next one; 0 if that is undeclared.
    var interval: Int64 = 0
    /// How long the display means a refresh to last.
    var period: Int64 = 0
  }

  /// Each with the refresh from which on it holds.
  private var intervals: [(first: Int, target: Target)]
  private var next = 1

  /// What is wanted at the refresh that was asked for last.
  var current: Target { intervals[next - 1].target }

  init(_ log: borrowing DriverLog, _ times: borrowing RefreshTimes, _ target: TargetCadence?) {
    let vsyncs = times.vsyncs
    let start = vsyncs.startIndex
    guard start < vsyncs.endIndex else {
      intervals = [(0, Target())]
      return
    }
    intervals = [(start, Self.target(from: start, log, times, target))]
    if times.aims.count < 2, log.paces.isEmpty { return }
    let paces = log.paces.map { pace in vsyncs.partitionIndex { $0 >= pace.time } }
    let changes = times.changes(in: start..<vsyncs.endIndex) + paces
    for change in changes.sorted() where change > start && change < vsyncs.endIndex {
      intervals.append((change, Self.target(from: change, log, times, target)))
    }
  }

  /// Goes on to a refresh, which must not be before the one asked for last, and returns whether
  /// something else has been wanted since.
  @inline(__always)
  mutating func move(to refresh: Int) -> Bool {
    let before = next
    while next < intervals.count, intervals[next].first <= refresh { next += 1 }
    return next != before
  }

  /// The target interval from a refresh on, which must not be before the one asked for last.
  @inline(__always)
  mutating func interval(from refresh: Int) -> Int64 {
    _ = move(to: refresh)
    return current.interval
  }

  private static func target(
    from refresh: Int, _ log: borrowing DriverLog, _ times: borrowing RefreshTimes,
    _ target: TargetCadence?
  ) -> Target {
    Target(
      interval: interval(from: refresh, log, times, target), period: times.aim(from: refresh))
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
    case .undeclared where !log.isLink: return log.interval
    case .undeclared, nil: return aim * Int64(log.divider(at: times.vsyncs[refresh]))
    }
  }
}
