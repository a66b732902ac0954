import LabKernel
import LabTrace

/// When the refreshes of the display latch, and when they display, in nanoseconds.
///
///     latch    L(k) = V(k − depth) − guard
///     photon   R(k) = V(k)
///
/// Refresh k shows what was committed in its latch interval (L(k−1), L(k)].
struct RefreshTimes: Sendable {
  let vsyncs: [Int64]
  let depth: Int
  let guardTime: Int64
  /// The refreshes that are measured: those after the warm-up that have an end.
  let window: Range<Int>
  /// Whether the panel refreshed when there was something to show.
  let isAdaptive: Bool
  /// The intervals aimed at, each with the refresh from which on it holds.
  let aims: [VsyncLog.Aim]
  /// Of a run in finer units, the power of two of them that makes a nanosecond.
  var fineness = 0
  /// The median distance of two vsyncs, the upper one of two; for those whose aim is unknown.
  private let usualPeriod: Int64

  /// - Complexity: O(1), or O(n) for n vsyncs if it is not known how far apart they were meant to
  ///   be.
  init(_ log: VsyncLog, _ header: borrowing Trace.Header) {
    vsyncs = log.times
    aims = log.aims
    isAdaptive = log.isAdaptive
    depth = header.depth
    guardTime = header.guardTime.wholeNanoseconds
    let end = max(0, vsyncs.endIndex - 1)
    window = min(header.warmUpRefreshes, end)..<end
    let periods = log.knowsAims ? [] : zip(vsyncs, vsyncs.dropFirst()).map { $1 - $0 }
    usualPeriod = upperMedian(periods) ?? 0
  }

  /// The interval that a refresh was meant to last.
  func aim(from refresh: Int) -> Int64 {
    let next = aims.partitionIndex { $0.first > refresh }
    let aim = next > 0 ? aims[next - 1].interval : 0
    return aim > 0 ? aim : usualPeriod
  }

  /// The refreshes in a range, its first one left out, from which on another interval was aimed at.
  func changes(in range: Range<Int>) -> [Int] {
    aims.map { $0.first }.filter { range.contains($0) && $0 != range.lowerBound }
  }

  /// The time in which the measured refreshes show, [R(first), R(end)); empty without any.
  var span: TimeSpan {
    window.isEmpty
      ? TimeSpan(begin: 0, end: 0)
      : TimeSpan(begin: vsyncs[window.lowerBound], end: vsyncs[window.upperBound])
  }

  /// The latch of a refresh, `Int64.min` for one too early to have any.
  @inline(__always)
  func latch(_ refresh: Int) -> Int64 {
    refresh >= depth ? vsyncs[refresh - depth] - guardTime : .min
  }

  /// When the latch interval of a refresh begins; that of the first ones begins with the run.
  @inline(__always)
  func beginning(ofLatch refresh: Int) -> Int64 { refresh > 0 ? max(0, latch(refresh - 1)) : 0 }

  /// The latch in whole nanoseconds, also of a run in finer units.
  func latchInNanoseconds(_ refresh: Int) -> Int64 {
    let latch = latch(refresh)
    return latch == .min ? latch : latch >> fineness
  }

  /// How long a range of refreshes shows.
  func duration(of refreshes: Range<Int>) -> Int64 {
    vsyncs[refreshes.upperBound] - vsyncs[refreshes.lowerBound]
  }

  /// The first refresh that does not latch before an instant.
  func firstRefresh(latchingAt instant: Int64) -> Int {
    vsyncs.partitionIndex { $0 - guardTime >= instant } + depth
  }

  /// The refreshes whose latch interval begins in a span; the first ones begin with the run.
  func refreshes(latchingIn span: TimeSpan) -> Range<Int> {
    let first = firstRefresh(beginningToLatchAt: span.begin)
    return first..<max(first, firstRefresh(beginningToLatchAt: span.end))
  }

  /// The first refresh whose latch interval does not begin before an instant.
  func firstRefresh(beginningToLatchAt instant: Int64) -> Int {
    instant <= 0 ? 0 : firstRefresh(latchingAt: instant) + 1
  }
}

/// What is wanted of a driver from each refresh on, which seldom changes from one to the next.
struct TargetIntervals {
  /// What is wanted from a refresh on.
  struct Target {
    /// The refresh.
    let first: Int
    /// How long a frame is to stay, until the next one; 0 if that is undeclared.
    var interval: Int64 = 0
    /// How long the display means a refresh to last.
    var period: Int64 = 0
  }

  /// In ascending order of the refreshes.
  private var targets = [Target(first: 0)]

  init(_ run: DriverRun) {
    let times = run.times
    guard !times.vsyncs.isEmpty else { return }
    let paces = run.log.paces.map { pace in times.vsyncs.partitionIndex { $0 >= pace.time } }
    let changes = (times.changes(in: times.vsyncs.indices) + paces)
      .filter { $0 > 0 && $0 < times.vsyncs.endIndex }
    targets = ([0] + changes.sorted()).map { first in
      Target(
        first: first, interval: run.targetInterval(from: first), period: times.aim(from: first))
    }
  }

  /// What is wanted at a refresh.
  subscript(refresh: Int) -> Target {
    targets.count == 1
      ? targets[0] : targets[max(0, targets.partitionIndex { $0.first > refresh } - 1)]
  }
}

extension DriverRun {
  /// How long a frame that a refresh shows is to stay, until the next one; 0 if that is undeclared.
  fileprivate func targetInterval(from refresh: Int) -> Int64 {
    let aim = times.aim(from: refresh)
    switch target {
    case .rate(let rate): return rate.period.wholeNanoseconds
    case .refreshes(let count): return aim * Int64(count)
    case .undeclared where !log.isLink: return log.interval
    case .undeclared, nil: return aim * Int64(log.divider(at: times.vsyncs[refresh]))
    }
  }
}
