import LabKernel
import LabTrace

/// Says when a display refreshes next, and at which rate.
struct VsyncClock {
  /// The rate of the refresh that is going on: the one that leads to the next vsync, or that a panel
  /// of adaptive rate aims at.
  private(set) var rate: RefreshRate
  /// The period of the rate, in nanoseconds.
  private(set) var period: Int64

  private let panel: Panel
  private var course: Course
  private var deviations: RandomStream

  /// What the clock keeps of the panel's timing.
  private enum Course {
    case rate(VsyncGrid)
    /// The grid, with the changes that the links have brought about.
    case steps(VsyncGrid)
    /// `nil` before the first refresh.
    case adaptive(AdaptiveClock?, slowest: RefreshRate)
    case recorded(RecordedVsyncs)
  }

  /// Creates the clock of a panel, whose jitter is drawn from a seed.
  init(_ panel: Panel, seed: UInt64) {
    self.panel = panel
    rate = panel.rate(after: 0)
    period = rate.period.wholeNanoseconds
    deviations = RandomStream(seed: seed, name: "jitter of the display")
    course =
      switch panel.timing {
      case .rate(let grid): .rate(grid)
      case .steps(_, let grid): .steps(grid)
      case .adaptive(let slowest, _): .adaptive(nil, slowest: slowest)
      case .recorded(let vsyncs): .recorded(vsyncs)
      }
  }

  /// Returns when a vsync comes, as far as the display knows, without its jitter.
  ///
  /// - Parameters:
  ///   - index: The index of the vsync.
  ///   - last: The last vsync known, from which one of adaptive rate counts.
  /// - Returns: The instant.
  func vsync(_ index: Int, following last: (index: Int, at: Instant)) -> Instant {
    switch course {
    case .rate(let grid), .steps(let grid): grid.vsync(index)
    case .adaptive: last.at.advanced(byNanoseconds: rate.vsync(index - last.index).nanoseconds)
    case .recorded(let vsyncs): vsyncs.vsync(index)
    }
  }

  /// Begins a refresh, and says why it happens and whether its rate is another than the last one's.
  mutating func refresh(
    _ index: Int, at now: Instant, serving preferred: @autoclosure () -> [RefreshRate?]
  ) -> (reason: TraceRefresh, changesRate: Bool) {
    switch course {
    case .rate(let grid):
      return (.grid, adopt(grid.rate(after: index)))
    case .recorded:
      return (.grid, false)
    case .steps(var grid):
      let changesRate = adopt(panel.rate(serving: preferred()))
      if changesRate {
        grid.change(to: rate, at: index)
        course = .steps(grid)
      }
      return (.grid, changesRate)
    case .adaptive(var clock, let slowest):
      let reason = clock?.refreshed(at: now.nanoseconds) ?? .wanted
      course = .adaptive(
        clock
          ?? AdaptiveClock(
            shortest: panel.rate.period.wholeNanoseconds,
            longest: slowest.period.wholeNanoseconds, startingAt: now.nanoseconds),
        slowest: slowest)
      return (reason, adopt(panel.rate(serving: preferred())))
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
    switch course {
    case .rate(let grid), .steps(let grid):
      let jitter = grid.jitter.wholeNanoseconds
      let deviation = jitter > 0 ? deviations.next(in: -jitter...jitter) : 0
      return grid.vsync(index).advanced(byNanoseconds: deviation)
    case .adaptive(var clock?, let slowest):
      clock.serve(every: period, isTicking: isTicking(), isOwed: isOwed())
      course = .adaptive(clock, slowest: slowest)
      return Instant(nanoseconds: clock.next)
    case .adaptive(nil, _): return .start
    case .recorded(let vsyncs): return vsyncs.vsync(index)
    }
  }

  /// Learns of a commit whose picture takes some nanoseconds to render.
  ///
  /// - Returns: When the next vsync comes, if that depends on pictures.
  mutating func committed(at now: Instant, rendering cost: Int64) -> Instant? {
    guard case .adaptive(var clock?, let slowest) = course else { return nil }
    clock.committed(at: now.nanoseconds, rendering: cost)
    course = .adaptive(clock, slowest: slowest)
    return Instant(nanoseconds: clock.next)
  }
}
