import LabKernel
import LabText

/// The unit of a metric.
public enum MetricUnit: String, Hashable, Sendable, CaseIterable {
  /// Firings, dates, updates: things that are counted.
  case count
  /// Refreshes of the display.
  case refreshes
  /// Milliseconds, exact to the nanosecond.
  case milliseconds
  /// Milliseconds per second of the window.
  case millisecondsPerSecond
  /// Hundredths.
  case percent
  /// Parts per million.
  case partsPerMillion
  /// Points of the screen, as views are placed by.
  case points
  /// Points per second.
  case pointsPerSecond
  /// How many in a second.
  case perSecond

  /// The unit behind a number, such as `ms`; empty for counts.
  public var symbol: String {
    switch self {
    case .count, .refreshes: ""
    case .milliseconds: "ms"
    case .millisecondsPerSecond: "ms/s"
    case .percent: "%"
    case .partsPerMillion: "ppm"
    case .points: "pt"
    case .pointsPerSecond: "pt/s"
    case .perSecond: "Hz"
    }
  }

  /// What a CSV column of this unit ends in; empty for counts.
  public var suffix: String {
    switch self {
    case .count, .refreshes: ""
    case .milliseconds: "_ms"
    case .millisecondsPerSecond: "_ms_per_s"
    case .percent: "_pct"
    case .partsPerMillion: "_ppm"
    case .points: "_pt"
    case .pointsPerSecond: "_pt_per_s"
    case .perSecond: "_hz"
    }
  }

  /// Returns the column of a metric of this unit: its name and the unit, without exception.
  func column(of name: String) -> String { name + suffix }
}

/// One thing that can be asked about a driver or the tasks of a load, and all that there is to say
/// about it.
public struct Metric: Sendable {
  /// The name in scripts, such as `lateness_p99`.
  public let name: String
  /// The column in CSV files, such as `lateness_p99_ms`.
  public let column: String
  /// The unit of the value.
  public let unit: MetricUnit
  /// What a value of it is a sign of.
  private let sense: Sense
  /// What it tells, in a sentence or two.
  public let meaning: String
  /// How it is computed.
  public let formula: String
  /// What happens at the edges: what does not count, and when it is undefined.
  public let edgeCases: String
  /// Whose definition it is.
  public let source: String
  /// Returns its value, or `nil` where it is undefined; never 0 instead.
  public let value: @Sendable (DriverMetrics) -> MetricValue?
  /// Returns its value for the tasks of a load; `nil` for a metric of drivers.
  var ofTasks: (@Sendable (TaskMetrics) -> MetricValue?)?

  /// The trouble of which it tells; `nil` for none.
  public var trouble: SavingMetric? { sense.trouble }

  /// Whether less of it is better; `nil` where neither is, or that depends on the script.
  package var isBetterBelow: Bool? { sense.isBetterBelow }

  /// Whether a symptom, old frames, or the wait of a task tell where it is bad.
  package var isJudged: Bool { isOfTasks || sense.isJudged }

  /// Whether it tells of the tasks of a load rather than of a driver.
  public var isOfTasks: Bool { ofTasks != nil }

  /// Returns its value for the tasks of a load, or `nil` where it is undefined.
  public func value(of tasks: TaskMetrics) -> MetricValue? { ofTasks?(tasks) }

  /// Creates a metric whose column is its name and its unit.
  init(
    _ name: String, _ unit: MetricUnit, _ sense: Sense = .neither(), meaning: String,
    formula: String, edgeCases: String, source: String = "The lab's own definition.",
    value: @escaping @Sendable (DriverMetrics) -> MetricValue?
  ) {
    self.name = name
    column = unit.column(of: name)
    self.unit = unit
    self.sense = sense
    self.meaning = meaning
    self.formula = formula
    self.edgeCases = edgeCases
    self.source = source
    self.value = value
  }
}

extension Metric {
  /// What a value is a sign of: the trouble of which it tells, and whether less of it is better.
  struct Sense: Sendable {
    fileprivate let trouble: SavingMetric?
    fileprivate let isBetterBelow: Bool?
    fileprivate let isJudged: Bool

    /// Less is better.
    static func less(_ trouble: SavingMetric? = nil) -> Sense {
      Sense(trouble: trouble, isBetterBelow: true, isJudged: trouble != nil)
    }

    /// More is better.
    static func more(_ trouble: SavingMetric? = nil) -> Sense {
      Sense(trouble: trouble, isBetterBelow: false, isJudged: trouble != nil)
    }

    /// Neither is better.
    static func neither(_ trouble: SavingMetric? = nil) -> Sense {
      Sense(trouble: trouble, isBetterBelow: nil, isJudged: trouble != nil)
    }

    /// The same of a number of which the script alone says how much is wrong.
    var unjudged: Sense { Sense(trouble: trouble, isBetterBelow: isBetterBelow, isJudged: false) }
  }
}

/// The value of a metric: exact where it can be.
public enum MetricValue: Hashable, Sendable {
  /// How many.
  case count(Int)
  /// How long, in whole nanoseconds; printed in milliseconds.
  case time(Duration)
  /// A ratio, in the metric's own unit; finite.
  case number(Double)

  /// How many, also where an `Int` has 32 bits: a number that it does not hold is one in the same
  /// digits, of those up to 2⁵³.
  static func whole(_ count: Int64) -> Self {
    Int(exactly: count).map(Self.count) ?? .number(Double(count))
  }

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
