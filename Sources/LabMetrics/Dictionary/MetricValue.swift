import LabKernel
import LabText

/// The value of a metric: exact where it can be.
public enum MetricValue: Hashable, Sendable {
  /// How many.
  case count(Int)
  /// How long, in whole nanoseconds; printed in milliseconds.
  case time(Duration)
  /// A ratio, in the metric's own unit; finite.
  case number(Double)

  /// The value in the unit of its column, for arithmetic: a time in milliseconds.
  public var number: Double {
    switch self {
    case .count(let count): Double(count)
    case .time(let time): Double(time.wholeNanoseconds) / 1_000_000
    case .number(let number): number
    }
  }
}

extension MetricValue: CustomStringConvertible {
  /// The value in the unit of its column, without the unit.
  ///
  /// Times are exact to the nanosecond, ratios correctly rounded to at most six decimals; there are
  /// no exponents, no trailing zeros and no negative zero.
  public var description: String {
    switch self {
    case .count(let count): String(count)
    case .time(let time): time.millisecondText
    case .number(let number): decimalText(number)
    }
  }
}
