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
  public var min: Duration { .nanoseconds(least) }
  /// The arithmetic mean.
  public var mean: Duration { .nanoseconds(middle) }
  /// The median, the lower one of two.
  public var p50: Duration { .nanoseconds(half) }
  /// The 90th percentile.
  public var p90: Duration { .nanoseconds(ninety) }
  /// The 95th percentile.
  public var p95: Duration { .nanoseconds(ninetyFive) }
  /// The 99th percentile.
  public var p99: Duration { .nanoseconds(ninetyNine) }
  /// The 99.9th percentile.
  public var p999: Duration { .nanoseconds(last) }
  /// The largest value.
  public var max: Duration { .nanoseconds(most) }

  // Nanoseconds in a word each: a duration has two.
  private let least: Int64
  private let middle: Int64
  private let half: Int64
  private let ninety: Int64
  private let ninetyFive: Int64
  private let ninetyNine: Int64
  private let last: Int64
  private let most: Int64
  /// The exact sum of all values.
  let sum: Int128

  /// Creates the distribution of values in nanoseconds, or `nil` if there are none.
  ///
  /// - Complexity: O(n).
  init?(_ values: [Int64]) {
    guard let (least, most) = extremes(values.span) else { return nil }
    count = values.count
    (self.least, self.most) = (least, most)
    sum = exactSum(values)
    middle = roundedMean(sum, of: count)
    let percentiles = percentiles([500, 900, 950, 990, 999], of: values)
    (half, ninety, ninetyFive) = (percentiles[0], percentiles[1], percentiles[2])
    (ninetyNine, last) = (percentiles[3], percentiles[4])
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
  /// Finds the position of a percentile among so many sorted values, at least 1.
  ///
  /// - Parameters:
  ///   - thousandths: The share, 500 for the median.
  ///   - count: How many values there are.
  /// - Returns: The position, counted from 0.
  package static func position(_ thousandths: Int, of count: Int) -> Int {
    (count * thousandths + 999) / 1000 - 1
  }
}

/// Returns percentiles, ascending and in thousandths, of values of which there are some.
func percentiles(_ thousandths: [Int], of values: [Int64]) -> [Int64] {
  select(values, at: thousandths.map { Percentile.position($0, of: values.count) })
}
