import LabLanguage

/// A metric of some drivers.
struct Measure: Sendable {
  /// Which of the expectation's subjects is measured.
  let subject: Int
  let metric: String
  let dimension: Dimension
}

/// A statistic of an expression over the replications of a sweep point.
struct Aggregate: Sendable {
  let statistic: Statistic
  let expression: Expression
  let dimension: Dimension
  /// As it is written.
  let text: String
}

extension Statistic {
  /// Returns the statistic; `nil` if there are too few values for it.
  ///
  /// Percentiles are Hyndman-Fan type 1, so that each is one of the values.
  func apply(to values: [Double]) -> Double? {
    let sample = SampleStatistics(values)
    switch self {
    case .min: return values.min()
    case .max: return values.max()
    case .mean: return sample.mean
    case .median: return sample.quantile(0.5)
    case .p90: return sample.quantile(0.9)
    case .p99: return sample.quantile(0.99)
    case .sd: return sample.deviation
    case .se: return sample.deviation.map { $0 / Double(sample.count).squareRoot() }
    case .count: return Double(sample.count)
    }
  }
}
