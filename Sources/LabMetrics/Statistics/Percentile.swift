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
