import LabKernel

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
  /// Σ |AE| as a share of the time between the shown updates in percent; `nil` for fewer than two.
  public let share: Double?

  /// Σ AE in nanoseconds.
  let sum: Int128

  init(_ columns: borrowing FrameColumns, window: Int64) {
    let errors = columns.errors
    sum = columns.signedErrors.value
    rootMeanSquare = errors.isEmpty ? nil : columns.squaredErrors.root(over: errors.count)
    magnitude = Distribution(errors)
    let magnitudes = nearestDouble(to: errors.sum)
    rate = errors.isEmpty || window == 0 ? nil : 1000 * (magnitudes / Double(window))
    let shown = columns.durations.sum
    share = shown == 0 ? nil : 100 * (magnitudes / nearestDouble(to: shown))
  }
}
