import LabKernel
import LabTrace

/// Says when a display refreshes next, and at which rate.
struct VsyncClock {
  /// The rate of the refresh that is going on: the one that leads to the next vsync, or that a
  /// panel of adaptive rate aims at.
  private(set) var rate: RefreshRate
  private(set) var period: Int64

  private let panel: Panel
  /// The grid of a panel that keeps one, with the changes that the links have brought about.
  private var grid: VsyncGrid
  /// `nil` before the first refresh, and for a panel that keeps a grid.
  private var adaptive: AdaptiveClock?
  private var deviations: RandomStream

  /// Creates the clock of a panel, whose jitter is drawn from a seed.
  init(_ panel: Panel, seed: UInt64) {
    self.panel = panel
    rate = panel.rate(after: 0)
    period = rate.period.wholeNanoseconds
    deviations = panel.jitterStream(seed: seed)
    grid = panel.grid
  }

  /// Returns when a vsync comes, as far as the display knows, without its jitter.
  ///
  /// - Parameters:
  ///   - index: The index of the vsync.
  ///   - last: The last vsync known, from which one of adaptive rate counts.
  /// - Returns: The instant.
  func vsync(_ index: Int, following last: (index: Int, at: Instant)) -> Instant {
    switch panel.timing {
    case .rate, .steps: grid.vsync(index)
    case .adaptive: last.at.advanced(byNanoseconds: rate.vsync(index - last.index).nanoseconds)
    case .recorded(let vsyncs): vsyncs.vsync(index)
    }
  }

  /// Whether the rate depends on what the links prefer.
  var followsLinks: Bool {
    switch panel.timing {
    case .steps, .adaptive: true
    case .rate, .recorded: false
    }
  }

  /// Begins a refresh, and says why it happens and whether its rate is another than the last one's.
  mutating func refresh(
    _ index: Int, at now: Instant, serving preferred: [RefreshRate?]
  ) -> (reason: TraceRefresh, changesRate: Bool) {
    switch panel.timing {
    case .rate:
      return (.grid, adopt(grid.rate(after: index)))
    case .recorded:
      return (.grid, false)
    case .steps:
      let changesRate = adopt(panel.rate(serving: preferred))
      if changesRate { grid.change(to: rate, at: index) }
      return (.grid, changesRate)
    case .adaptive(let slowest):
      let reason = adaptive?.refreshed(at: now.nanoseconds) ?? .wanted
      if adaptive == nil {
        adaptive = AdaptiveClock(
          shortest: panel.rate.period.wholeNanoseconds,
          longest: slowest.period.wholeNanoseconds, startingAt: now.nanoseconds)
      }
      return (reason, adopt(panel.rate(serving: preferred)))
    }
  }

  private mutating func adopt(_ wanted: RefreshRate) -> Bool {
    guard wanted != rate else { return false }
    rate = wanted
    period = wanted.period.wholeNanoseconds
    return true
  }

  /// Returns when a vsync comes, given what the links of the display want.
  ///
  /// - Parameters:
  ///   - index: The index of the next vsync.
  ///   - isTicking: Whether any link is running.
  ///   - isOwed: Whether a callback of any link is pending or under way.
  /// - Returns: The instant, with its jitter.
  mutating func next(
    _ index: Int, isTicking: @autoclosure () -> Bool, isOwed: @autoclosure () -> Bool
  ) -> Instant {
    switch panel.timing {
    case .rate, .steps:
      let jitter = grid.jitter.wholeNanoseconds
      let deviation = jitter > 0 ? deviations.next(in: -jitter...jitter) : 0
      return grid.vsync(index).advanced(byNanoseconds: deviation)
    case .adaptive:
      guard adaptive != nil else { return .start }
      adaptive?.serve(every: period, isTicking: isTicking(), isOwed: isOwed())
      return adaptive.map { Instant(nanoseconds: $0.next) } ?? .start
    case .recorded(let vsyncs): return vsyncs.vsync(index)
    }
  }

