/// What the display showed of one driver, in the refreshes of the window.
public struct FrameMetrics: Hashable, Sendable {
  /// How the firings fall on the refreshes.
  public let firings: FiringsPerRefresh
  /// What each refresh showed, and what became of the updates.
  public let refreshes: RefreshCounts
  /// How many of the wanted frames came; `nil` if no target is declared.
  public let slots: SlotCounts?
  /// How long the motion stuck; `nil` if there is no notion of that either.
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
  /// The share of the thread's work that went into updates that were not shown, in percent; `nil` if it
  /// did no work.
  public let wastedWork: Double?

  init(
    _ analysis: DriverAnalysis, _ walk: borrowing TraceWalk, _ buffers: inout BufferPool
  ) {
    let log = analysis.log
    let times = analysis.times
    let presentation = analysis.presentation
    firings = FiringsPerRefresh(log, times)
    refreshes = RefreshCounts(presentation, times)
    slots =
      analysis.slots.isDeclared
      ? SlotCounts(analysis.slots, new: refreshes.new, times, &buffers) : nil
    hitches = analysis.hasHitches ? Hitches(analysis) : nil
    var columns = FrameColumns(analysis, &buffers)
    latency = Latency(columns)
    rates = FrameRates(columns.durations, new: refreshes.new, times)
    animationError = AnimationError(&columns.errors, durations: columns.durations, times)
    judder = Judder(&columns.deviations)
    lateFrames = LateFrames(columns.latenesses)
    columns.giveBack(to: &buffers)
    content = analysis.content.map { ContentMetrics($0, presentation) }
    inputToPhoton = Distribution(InputLatency(log, presentation, times, walk.inputs).latencies)
    let wasted = presentation.unseen.reduce(into: Int64(0)) { sum, index in
      guard presentation.outcome(of: Int(index)) != .open else { return }
      let update = log.updates[Int(index)]
      sum += update.ended - log.firings[Int(update.firing)].began
    }
    wastedWork = walk.thread.busy > 0 ? 100 * Double(wasted) / Double(walk.thread.busy) : nil
  }
}
