import LabExperiment
import LabMetrics

/// Numbers as tables on a screen show them.
enum ReportNumber {
  /// Returns a number with as many decimals as its unit deserves: none for whole counts, one for means
  /// of counts, two for the rest.
  static func text(_ number: Double, _ unit: MetricUnit) -> String {
    switch unit {
    case .count, .refreshes: fixed(number, decimals: number == number.rounded() ? 0 : 1)
    default: fixed(number, decimals: 2)
    }
  }

  /// Returns a mean with half the width of its 95 % interval, if it has one.
  static func text(_ sample: SampleStatistics, _ unit: MetricUnit) -> String {
    guard let mean = sample.mean else { return "–" }
    let decimals = unit == .count || unit == .refreshes ? 1 : 2
    let half = sample.halfWidth.map { fixed($0, decimals: decimals) }
    guard let half, half != fixed(0, decimals: decimals) else { return text(mean, unit) }
    return "\(fixed(mean, decimals: decimals)) ±\(half)"
  }

  /// Returns a time in nanoseconds as milliseconds with two decimals.
  static func milliseconds(_ nanoseconds: Int64) -> String {
    fixed(Double(nanoseconds) / 1_000_000, decimals: 2)
  }

  static func fixed(_ number: Double, decimals: Int) -> String {
    let scale = decimals == 0 ? 1.0 : decimals == 1 ? 10 : 100
    let text = MetricValue.number((number * scale).rounded() / scale).description
    guard decimals > 0 else { return text }
    let parts = text.split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    return "\(parts[0])." + fraction + String(repeating: "0", count: decimals - fraction.count)
  }
}
