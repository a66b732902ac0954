/// What the display showed of one driver, in the refreshes of the window.
public struct FrameMetrics: Hashable, Sendable {
  /// How the firings fall on the refreshes.
  public let firings: FiringsPerRefresh
  /// What each refresh showed, and what became of the updates.
  public let refreshes: RefreshCounts
  /// How many of the wanted frames came; `nil` if no target is declared.
  public let slots: SlotCounts?
  /// How long the motion stuck; `nil` if that is not defined either.
  public let hitches: Hitches?
  /// How far the motion of the content departs from that of the display.
  public let animationError: AnimationError
  /// How old the frames were.
  public let latency: Latency
  /// What the eye saw of what the driver moves; `nil` if that is nothing.
  public let content: ContentMetrics?
  /// How long the effects of inputs took to show; `nil` if no shown update answered one.
  public let inputToPhoton: Distribution?
  /// Which frames were shown late.
  public let lateFrames: LateFrames
  /// How unevenly new frames came.
  public let judder: Judder
  /// How many new frames came in a second.
  public let rates: FrameRates
  /// The share of the thread's work that went into updates that were not shown, in percent; `nil`
  /// if it did no work.
  public let wastedWork: Double?

  init(
    _ log: borrowing DriverLog, _ measurement: inout DriverMeasurement,
    _ meter: borrowing RunMeter, _ times: borrowing RefreshTimes
  ) {
    let window = times.vsyncs[times.window.upperBound] - (meter.windowBegin ?? 0)
    let hasHitches = measurement.slots.isDeclared || times.isAdaptive
    firings = FiringsPerRefresh(measurement.firings)
    refreshes = RefreshCounts(
      measurement.presentation.arrivals, new: measurement.frames.new, of: times.window.count)
    self.slots =
      measurement.slots.isDeclared
      ? SlotCounts(
        measurement.slots, measurement.seconds, causes: measurement.causes, new: refreshes.new)
      : nil
    hitches = hasHitches ? Hitches(measurement.hitches, active: measurement.slots.activeTime) : nil
    latency = Latency(measurement.frames)
    rates = FrameRates(measurement.frames, window: window)
    animationError = AnimationError(measurement.frames, window: window)
    judder = Judder(measurement.frames)
    lateFrames = LateFrames(measurement.frames)
    content = measurement.content.metrics(log)
    inputToPhoton = Distribution(measurement.inputs.latencies)
    let (busy, wasted) = (meter.walk.thread.busy, measurement.conservation.wastedTime)
    wastedWork = busy > 0 ? 100 * Double(wasted) / Double(busy) : nil
  }
}
