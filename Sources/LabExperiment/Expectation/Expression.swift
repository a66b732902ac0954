/// A formula over the metrics of runs, in the base units of ``Quantity``.
indirect enum Expression: Sendable {
  case constant(Double)
  /// The value of a sweep.
  case swept(axis: Int, values: [Double])
  /// A measure, by its index in the expectation.
  case measure(Int)
  /// An aggregate, by its index in the expectation.
  case aggregate(Int)
  case operation(Operator, Expression, Expression)

  /// The four basic operations; the raw value is the sign.
  enum Operator: String, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "×"
    case over = "/"

    func apply(_ a: Double, _ b: Double) -> Double {
      switch self {
      case .plus: a + b
      case .minus: a - b
      case .times: a * b
      case .over: a / b
      }
    }

    /// Returns what the result measures, and how to treat it with 10⁹ because durations count in
    /// nanoseconds and frequencies in hertz; `nil` if the operands do not go together.
    func result(_ a: Dimension, _ b: Dimension) -> (dimension: Dimension, scaling: Operator?)? {
      switch (self, a, b) {
      case (.plus, _, _), (.minus, _, _): a == b ? (a, nil) : nil
      case (.times, _, .number), (.over, _, .number): (a, nil)
      case (.times, .number, _): (b, nil)
      // Division is exact where the result is whole; a factor of 10⁻⁹ would not be.
      case (.times, .time, .frequency), (.times, .frequency, .time): (.number, .over)
      case (.over, .number, .time): (.frequency, .times)
      case (.over, .number, .frequency): (.time, .times)
      case (.over, _, _): a == b ? (.number, nil) : nil
      default: nil
      }
    }
  }
}

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
    case count

    /// Returns the statistic; `nil` for no values.
    ///
    /// Percentiles are Hyndman-Fan type 1, so that each is one of the values.
    func apply(to values: [Double]) -> Double? {
      switch self {
      case .min: values.min()
      case .max: values.max()
      case .mean: values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
      case .median: percentile(50, of: values)
      case .p90: percentile(90, of: values)
      case .p99: percentile(99, of: values)
      case .count: Double(values.count)
      }
    }

    private func percentile(_ percent: Int, of values: [Double]) -> Double? {
      guard !values.isEmpty else { return nil }
      return values.sorted()[(values.count * percent + 99) / 100 - 1]
    }
  }
}
