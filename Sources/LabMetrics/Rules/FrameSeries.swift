public import LabKernel

/// The frames that a display showed one after the other, and what a frame rule needs to know.
///
/// A frame is judged by the time from the frame before it to itself, since that is when it should
/// have come; so the first frame, the first after a pause, and one displayed before the frame that
/// was presented ahead of it are not judged.
public struct FrameSeries: Hashable, Sendable {
  /// One shown frame that has another one before it.
  public struct Frame: Hashable, Sendable {
    let step: FrameStep
    /// How many refreshes that is, rounded, at least 1.
    public let refreshes: Int

    init(_ step: FrameStep, period: Int64) {
      self.step = step
      refreshes = Int(max(1, (step.duration + period / 2) / period))
    }

    /// The time since the frame before it; at least 0.
    public var duration: Duration { .nanoseconds(step.duration) }
    /// How long the work on it took; `nil` if unknown.
    public var cost: Duration? { step.cost.map { .nanoseconds($0) } }
    /// How far its commit missed its deadline; `nil` if unknown.
    public var overrun: Duration? { step.overrun.map { .nanoseconds($0) } }
    /// The step of animation time minus that of display time; `nil` if undefined.
    ///
    /// See ``PresentedUpdate/animationError(after:)``.
    public var animationError: Duration? { step.animationError.map { .nanoseconds($0) } }
  }

  /// The instants between which frame times are taken.
  public enum Basis: String, Hashable, Sendable, CaseIterable {
    /// When frames were displayed: what the eye saw. Frames that never were do not count.
    case displayed
    /// When frames were handed over, displayed or not, as CapFrameX and FrameView take them.
    case presented
  }

  /// What the frame times are taken between.
  public let basis: Basis
  /// The frames in the order in which they were presented.
  public let frames: [Frame]
  /// The nominal distance of two refreshes; positive.
  public let refreshPeriod: Duration
  /// The refreshes from one wanted frame to the next; at least 1.
  public let cadence: Int
  /// How many updates there were.
  public let updates: Int
  /// How many of them were displayed.
  public let shown: Int
  /// How old each shown frame was, from the beginning of the work on it, where that is known.
  private let latencies: [Int64]

  /// Creates a series.
  ///
  /// - Parameters:
  ///   - updates: What was handed to the display, in order.
  ///   - refreshPeriod: The nominal distance of two refreshes. `nil` stands for the median of the
  ///     frames' durations, the upper one of two, which holds where most frames last one refresh.
  ///   - cadence: The refreshes from one wanted frame to the next.
  ///   - basis: What the frame times are taken between.
  /// - Precondition: The period is positive if there is one, and the cadence at least 1.
  public init(
    _ updates: [PresentedUpdate], refreshPeriod: Duration? = nil, cadence: Int = 1,
    by basis: Basis = .displayed
  ) {
    precondition(cadence >= 1, "a cadence of \(cadence) refreshes is below 1")
    precondition(refreshPeriod.map { $0 > .zero } ?? true, "the refresh period is not positive")
    var steps: [FrameStep] = []
    var latencies: [Int64] = []
    // The shown update before, in the order in which they were presented.
    var previous: PresentedUpdate?
    for update in updates {
      if let previous, let step = FrameStep(from: previous, to: update, by: basis) {
        steps.append(step)
      }
      if update.instant(by: basis) != nil { previous = update }
      guard basis == .displayed, let photon = update.photon, let began = update.began else {
        continue
      }
      latencies.append(photon.nanoseconds - began.nanoseconds)
    }
    let period = max(
      1, refreshPeriod?.wholeNanoseconds ?? upperMedian(steps.map { $0.duration }) ?? 1)
    frames = steps.map { Frame($0, period: period) }
    self.latencies = latencies
    self.basis = basis
    self.refreshPeriod = .nanoseconds(period)
    self.cadence = cadence
    self.updates = updates.count
    shown = updates.count { $0.photon != nil }
  }

  var period: Int64 { refreshPeriod.wholeNanoseconds }

  /// How many times a new frame was wanted and none was displayed; `nil` by presents.
  ///
  ///     Σ (⌈refreshes(i) / cadence⌉ − 1)
  public var missedRefreshes: Int? {
    guard basis == .displayed else { return nil }
    return Int(
      clamping: frames.reduce(Int128(0)) { $0 + Int128(($1.refreshes - 1) / cadence) })
  }
}

extension FrameSeries {
  /// Returns the metrics that need nothing but the shown frames, by their names in the
  /// ``MetricDictionary``; `nil` where one is undefined.
  public var metrics: [(name: String, value: MetricValue?)] {
    let errors = frames.compactMap { $0.step.animationError }
    let magnitude = Distribution(errors.map { abs($0) })
    let latency = Distribution(latencies)
    func times(
      _ name: String, _ distribution: Distribution?, _ statistics: [Statistic]
    ) -> [(name: String, value: MetricValue?)] {
      statistics.map { statistic in
        ("\(name)_\(statistic.suffix)", distribution.map { .time(statistic.value($0)) })
      }
    }
    // A file that tells nothing of the display does not tell either what was not displayed.
    let isKnown = basis == .displayed || shown > 0
    return [
      ("updates", .count(updates)), ("new", isKnown ? .count(shown) : nil),
      ("overwritten", isKnown ? .count(updates - shown) : nil),
    ] + times("animation_error", magnitude, [.mean, .p50, .p95, .p99, .max])
      + [("animation_error_rms", rootMeanSquare(errors).map(MetricValue.time))]
      + times("tick_to_photon", latency, [.min, .mean, .p50, .p90, .p99, .max])
  }
}