  /// Learns of a commit whose picture takes some nanoseconds to render.
  ///
  /// - Returns: When the next vsync comes, if that depends on pictures.
  mutating func committed(at now: Instant, rendering cost: Int64) -> Instant? {
    adaptive?.committed(at: now.nanoseconds, rendering: cost)
    return adaptive.map { Instant(nanoseconds: $0.next) }
  }
}

/// Decides when a panel of adaptive rate refreshes next.
///
/// A refresh waits for the picture that a link owes, at most for the longest interval; then the
/// panel shows the old picture again and is busy for the shortest one, so that a picture just too
/// late waits for the end of that. In nanoseconds:
///
///     next = min(max(picture ready, last + interval aimed at), last + longest)
///
/// After a refresh of its own the shortest interval stands for the one aimed at. While links run
/// that owe nothing, the panel keeps the interval aimed at, so that they are called in time.
///
/// - Source: Apple, WWDC 2021, "Optimize for variable refresh rate displays", as noted by others: a
///   panel of 40 to 120 Hz refreshes itself after 25 ms and is busy for a minimum interval.
struct AdaptiveClock {
  private let shortest: Int64
  private let longest: Int64
  private var server = RenderServer()
  private var last: Int64
  private var aim: Int64
  private var isTicking = false
  private var isOwed = false
  private var wasOverdue = false

  /// Starts with a refresh.
  init(shortest: Int64, longest: Int64, startingAt start: Int64) {
    (self.shortest, self.longest, aim) = (shortest, longest, shortest)
    last = start
  }

  /// When the panel refreshes next, as far as it is known.
  var next: Int64 {
    let latest = last + longest
    guard let ready else { return isTicking && !isOwed ? min(last + aim, latest) : latest }
    return min(max(ready, last + (wasOverdue ? shortest : aim)), latest)
  }

  mutating func committed(at now: Int64, rendering cost: Int64) {
    isOwed = false
    _ = server.offer(available: now, cost: cost)
  }

  mutating func refreshed(at now: Int64) -> TraceRefresh {
    let hasPicture = ready.map { $0 <= now } ?? false
    wasOverdue = !hasPicture && now >= last + longest
    last = now
    return wasOverdue ? .selfRefresh : .wanted
  }

  /// Sets what the links want from the refresh on that has just begun.
  mutating func serve(every aim: Int64, isTicking: Bool, isOwed: Bool) {
    (self.aim, self.isTicking, self.isOwed) = (aim, isTicking, isOwed)
  }

  /// When the first picture that no refresh has shown is complete.
  private var ready: Int64? {
    [server.busyUntil, server.nextEnd ?? .min].filter { $0 > last }.min()
  }
}

/// The vsyncs of a real panel, over and over.
package struct RecordedVsyncs: Hashable, Sendable {
  let rate: RefreshRate

  /// How many vsyncs were recorded.
  package var count: Int { vsyncs.count }

  private let vsyncs: [Int64]
  /// From the first vsync to the same one of the next round.
  private let length: Int64

  init(_ instants: [Instant]) {
    require(
      instants.count >= 2 && zip(instants, instants.dropFirst()).allSatisfy { $0 < $1 },
      "recorded vsyncs must follow each other")
    vsyncs = instants.map { $0.nanoseconds }
    let span = vsyncs[vsyncs.count - 1] - vsyncs[0]
    let period = span / Int64(vsyncs.count - 1)
    length = span + period
    rate = RefreshRate(1_000_000_000, per: period)
  }

  /// Creates vsyncs in some other unit than nanoseconds, of a panel whose rate is known.
  init(_ instants: [Int64], of rate: RefreshRate) {
    (vsyncs, self.rate) = (instants, rate)
    length = instants[instants.count - 1] - instants[0]
  }

  func vsync(_ index: Int) -> Instant {
    let (round, position) = index.quotientAndRemainder(dividingBy: vsyncs.count)
    let (offset, overflow) = length.multipliedReportingOverflow(by: Int64(round))
    return overflow
      ? .distantFuture : Instant(nanoseconds: vsyncs[position]).advanced(byNanoseconds: offset)
  }
}
