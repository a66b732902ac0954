/// How abruptly the time between firings changes.
///
///     c(i) = I(i) − I(i−1),  I(i) = began(i) − began(i−1)
///
/// Only pairs of intervals count in which nothing was missed and that no pause separates.
///
/// - Source: SiTime, "Clock jitter definitions and measurement methods", cycle-to-cycle jitter.
public struct CycleToCycle: Hashable, Sendable {
  /// The largest |c|; `nil` without a pair.
  public let max: Duration?
  /// The mean of |c|, rounded half to even; `nil` without a pair.
  public let mean: Duration?
  /// The root of the mean square of c; `nil` without a pair.
  public let rootMeanSquare: Duration?

  init(_ steps: FiringSteps) {
    let cycles = steps.cycles
    var most: Int64 = 0
    var sum: Int128 = 0
    for cycle in cycles {
      most = Swift.max(most, abs(cycle))
      sum += Int128(abs(cycle))
    }
    max = cycles.isEmpty ? nil : .nanoseconds(most)
    mean = cycles.isEmpty ? nil : .nanoseconds(roundedMean(sum, of: cycles.count))
    rootMeanSquare = LabMetrics.rootMeanSquare(steps.cycles)
  }
}
