/// What the display showed of one driver, in the refreshes of the window.
public struct FrameMetrics: Sendable {
  let sums: DriverSums

  /// How the firings fall on the refreshes.
  public var firings: FiringsPerRefresh { sums.calculators.firings }
  /// What each refresh showed, and what became of the updates.
  public var refreshes: RefreshCounts { sums.refreshes }
  /// How many of the wanted frames came; `nil` if no target is declared.
  public var slots: SlotCounts? { sums.slots }
  /// How long the motion stuck; `nil` if that is not defined either.
  public var hitches: Hitches? { sums.hitches }
  /// The magnitude of the animation error; `nil` for fewer than two shown frames.
  public var animationError: Distribution? { sums[.animationError] }
  /// What the eye saw of what the driver moves; `nil` if that is nothing.
  public var content: ContentMetrics? { sums.content }
  /// Which frames were shown late.
  public var lateFrames: LateFrames { LateFrames(sums.calculators.frames) }
}