/// One shown frame that has another one before it, in nanoseconds; `nil` for what is unknown.
struct FrameStep: Hashable, Sendable {
  let duration: Int64
  /// How long the work on it took.
  let cost: Int64?
  /// How far its commit missed its deadline.
  let overrun: Int64?
  let animationError: Int64?

  /// The step from the update that was shown before to another one.
  ///
  /// A capture may hold frames that were displayed in another order than presented. As in
  /// PresentMon, a step is taken from the instant of the frame presented before, and one back in
  /// time is none.
  ///
  /// The result is `nil` if the update was not shown, is the first one after a pause, or was
  /// displayed before the frame presented before it.
  init?(
    from previous: PresentedUpdate, to update: PresentedUpdate, by basis: FrameSeries.Basis
  ) {
    guard previous.stretch == update.stretch, let before = previous.instant(by: basis),
      let at = update.instant(by: basis), before <= at
    else { return nil }
    duration = at.nanoseconds - before.nanoseconds
    cost = update.began.map { update.ended.nanoseconds - $0.nanoseconds }
    overrun = update.overrun?.wholeNanoseconds
    // Animation is compared with what was displayed.
    let error = basis == .displayed ? update.animationError(after: previous) : nil
    animationError = error?.wholeNanoseconds
  }
}

/// One update as the display dealt with it, from a run or from a file.
public struct PresentedUpdate: Hashable, Sendable {
  /// When the work on it began; `nil` if it was not recorded.
  public var began: Instant?
  /// When the work on it ended, and it was handed over.
  public var ended: Instant
  /// The time for which its content was computed; `nil` if it was not recorded.
  public var animationTime: Instant?
  /// When it was first displayed; `nil` if it never was because a later one took its place.
  public var photon: Instant?
  /// How far its commit missed the first latch after it was due, not positive if it was in time;
  /// `nil` if its due instant is unknown.
  public var overrun: Duration?
  /// Which unbroken stretch of motion it belongs to: a pause begins a new one.
  public var stretch: Int

  /// Creates an update.
  public init(
    began: Instant? = nil, ended: Instant, animationTime: Instant? = nil, photon: Instant?,
    overrun: Duration? = nil, stretch: Int = 0
  ) {
    self.began = began
    self.ended = ended
    self.animationTime = animationTime
    self.photon = photon
    self.overrun = overrun
    self.stretch = stretch
  }
}

extension PresentedUpdate {
  /// When it was displayed, or handed over.
  fileprivate func instant(by basis: FrameSeries.Basis) -> Instant? {
    basis == .displayed ? photon : ended
  }

  /// Returns the step of animation time minus that of display time since the frame before.
  ///
  ///     AE(i) = (τ(i) − τ(i−1)) − (R(i) − R(i−1))
  ///
  /// - Parameter previous: The update that was shown before this one.
  /// - Returns: The error; `nil` across a pause, without both animation times, or if one of the two
  ///   was never shown.
  /// - Source: PresentMon, metrics calculator, animation error of displayed frames.
  public func animationError(after previous: PresentedUpdate) -> Duration? {
    guard stretch == previous.stretch, let photon, let photonBefore = previous.photon,
      let animationTime, let animationTimeBefore = previous.animationTime
    else { return nil }
    return animationTimeBefore.duration(to: animationTime) - photonBefore.duration(to: photon)
  }
}

extension DriverRun {
  /// The updates in the latch intervals of the measured window, in order.
  ///
  /// - Complexity: O(n) for n updates and refreshes.
  var presentedUpdates: [PresentedUpdate] {
    let (vsyncs, guardTime, presentation) = (times.vsyncs, times.guardTime, presentation)
    var updates: [PresentedUpdate] = []
    // Where the last search for a deadline ended.
    var latch = 0
    for (index, update) in log.updates.enumerated() {
      let timing = presentation.timing(of: update)
      let refresh = Int(timing.refresh)
      guard times.window.contains(refresh) else { continue }
      let firing = log.firings[Int(update.firing)]
      latch = vsyncs.partitionIndex(near: latch) { $0 - guardTime > firing.due }
      let deadline = latch < vsyncs.count ? vsyncs[latch] - guardTime : nil
      let isShown = Int(presentation.shown[refresh]) == index
      updates.append(
        PresentedUpdate(
          began: Instant(nanoseconds: firing.began), ended: Instant(nanoseconds: update.ended),
          animationTime: Instant(nanoseconds: update.animationTime),
          photon: isShown ? Instant(nanoseconds: vsyncs[refresh]) : nil,
          overrun: deadline.map { .nanoseconds(timing.committed - $0) },
          stretch: log.stretch(of: Int(update.firing))))
    }
    return updates
  }
}

extension RunMeasurement {
  /// Returns the updates of a driver in the latch intervals of the measured window, in order.
  ///
  /// There are none for a driver that the trace does not know.
  ///
  /// - Complexity: O(n) for n updates and refreshes.
  public func presentedUpdates(of driver: String) -> [PresentedUpdate] {
    run(of: driver)?.presentedUpdates ?? []
  }

  /// Returns what the frame rules are applied to; `nil` if the trace has no such driver or
  /// no whole refresh after the warm-up.
  ///
  /// The period is the median distance of the vsyncs in the window, the upper one of two.
  public func frameSeries(of driver: String) -> FrameSeries? {
    guard let run = run(of: driver),
      let period = upperMedian(times.window.map { times.vsyncs[$0 + 1] - times.vsyncs[$0] })
    else { return nil }
    return FrameSeries(
      run.presentedUpdates, refreshPeriod: .nanoseconds(period), cadence: run.cadence ?? 1)
  }
}
