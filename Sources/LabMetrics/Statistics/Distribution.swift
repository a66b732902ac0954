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

  // Nanoseconds in a word each: a duration has two, and a driver has a dozen distributions, which
  // are copied whenever one of its metrics is read.
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

  /// Creates the distribution of a column, or `nil` if it is empty or asked for other percentiles.
  init?(_ column: borrowing SampleColumn) {
    guard column.marks == .distribution, let (least, most) = column.extremes else { return nil }
    let count = column.count
    self.count = count
    (self.least, self.most) = (least, most)
    sum = column.sum
    middle = roundedMean(sum, of: count)
    // Few numbers are sorted once, and need no list of percentiles beside.
    let sorted = column.sortedFew
    let percentiles = sorted == nil ? column.percentiles(Self.thousandths) : []
    func percentile(_ index: Int) -> Int64 {
      sorted.map { $0[Percentile.position(Self.thousandths[index], of: count)] }
        ?? percentiles[index]
    }
    half = percentile(0)
    ninety = percentile(1)
    ninetyFive = percentile(2)
    ninetyNine = percentile(3)
    last = percentile(4)
  }
}
