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

  /// - Parameters:
  ///   - errors: All AE, which are replaced by their magnitudes.
  ///   - durations: R(i) − R(i−1).
  ///   - times: The refreshes.
  init(_ errors: inout [Int64], durations: [Int64], _ times: RefreshTimes) {
    sum = exactSum(errors)
    rootMeanSquare = LabMetrics.rootMeanSquare(errors)
    replaceByMagnitudes(&errors)
    magnitude = Distribution(errors)
    let magnitudes = nearestDouble(to: exactSum(errors))
    let window = times.duration(of: times.window)
    rate = errors.isEmpty || window == 0 ? nil : 1000 * (magnitudes / Double(window))
    let shown = exactSum(durations)
    share = shown == 0 ? nil : 100 * (magnitudes / nearestDouble(to: shown))
  }
}
