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

  enum Statistic: String, CaseIterable, Sendable {
    case min
    case max
    case mean
    case median
    case p90
    case p99
    case sd
    case se
    case count

    /// Returns the statistic; `nil` if there are too few values for it.
    ///
    /// Percentiles are Hyndman-Fan type 1, so that each is one of the values.
    func apply(to values: [Double]) -> Double? {
      switch self {
      case .min: values.min()
      case .max: values.max()
      case .mean: mean(of: values)
      case .median: percentile(50, of: values)
      case .p90: percentile(90, of: values)
      case .p99: percentile(99, of: values)
      case .sd: deviation(of: values)
      case .se: deviation(of: values).map { $0 / Double(values.count).squareRoot() }
      case .count: Double(values.count)
      }
    }

    private func mean(of values: [Double]) -> Double? {
      values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    /// The deviation of a sample, with n − 1.
    private func deviation(of values: [Double]) -> Double? {
      guard values.count > 1, let mean = mean(of: values) else { return nil }
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return (squares / Double(values.count - 1)).squareRoot()
    }

    private func percentile(_ percent: Int, of values: [Double]) -> Double? {
      guard !values.isEmpty else { return nil }
      return values.sorted()[(values.count * percent + 99) / 100 - 1]
    }
  }
}
