public import LabKernel
public import LabTrace

/// When a display refreshes, and how long a picture takes to reach the glass.
public struct Panel: Hashable, Sendable {
  package let timing: Timing
  /// The grid of its rates; for a panel without one, the grid of its rate from the start on.
  let grid: VsyncGrid

  /// How many refreshes lie between the latch of a picture and its light: 0, 1 or 2.
  ///
  /// 1 is double buffering: a commit that is on time is visible two periods after the vsync that
  /// caused it. 2 is triple buffering, 0 a display that is scanned out directly.
  ///
  /// - Source: Apple, "Understanding hitches in your app": two frames before a frame shows.
  public var depth: Int { didSet { checkRanges() } }

  /// How long before a vsync a commit must be complete to be latched by it.
  public var guardTime: Duration { didSet { checkRanges() } }

  /// What becomes of pictures that are committed faster than they are shown.
  public var presentMode = PresentMode.mailbox

  /// The refreshes per second at the start: what the panel calls its own rate, without the drift.
  public var rate: RefreshRate { grid.rate }

  /// How far each vsync may lie from the grid, to either side; less than half a refresh.
  ///
  /// The deviations of a run are uniform, independent of one another, and drawn from its seed.
  /// - Source: Captures of real panels lie 0.03 to 0.2 ms off their grid (standard deviation).
  public var jitter: Duration { grid.jitter }

  /// Where the deviations from the grid are drawn from.
  package func jitterStream(seed: UInt64) -> RandomStream {
    RandomStream(seed: seed, name: "jitter of the display")
  }

  /// By how many parts per billion the panel is faster than it says.
  package var drift: Int64 { grid.drift }

  /// The rates to which the display changes in the course of the run, in order.
  package var laterRates: [RefreshRate] { grid.laterRates }

  /// Whether the panel repeats the vsyncs of a real one.
  public var isRecorded: Bool { if case .recorded = timing { true } else { false } }

  /// Whether the panel refreshes when there is something to show, and so has no grid.
  public var isAdaptive: Bool { if case .adaptive = timing { true } else { false } }

  /// Creates a panel that refreshes on a grid.
  ///
  /// - Parameters:
  ///   - rate: The refreshes per second by the panel's own account.
  ///   - phase: The instant of vsync 0; at least 0, usually below one period.
  ///   - drift: By how many parts per billion the panel is faster than it says; at most 10⁸ to
  ///     either side. The true rate is `rate × (1 + drift / 10⁹)`.
  ///   - jitter: How far each vsync may lie from the grid, to either side.
  ///   - changes: Other rates from some instants on; the drift applies to them as well.
  ///   - steps: The rates among which the panel chooses, in any order; `rate` is the fastest. None
  ///     for a panel that has no choice, which alone can have changes.
  ///   - depth: How many refreshes lie between latch and light.
  ///   - guardTime: How long before a vsync a commit must be complete.
  public init(
    rate: RefreshRate, phase: Duration = .zero, drift: Int64 = 0, jitter: Duration = .zero,
    changes: [RateChange] = [], steps: [RefreshRate] = [], depth: Int = 1,
    guardTime: Duration = .zero
  ) {
    require(steps.allSatisfy { !$0.isFaster(than: rate) }, "a step is faster than \(rate)")
    require(
      steps.isEmpty || changes.isEmpty, "a panel that chooses its rate itself has none to change")
    require(phase >= .zero, "vsync 0 at \(phase) lies before the start")
    grid = VsyncGrid(rate: rate, phase: phase, drift: drift, jitter: jitter, changes: changes)
    timing = steps.isEmpty ? .rate : .steps(steps.sorted { $0.isFaster(than: $1) })
    self.depth = depth
    self.guardTime = guardTime
    checkRanges()
  }

  /// Creates a panel that refreshes when a real one was seen to.
  ///
  /// After the last vsync the recording begins again, a mean period later; the mean period is also
  /// the ``rate``.
  /// - Precondition: There are two vsyncs at least, each after the one before, and their mean
  ///   period is a second at most.
  public init(recorded vsyncs: [Instant], depth: Int = 1, guardTime: Duration = .zero) {
    let recorded = RecordedVsyncs(vsyncs)
    (timing, grid) = (.recorded(recorded), VsyncGrid(rate: recorded.rate))
    self.depth = depth
    self.guardTime = guardTime
    checkRanges()
  }

  /// Creates a panel with the rate of another and vsyncs in some other unit than nanoseconds.
  package init(_ panel: Panel, at vsyncs: [Int64], guardTime: Duration) {
    // Of a panel that is recorded it is this one already.
    grid = panel.isRecorded ? panel.grid : VsyncGrid(rate: panel.rate)
    timing = .recorded(RecordedVsyncs(vsyncs, of: panel.rate))
    (depth, self.guardTime, presentMode) = (panel.depth, guardTime, panel.presentMode)
  }

  private func checkRanges() {
    require((0...2).contains(depth), "a pipeline depth of \(depth) is not 0, 1 or 2")
    require(guardTime >= .zero, "a guard time of \(guardTime) is negative")
  }

  /// Creates a panel that refreshes as soon as a picture is complete, within a range of rates.
  ///
  /// A picture is shown by the first refresh after it is complete (the depth is 0, there is no
  /// guard), and a newer one takes the place of one that waits.
  /// - Precondition: The slowest rate is not faster than the fastest.
  public init(slowest: RefreshRate, fastest: RefreshRate) {
    require(!slowest.isFaster(than: fastest), "\(slowest) is faster than \(fastest)")
    (timing, grid) = (.adaptive(slowest: slowest), VsyncGrid(rate: fastest))
    depth = 0
    guardTime = .zero
  }

  /// Returns the instant of a vsync, counted from 0, as the panel's grid has it without jitter.
  ///
  ///     V(k) = phase + floor(k × 10⁹ / rate) ns
  ///
  /// After a change of rate the grid begins anew at the first vsync that the old one has at that
  /// instant or later. Of a panel with a choice of rates this is the grid of its fastest.
  public func vsync(_ index: Int) -> Instant {
    if case .recorded(let vsyncs) = timing { vsyncs.vsync(index) } else { grid.vsync(index) }
  }

  /// Returns the rate that leads from a vsync to the next, without the drift.
  public func rate(after index: Int) -> RefreshRate { grid.rate(after: index) }
}

extension Panel {
  /// A new rate from an instant on.
  public struct RateChange: Hashable, Sendable {
    /// The first vsync at this instant or later is the first that the new rate follows.
    public var instant: Instant
    /// The new rate.
    public var rate: RefreshRate

    /// Creates a change of rate.
    public init(at instant: Instant, to rate: RefreshRate) {
      self.instant = instant
      self.rate = rate
    }
  }

  /// Returns this panel with other changes of its rate.
  ///
  /// - Precondition: The panel has one rate at a time that its grid follows: it neither chooses
  ///   among rates nor repeats a recording.
  public func changing(_ changes: [RateChange]) -> Panel {
    guard case .rate = timing else {
      misuse("a panel that is recorded or chooses its rate itself has none to change")
    }
    var panel = Panel(
      rate: rate, phase: .nanoseconds(vsync(0).nanoseconds), drift: drift, jitter: jitter,
      changes: changes, depth: depth, guardTime: guardTime)
    panel.presentMode = presentMode
    return panel
  }
}
