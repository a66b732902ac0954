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

  /// The percentiles, in thousandths.
  static let thousandths = [500, 900, 950, 990, 999]

  /// Creates the distribution of values in nanoseconds, or `nil` if there are none.
  ///
  /// - Complexity: O(n).
  init?(_ values: [Int64]) {
    var column = SampleColumn(room: .max)
    for value in values { column.add(value) }
    self.init(column)
  }

  /// Creates the distribution of a column, or `nil` if it is empty.
  init?(_ column: borrowing SampleColumn) {
    guard let (least, most) = column.extremes else { return nil }
    let count = column.count
    self.count = count
    min = .nanoseconds(least)
    mean = .nanoseconds(roundedMean(column.sum, of: count))
    max = .nanoseconds(most)
    if let sorted = column.sortedFew {
      func percentile(_ thousandths: Int) -> Duration {
        .nanoseconds(sorted[Percentile.position(thousandths, of: count)])
      }
      p50 = percentile(500)
      p90 = percentile(900)
      p95 = percentile(950)
      p99 = percentile(990)
      p999 = percentile(999)
    } else {
      let percentiles = column.percentiles(Self.thousandths).map { Duration.nanoseconds($0) }
      p50 = percentiles[0]
      p90 = percentiles[1]
      p95 = percentiles[2]
      p99 = percentiles[3]
      p999 = percentiles[4]
    }
  }
}
