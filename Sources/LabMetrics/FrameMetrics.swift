/// What the display showed of one driver, in the refreshes of the window.
public struct FrameMetrics: Hashable, Sendable {
  /// How the firings fall on the refreshes.
  public let firings: FiringsPerRefresh
  /// What each refresh showed, and what became of the updates.
  public let refreshes: RefreshCounts
  /// How many of the wanted frames came.
  public let slots: SlotCounts
  /// How long the motion stuck.
  public let hitches: Hitches
  /// How far the motion of the content departs from that of the display.
  public let animationError: AnimationError
  /// How old the pictures were.
  public let latency: Latency
  /// What the eye saw of what the driver moves; `nil` if that is nothing.
  public let content: ContentMetrics?

  init(_ analysis: DriverAnalysis) {
    let log = analysis.log
    let times = analysis.times
    let presentation = analysis.presentation
    firings = FiringsPerRefresh(log, times)
    refreshes = RefreshCounts(log, presentation, times)
    slots = SlotCounts(analysis.slots, new: refreshes.new, times)
    hitches = Hitches(analysis.slots, times)
    animationError = AnimationError(analysis.steps, times)
    latency = Latency(log, presentation, times)
    content = analysis.content.map { ContentMetrics($0, presentation) }
  }
}
