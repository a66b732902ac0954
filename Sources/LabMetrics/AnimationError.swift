/// How far the motion of the content departs from the motion of the display.
///
///     AE(i) = (τ(i) − τ(i−1)) − (R(i) − R(i−1))
///
/// over consecutive shown updates, with τ the animation time and R the photon. Positive: the
/// content jumped ahead; negative: it hung back. The first shown update of the window and the first
/// one after a pause have none. Drop counters are blind to it.
///
/// - Source: PresentMon, metrics calculator, animation error of displayed frames.
public struct AnimationError: Hashable, Sendable {
  /// The distribution of |AE|; `nil` for fewer than two shown updates.
  public let magnitude: Distribution?
  /// The root of the mean square of AE; `nil` for fewer than two shown updates.
  public let rootMeanSquare: Duration?
  /// Σ |AE| per time in milliseconds per second; `nil` for fewer than two shown updates.
  ///
  ///     rate = Σ |AE| [ms] / window [s]
  public let rate: Double?

  init(_ steps: ShownSteps, _ times: RefreshTimes) {
    let magnitudes = steps.errors.map { abs($0) }
    magnitude = Distribution(magnitudes)
    rootMeanSquare = LabMetrics.rootMeanSquare(steps.errors)
    let duration = times.duration(of: times.window)
    rate =
      magnitudes.isEmpty || duration == 0
      ? nil : 1000 * (Double(exactSum(magnitudes)) / Double(duration))
  }
}

/// The steps from one shown update to the next in the window, except across pauses.
struct ShownSteps: Sendable {
  /// The refresh at the end of each step.
  private(set) var refreshes: [Int32] = []
  /// The animation error of each step.
  private(set) var errors: [Int64] = []
  /// The steps of animation time and of light between both ends of every unbroken run of steps.
  private(set) var travelled: Int128 = 0

  init(_ log: DriverLog, _ presentation: Presentation, _ times: RefreshTimes) {
    refreshes.reserveCapacity(times.window.count)
    errors.reserveCapacity(times.window.count)
    var first: (offset: Int64, epoch: Int32)?
    var previous: Int64 = 0
    for refresh in times.window where presentation.shown[refresh] >= 0 {
      let update = log.updates[Int(presentation.shown[refresh])]
      let epoch = log.firings[Int(update.firing)].epoch
      let offset = update.animationTime - times.vsyncs[refresh]
      if let first, first.epoch == epoch {
        refreshes.append(Int32(refresh))
        errors.append(offset - previous)
      } else {
        travelled += Int128(previous) - Int128(first?.offset ?? previous)
        first = (offset, epoch)
      }
      previous = offset
    }
    travelled += Int128(previous) - Int128(first?.offset ?? previous)
  }
}
