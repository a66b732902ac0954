import LabMetrics

/// The statistics of one metric over replications.
struct SampleStatistics {
  private let sorted: [Double]

  init(_ values: [Double]) {
    sorted = values.sorted()
  }

  /// The mean; `nil` without values.
  var mean: Double? {
    sorted.isEmpty ? nil : sorted.reduce(0, +) / Double(sorted.count)
  }

  /// The standard deviation with n − 1; `nil` with fewer than two values.
  var deviation: Double? {
    guard sorted.count > 1, let mean else { return nil }
    let squares = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(sorted.count - 1)).squareRoot()
  }

  /// Half the width of the 95 % interval for the mean; `nil` with fewer than two values.
  ///
  ///     t(0.975, n − 1) × sd / √n
  var halfWidth: Double? {
    deviation.map {
      studentQuantile(degrees: sorted.count - 1) * $0 / Double(sorted.count).squareRoot()
    }
  }

  /// The value of a rank, Hyndman–Fan type 1: `sorted[⌈n × share⌉ − 1]`; `nil` without values.
  func quantile(_ share: Double) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let rank = (Double(sorted.count) * share).rounded(.up)
    return sorted[max(0, min(sorted.count, Int(rank)) - 1)]
  }

  /// Mean, deviation, interval, extremes and quantiles as the fields of a CSV row.
  var fields: [String] {
    let low = mean.flatMap { mean in halfWidth.map { mean - $0 } }
    let high = mean.flatMap { mean in halfWidth.map { mean + $0 } }
    let values = [
      mean, deviation, low, high, sorted.first, quantile(0.5), quantile(0.9), quantile(0.99),
      sorted.last,
    ]
    return values.map { $0.map { MetricValue.number($0).description } ?? "" }
  }
}

/// Returns the 97.5 % quantile of Student's t distribution.
///
/// From a table up to 30 degrees of freedom; above, by the first terms of the expansion about the
/// normal quantile z, which is then right to four digits:
///
///     t ≈ z + (z³ + z) / 4ν + (5z⁵ + 16z³ + 3z) / 96ν²
///
/// - Source: Abramowitz and Stegun, "Handbook of mathematical functions", 26.7.5 and table 26.10.
func studentQuantile(degrees: Int) -> Double {
  let table = [
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788,
    2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639,
    2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
  ]
  if degrees <= table.count { return table[max(0, degrees - 1)] }
  let z = 1.959963984540054
  let cube = z * z * z
  let degrees = Double(degrees)
  return z + (cube + z) / (4 * degrees)
    + (5 * cube * z * z + 16 * cube + 3 * z) / (96 * degrees * degrees)
}
