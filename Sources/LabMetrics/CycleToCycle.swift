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

  init(_ firings: ArraySlice<Firing>) {
    var changes: [Int64] = []
    changes.reserveCapacity(firings.count)
    var previous: Int64?
    for (before, firing) in zip(firings, firings.dropFirst()) {
      guard before.epoch == firing.epoch, firing.missed == 0 else {
        previous = nil
        continue
      }
      let interval = firing.began - before.began
      if let previous { changes.append(abs(interval - previous)) }
      previous = interval
    }
    max = changes.max().map { .nanoseconds($0) }
    mean =
      changes.isEmpty
      ? nil : .nanoseconds(roundedMean(exactSum(changes), of: changes.count))
    rootMeanSquare = LabMetrics.rootMeanSquare(changes)
  }
}
