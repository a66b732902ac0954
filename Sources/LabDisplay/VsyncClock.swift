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
