/// The values of a sample that are far from the others.
///
/// A value is so if it lies more than ten robust standard deviations from the median:
///
///     |x − median| > 10 s,  s = 1.4826 × MAD,  MAD = median |x − median|
///
/// Where more than half of the values are equal, so that MAD is 0, s = 1.2533 × the mean of |x −
/// median|. Fewer than ten values have no outlier, and a value within a tenth of the median is
/// none: what hardly differs may be far from others that differ even less.
///
/// - Source: Iglewicz and Hoaglin, "How to Detect and Handle Outliers" (1993), the modified
///   z-score; the threshold of ten and the least number of runs are those of hyperfine; the second
///   s is that of IBM's modified z-score.
package struct Outliers {
  /// How many values there must be.
  package static let leastCount = 10
  /// How many robust standard deviations are far.
  package static let threshold = 10.0

  /// Which part of the median a value must differ by.
  static let leastPart = 0.1

  /// A value that is far from the others.
  package struct Outlier {
    /// Its position in the sample.
    package let position: Int
    package let value: Double
    /// How many robust standard deviations it lies from the median.
    package let distance: Double
  }

  /// The middle of the sample; `nil` without a value.
  package let median: Double?
  /// The outliers in the order of the sample.
  package let all: [Outlier]

  /// Looks for outliers in a sample.
  package init(_ values: [Double]) {
    median = Self.median(of: values)
    guard values.count >= Self.leastCount, let median else {
      all = []
      return
    }
    let distances = values.map { ($0 - median).magnitude }
    var scale = 1.4826 * (Self.median(of: distances) ?? 0)
    if scale == 0 { scale = 1.2533 * distances.reduce(0, +) / Double(distances.count) }
    guard scale > 0 else {
      all = []
      return
    }
    let least = max(Self.threshold * scale, Self.leastPart * median.magnitude)
    all = values.indices.filter { distances[$0] > least }.map {
      Outlier(position: $0, value: values[$0], distance: distances[$0] / scale)
    }
  }

  /// The middle value, or the mean of the two in the middle.
  private static func median(of values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
