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

extension Panel {
  /// When a panel refreshes.
  package enum Timing: Hashable, Sendable {
    /// On its grid, except for changes made by hand.
    case rate
    /// On a grid whose rate is chosen among some, fastest first; it begins with the fastest.
    case steps([RefreshRate])
    /// When there is something to show, within a range of rates whose fastest is that of the grid.
    case adaptive(slowest: RefreshRate)
    /// When a real panel was seen to.
    case recorded(RecordedVsyncs)
  }
}

extension Panel {
  /// The phone that chooses among twelve rates, all of them 240 Hz / n.
  ///
  /// - Source: Apple, "Optimizing iPhone and iPad apps to support ProMotion displays".
  public static let promotionPhone = Panel(
    rate: .hertz(120), steps: ([120, 80] + phoneRates).map { .hertz($0) })

  /// The same phone for an app without the key `CADisableMinimumFrameDurationOnPhone`.
  ///
  /// - Source: Apple, "Optimizing iPhone and iPad apps to support ProMotion displays"; SDL, issue
  ///   13882.
  public static let promotionPhoneWithoutKey = Panel(
    rate: .hertz(60), steps: phoneRates.map { .hertz($0) })

  private static let phoneRates: [Int64] = [60, 48, 40, 30, 24, 20, 16, 15, 12, 10]

  /// Whether this is that phone.
  public var isPhoneWithoutKey: Bool { timing == Self.promotionPhoneWithoutKey.timing }

  /// The rate at which the phone serves a link that asks for nothing; `nil` for other panels, which
  /// serve it at every refresh.
  ///
  /// - Source: SDL, issue 13882, and MoltenVK, issue 2816: 60 Hz without a range.
  public var rateOfUnasked: RefreshRate? {
    timing == Self.promotionPhone.timing ? .hertz(60) : nil
  }

  /// The tablet that chooses among five rates.
  ///
  /// - Source: Apple, "Optimizing iPhone and iPad apps to support ProMotion displays".
  public static let promotionPad = Panel(
    rate: .hertz(120), steps: [120, 60, 40, 30, 24].map { .hertz($0) })

  /// Returns the rate at which the panel serves links with certain preferred rates.
  ///
  /// The slowest of its rates of which every preferred rate is a whole fraction, so that each link
  /// is called as often as it wants and no oftener than that the panel lights up. The fastest if
  /// there is no such rate, if there is no link, or if one has no preference (`nil`). No
  /// manufacturer says how it decides; that a rate is shared by all who draw, and that it cannot be
  /// forced, is all that is documented.
  ///
  /// - Source: Apple, "Optimizing iPhone and iPad apps to support ProMotion displays"; the choice
  ///   itself is the lab's own.
  public func rate(serving preferred: [RefreshRate?]) -> RefreshRate {
    let wishes = preferred.compactMap { $0 }
    guard !wishes.isEmpty, wishes.count == preferred.count else { return rate }
    switch timing {
    case .rate, .recorded: return rate
    case .steps(let steps):
      return steps.last { step in wishes.allSatisfy(step.isMultiple) } ?? rate
    case .adaptive(let slowest):
      return commonMultiple(of: wishes, atLeast: slowest) ?? rate
    }
  }

  /// Returns the slowest rate in the panel's range that is a multiple of some others, if any is.
  private func commonMultiple(
    of wishes: [RefreshRate], atLeast slowest: RefreshRate
  ) -> RefreshRate? {
    var common: (numerator: Int64, denominator: Int64) = (1, 0)
    for wish in wishes {
      // lcm(a/b, c/d) = lcm(a, c) / gcd(b, d)
      let shared = greatestCommonDivisor(common.numerator, wish.numerator)
      common.numerator = common.numerator / shared * wish.numerator
      common.denominator = greatestCommonDivisor(common.denominator, wish.denominator)
      guard common.numerator <= 1_000_000_000 else { return nil }
    }
    let wanted = slowest.numerator * common.denominator
    let offered = slowest.denominator * common.numerator
    let factor = max(1, wanted / offered + (wanted % offered == 0 ? 0 : 1))
    let (numerator, overflow) = common.numerator.multipliedReportingOverflow(by: factor)
    guard !overflow, numerator <= 1_000_000_000 else { return nil }
    let candidate = RefreshRate(numerator, per: common.denominator)
    return candidate.isFaster(than: rate) ? nil : candidate
  }
}

extension RefreshRate {
  func isMultiple(of other: RefreshRate) -> Bool {
    (numerator * other.denominator).isMultiple(of: denominator * other.numerator)
  }

  func isFaster(than other: RefreshRate) -> Bool {
    numerator * other.denominator > other.numerator * denominator
  }
}

extension Panel {
  /// Whether it refreshes at one rate from beginning to end, on a grid.
  package var hasOneRate: Bool {
    if case .rate = timing { laterRates.isEmpty } else { false }
  }

  /// Returns this panel with another rate; its jitter is less than half of a refresh.
  ///
  /// - Precondition: The panel has one rate.
  package func refreshing(at rate: RefreshRate) -> Panel {
    require(hasOneRate, "a panel without one rate cannot be given another")
    let most = (rate.period - .nanoseconds(1)) / 2
    var panel = Panel(
      rate: rate, phase: .nanoseconds(vsync(0).nanoseconds), drift: drift,
      jitter: min(jitter, most), depth: depth, guardTime: guardTime)
    panel.presentMode = presentMode
    return panel
  }

  /// Why pictures cannot be presented in a mode on this panel, and what to write in its place;
  /// `nil` if they can.
  package func objection(to mode: PresentMode) -> String? {
    switch (mode, timing) {
    case (.mailbox, _), (.fifo, _), (.blocking, .rate), (.blocking, .recorded): nil
    case (.atTarget, .rate) where laterRates.isEmpty: nil
    case (.blocking, _):
      "this display chooses its rate by itself, so that it is not known when a queue has room."
        + " Write a rate, as 'display 120 Hz', or leave out 'blocking'."
    case (.atTarget, _):
      "frames have targets at one fixed rate. Write one, as 'display 120 Hz', or leave out"
        + " 'presents at target'."
    }
  }
}
