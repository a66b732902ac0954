import LabKernel

/// What a quantity of tasks comes to; each percentile is an observed value.
public struct TaskDistribution: Hashable, Sendable {
  /// How many tasks have the quantity; at least 1.
  public let count: Int
  /// The arithmetic mean, rounded half to even on whole nanoseconds.
  public let mean: Duration
  /// The median, the lower one of two.
  public let p50: Duration
  /// The 98th percentile.
  public let p98: Duration
  /// The largest value.
  public let max: Duration
  /// The exact sum of all values, in nanoseconds.
  let sum: Int128

  /// The percentiles, in thousandths.
  static let thousandths = [500, 980]

  /// Creates the distribution of a column, or `nil` if it is empty.
  init?(_ column: borrowing SampleColumn) {
    guard let (_, most) = column.extremes else { return nil }
    let percentiles = column.percentiles(Self.thousandths)
    count = column.count
    sum = column.sum
    mean = .nanoseconds(roundedMean(column.sum, of: column.count))
    (p50, p98) = (.nanoseconds(percentiles[0]), .nanoseconds(percentiles[1]))
    max = .nanoseconds(most)
  }
}
