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
