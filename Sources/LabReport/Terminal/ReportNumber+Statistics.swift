import LabAnswer
import LabExperiment
import LabMetrics

extension ReportNumber {
  /// Returns a mean with half the width of its 95 % interval, if it has one.
  static func text(_ sample: SampleStatistics, _ unit: MetricUnit) -> String {
    guard let mean = sample.mean else { return "–" }
    let decimals = decimals(of: mean, unit == .count || unit == .refreshes ? 1 : 2)
    guard let half = sample.halfWidth, rounds(half, to: decimals) != 0 else {
      return text(mean, unit)
    }
    return "\(fixed(mean, decimals: decimals)) ±\(fixed(half, decimals: decimals))"
  }
}
