import LabKernel
import LabLanguage

/// A formula over the values of sweeps and the metrics of runs, in the base units of ``Quantity``.
indirect enum Expression: Sendable {
  case constant(Fraction)
  /// The value of a sweep.
  case swept(axes: [Axis], values: [Fraction])
  /// A measure, by its index in the expectation.
  case measure(Int)
  /// An aggregate, by its index in the expectation.
  case aggregate(Int)
  /// What a search found, by its name.
  case finding(String)
  case operation(Operator, Expression, Expression)
  case closedForm(ClosedForm, [Expression])

  /// Returns the value at a point; `nil` if it is undefined.
  ///
  /// - Parameters:
  ///   - point: The index of the chosen value on every axis.
  ///   - measured: Returns the value of a measure or an aggregate.
  /// - Returns: The value in base units.
  func value(at point: [Int], _ measured: (Expression) -> Double?) -> Double? {
    switch self {
    case .constant(let value): return value.approximate
    case .swept(let axes, let values): return values[axes.position(of: point)].approximate
    case .measure, .aggregate, .finding: return measured(self)
    case .operation(let operation, let a, let b):
      guard let a = a.value(at: point, measured), let b = b.value(at: point, measured) else {
        return nil
      }
      let result = operation.apply(a, b)
      return result.isFinite ? result : nil
    case .closedForm(let form, let arguments):
      let values = arguments.compactMap { $0.value(at: point, measured) }
      guard values.count == arguments.count, let result = form.apply(values) else { return nil }
      return result.isFinite ? result : nil
    }
  }

  /// Returns the exact value at a point; `nil` if it is undefined, measured, or has too many
  /// digits.
  func exactValue(at point: [Int]) -> Fraction? {
    switch self {
    case .constant(let value): return value
    case .swept(let axes, let values): return values[axes.position(of: point)]
    case .measure, .aggregate, .finding: return nil
    case .operation(let operation, let a, let b):
      guard let a = a.exactValue(at: point), let b = b.exactValue(at: point) else { return nil }
      return operation.apply(a, b)
    case .closedForm: return value(at: point) { _ in nil }.flatMap(Fraction.init(rounding:))
    }
  }

  /// The axes on which the value of the formula depends.
  var axes: Set<Int> {
    switch self {
    case .constant, .measure, .aggregate, .finding: []
    case .swept(let axes, _): Set(axes.map { $0.index })
    case .operation(_, let a, let b): a.axes.union(b.axes)
    case .closedForm(_, let arguments): arguments.reduce(into: []) { $0.formUnion($1.axes) }
    }
  }

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

    func apply(_ a: Fraction, _ b: Fraction) -> Fraction? {
      switch self {
      case .plus: a.adding(b)
      case .minus: a.adding(b.negated)
      case .times: a.multiplied(by: b)
      case .over: a.divided(by: b)
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
      case (.times, .length, .frequency), (.times, .frequency, .length): (.speed, nil)
      case (.times, .speed, .time), (.times, .time, .speed): (.length, .over)
      case (.times, .acceleration, .time), (.times, .time, .acceleration): (.speed, .over)
      case (.over, .length, .time): (.speed, .times)
      case (.over, .speed, .time): (.acceleration, .times)
      case (.over, .length, .speed), (.over, .speed, .acceleration): (.time, .times)
      case (.over, _, _): a == b ? (.number, nil) : nil
      default: nil
      }
    }
  }
}
