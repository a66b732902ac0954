/// What is asked of numbers beside their count, their sum and their extremes.
enum SampleMarks: Sendable {
  /// The percentiles of a ``Distribution``.
  case distribution
  /// The median.
  case median
  /// The 95th percentile.
  case worstTwentieth
  /// The 99th percentile, and what is at or above it.
  case tail
  /// The percentiles of a ``TaskDistribution``.
  case tasks

  /// The percentiles, in thousandths.
  var thousandths: [Int] {
    switch self {
    case .distribution: Distribution.thousandths
    case .median: [500]
    case .worstTwentieth: [950]
    case .tail: [990]
    case .tasks: TaskDistribution.thousandths
    }
  }

  /// Where they stand among so many sorted numbers, counted from 0.
  func positions(of count: Int) -> [Int] {
    thousandths.map { Percentile.position($0, of: count) }
  }
}
