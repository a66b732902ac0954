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
    var sorted: [Int64] = []
    self.init(&column, sorting: &sorted)
  }

  /// Creates the distribution of a column, or `nil` if it is empty or asked for other percentiles.
  ///
  /// - Parameters:
  ///   - column: The column, which is not changed; one that is not lent as an address is copied.
  ///   - sorted: Memory in which a few numbers are sorted.
  init?(_ column: inout SampleColumn, sorting sorted: inout [Int64]) {
    guard column.marks == .distribution, let (least, most) = column.extremes else { return nil }
    let count = column.count
    self.count = count
    (self.least, self.most) = (least, most)
    sum = column.sum
    middle = roundedMean(sum, of: count)
    // Few numbers are sorted once, and need no list of percentiles beside.
    let percentiles =
      column.sortFew(into: &sorted) ? nil : column.percentiles(Self.thousandths)
    let values = sorted
    func percentile(_ index: Int) -> Int64 {
      percentiles?[index] ?? values[Percentile.position(Self.thousandths[index], of: count)]
    }
    half = percentile(0)
    ninety = percentile(1)
    ninetyFive = percentile(2)
    ninetyNine = percentile(3)
    last = percentile(4)
  }
}
