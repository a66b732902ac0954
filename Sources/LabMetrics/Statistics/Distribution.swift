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
  /// The 98th percentile.
  public let p98: Duration
  /// The 99th percentile.
  public let p99: Duration
  /// The 99.9th percentile.
  public let p999: Duration
  /// The largest value.
  public let max: Duration
  /// The exact sum of all values.
  let sum: Int128

  /// Creates the distribution of values in nanoseconds, or `nil` if there are none.
  ///
  /// - Complexity: O(n).
  package init?(_ values: [Int64]) {
    guard let (least, most) = extremes(values.span) else { return nil }
    (min, max) = (.nanoseconds(least), .nanoseconds(most))
    count = values.count
    sum = exactSum(values)
    mean = .nanoseconds(roundedMean(sum, of: count))
    let percentiles = percentiles([500, 900, 950, 980, 990, 999], of: values)
      .map { Duration.nanoseconds($0) }
    (p50, p90, p95) = (percentiles[0], percentiles[1], percentiles[2])
    (p98, p99, p999) = (percentiles[3], percentiles[4], percentiles[5])
  }
}

/// The greatest of some durations, those at or above the 99th percentile.
struct Tail: Sendable {
  let bound: Int64
  /// How many there are, and their sum.
  let count: Int
  let total: Int128
  /// The duration at which the greatest have filled a hundredth of the sum of all.
  let filling: Int64?
  /// The sum of all.
  let sum: Int128

  /// Finds the tail of durations, none of them negative; `nil` without any.
  init?(_ values: [Int64]) {
    guard !values.isEmpty else { return nil }
    let bound = percentiles([990], of: values)[0]
    let tail = values.filter { $0 >= bound }.sorted(by: >)
    let sum = exactSum(values)
    var filled: Int128 = 0
    filling = tail.first { value in
      filled += Int128(value)
      return 100 * filled >= sum
    }
    (self.bound, self.sum, count, total) = (bound, sum, tail.count, exactSum(tail))
  }
}

/// Where percentiles stand in a sorted sample: always at an observed value.
///
///     p(q) = sorted[⌈n q⌉ − 1]
///
/// - Source: Hyndman and Fan, "Sample quantiles in statistical packages", definition 1.
package enum Percentile {
  /// Finds the position of a percentile in thousandths, 500 for the median, among so many sorted
  /// values, at least 1.
  ///
  /// - Returns: The position, counted from 0.
  package static func position(_ thousandths: Int, of count: Int) -> Int {
    (count * thousandths + 999) / 1000 - 1
  }
}

/// Returns percentiles, ascending and in thousandths, of values of which there are some.
func percentiles(_ thousandths: [Int], of values: [Int64]) -> [Int64] {
  select(values, at: thousandths.map { Percentile.position($0, of: values.count) })
}
