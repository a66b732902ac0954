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

  init(_ columns: borrowing FiringSamples) {
    let cycles = columns.cycles
    guard cycles.count > 0 else {
      (max, mean, rootMeanSquare) = (nil, nil, nil)
      return
    }
    max = .nanoseconds(cycles.most)
    mean = .nanoseconds(roundedMean(cycles.sum, of: cycles.count))
    rootMeanSquare = cycles.squares.root(over: cycles.count)
  }
}
