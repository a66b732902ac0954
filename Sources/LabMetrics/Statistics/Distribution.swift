/// What a sample of durations says: extremes, mean and percentiles.
///
/// A percentile is always an observed value:
///
///     p(q) = sorted[⌈n q⌉ − 1]
///
/// The mean is rounded half to even on whole nanoseconds, from an exact sum.
///
/// - Source: Hyndman and Fan, "Sample quantiles in statistical packages", definition 1.
public struct Distribution: Hashable, Sendable {
  /// How many values there are; at least 1.
  public let count: Int
  /// The smallest value.
  public let min: Duration
  /// The arithmetic mean.
  public let mean: Duration
  /// The median, the lower one of two.
  public let p50: Duration
  /// The 90th percentile.
  public let p90: Duration
  /// The 95th percentile.
  public let p95: Duration
  /// The 99th percentile.
  public let p99: Duration
  /// The 99.9th percentile.
  public let p999: Duration
  /// The largest value.
  public let max: Duration

  /// Creates the distribution of values in nanoseconds, or `nil` if there are none.
  ///
  /// - Complexity: O(n).
  init?(_ values: [Int64]) {
    guard let (least, most) = extremes(values) else { return nil }
    let count = values.count
    let positions = [500, 900, 950, 990, 999].map { Percentile.position($0, of: count) }
    let selected = select(values.span, at: positions, within: (least, most))
      .map { Duration.nanoseconds($0) }
    self.count = count
    min = .nanoseconds(least)
    mean = .nanoseconds(roundedMean(exactSum(values), of: count))
    p50 = selected[0]
    p90 = selected[1]
    p95 = selected[2]
    p99 = selected[3]
    p999 = selected[4]
    max = .nanoseconds(most)
  }
}
