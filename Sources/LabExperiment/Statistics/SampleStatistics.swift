import LabKernel
import LabMetrics

/// The statistics of a sample, such as one metric over replications.
///
/// No result depends on the order of the values.
package struct SampleStatistics {
  /// The values in ascending order.
  package let sorted: [Double]

  package init(_ values: [Double]) {
    sorted = values.sorted()
  }

  /// How many values there are.
  package var count: Int { sorted.count }

  /// The smallest value; `nil` without values.
  package var min: Double? { sorted.first }

  /// The largest value; `nil` without values.
  package var max: Double? { sorted.last }

  /// The mean; `nil` without values.
  package var mean: Double? {
    sorted.isEmpty ? nil : sorted.reduce(0, +) / Double(sorted.count)
  }

  /// The variance with n − 1; `nil` with fewer than two values.
  package var variance: Double? {
    guard sorted.count > 1, let mean else { return nil }
    return sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(sorted.count - 1)
  }

  /// The standard deviation with n − 1; `nil` with fewer than two values.
  package var deviation: Double? { variance?.squareRoot() }

  /// Half the width of the 95 % interval for the mean; `nil` with fewer than two values.
  ///
  ///     t(0.975, n − 1) × sd / √n
  package var halfWidth: Double? {
    deviation.map {
      StudentQuantile.of(degrees: sorted.count - 1) * $0 / Double(sorted.count).squareRoot()
    }
  }

  /// The 95 % interval for the mean; `nil` with fewer than two values.
  package var interval: ClosedRange<Double>? {
    guard let mean, let halfWidth else { return nil }
    return mean - halfWidth...mean + halfWidth
  }

  /// The value of a rank, Hyndman–Fan type 1: `sorted[⌈n × share⌉ − 1]`; `nil` without values.
  package func quantile(_ share: Double) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let rank = (Double(sorted.count) * share).rounded(.up)
    return sorted[Swift.max(0, Swift.min(sorted.count, Int(rank)) - 1)]
  }
}

/// The statistics of the differences between two arms that met the same draws.
///
/// What both arms have in common cancels in the difference, so that its interval is narrower than
/// that of two independent samples.
package struct PairedStatistics {
  /// The differences, first − second.
  package let differences: SampleStatistics
  /// How many times as many replications independent draws would have needed for the same interval.
  ///
  ///     (var(first) + var(second)) / var(first − second)
  ///
  /// `nil` with fewer than two pairs, or if the differences do not vary.
  ///
  /// - Source: A. M. Law, "Simulation modeling and analysis", 5th edition, section 11.2.
  package let varianceReduction: Double?

  /// Takes the pairs in which both values are defined.
  package init(_ pairs: some Sequence<(Double?, Double?)>) {
    var (first, second): ([Double], [Double]) = ([], [])
    for case (let one?, let other?) in pairs {
      first.append(one)
      second.append(other)
    }
    let differences = SampleStatistics(zip(first, second).map { $0 - $1 })
    let apart = SampleStatistics(first).variance.flatMap { one in
      SampleStatistics(second).variance.map { one + $0 }
    }
    let ratio = apart.flatMap { apart in differences.variance.map { apart / $0 } }
    self.differences = differences
    // Differences that vary by a rounding error alone do not vary.
    varianceReduction = ratio.flatMap { $0 < 0x1p80 ? $0 : nil }
  }
}

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
