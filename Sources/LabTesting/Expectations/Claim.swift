import LabKernel
import LabMetrics

/// What a test claims of a number of a run: where the number is found, how it is compared, and a
/// limit, such as `\.dropped <= 1`.
///
///     lab.expect(ball, \.dropped <= 1)
///     lab.expect(ball, \.lateness.p99 < .milliseconds(2))
///
/// A claim that does not hold is reported with the worst moment, the culprit and a timeline; a
/// `Laboratory.test` adds what would make it hold, and the smallest script that fails in the same
/// way, whose last line is the claim.
///
/// Of a misspelled name the compiler says that it cannot infer the key path. With its root,
/// `\DriverValues.dropped`, it says which name there is not.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public struct Claim<Values> {
  let judge: (Values) -> Judgment

  init<Value>(
    _ path: KeyPath<Values, Measured<Value>>, _ relation: Relation, _ limit: Value
  ) {
    judge = { values in
      let measured = values[keyPath: path]
      if case .number(let limit) = measured.metricValue(limit) {
        require(limit.isFinite, "‘\(measured.name)’ cannot be compared with \(limit)")
      }
      return Judgment(
        metric: measured.name, value: measured.value.map(measured.metricValue),
        text: measured.description, relation: relation, limit: measured.metricValue(limit),
        limitText: measured.text(limit), holds: measured.holds(relation, limit),
        absence: measured.absence)
    }
  }
}

/// What a claim comes to in a run.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct Judgment {
  let metric: String
  var value: MetricValue?
  /// The value, or why there is none.
  var text: String
  let relation: Relation
  let limit: MetricValue
  let limitText: String
  var holds: Bool
  let absence: Absence?

  /// The claim as scripts write it, behind the name of a driver and a point.
  var script: String { "\(metric) \(relation.rawValue) \(limitText)" }

  /// The first sentence of a failure: what was seen, and the claim that it breaks.
  func firstSentence(_ deed: String) -> String {
    "\(deed): \(metric) is \(text), not \(relation.rawValue) \(limitText)"
  }

  /// Returns whether a time by itself meets the claim; a number that is no time meets all.
  func isMet(by time: Duration) -> Bool {
    guard case .time(let limit) = limit else { return true }
    return relation.holds(time, limit)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension KeyPath {
  /// Returns the claim that a number is smaller than a limit.
  public static func < <Number>(path: KeyPath, limit: Number) -> Claim<Root>
  where Value == Measured<Number> { Claim(path, .less, limit) }

  /// Returns the claim that a number is at most a limit.
  public static func <= <Number>(path: KeyPath, limit: Number) -> Claim<Root>
  where Value == Measured<Number> { Claim(path, .atMost, limit) }

  /// Returns the claim that a number is larger than a limit.
  public static func > <Number>(path: KeyPath, limit: Number) -> Claim<Root>
  where Value == Measured<Number> { Claim(path, .greater, limit) }

  /// Returns the claim that a number is at least a limit.
  public static func >= <Number>(path: KeyPath, limit: Number) -> Claim<Root>
  where Value == Measured<Number> { Claim(path, .atLeast, limit) }

  /// Returns the claim that a number is this one.
  public static func == <Number>(path: KeyPath, value: Number) -> Claim<Root>
  where Value == Measured<Number> { Claim(path, .equal, value) }

  /// Returns the claim that a number is another one.
  public static func != <Number>(path: KeyPath, value: Number) -> Claim<Root>
  where Value == Measured<Number> { Claim(path, .unequal, value) }
}

/// A number of a run: what a metric comes to so far, or why it has no value.
///
///     #expect(lab[ball].dropped <= 1)
///
/// No comparison holds of a number that has no value, so that nothing passes by accident; but if
/// the longest of things is asked for, and there is none, it is below every limit.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public struct Measured<Value: Comparable> {
  /// The value; `nil` where it is undefined.
  public let value: Value?

  /// What scripts call it: `lateness_p99`.
  let name: String
  /// The unit behind a number, with a space before it; empty for counts.
  var unit = ""
  /// Why there is no value; `nil` if there is one, or nothing of which it could be one.
  var absence: Absence?
  /// What it is in the terms of metrics.
  let metricValue: (Value) -> MetricValue

  /// A number in words, with its unit.
  func text(_ value: Value) -> String { "\(metricValue(value))\(unit)" }

  func holds(_ relation: Relation, _ limit: Value) -> Bool {
    if let value { return relation.holds(value, limit) }
    return absence == nil && relation.isUpperLimit
  }
}

/// Why a number has no value.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct Absence {
  let reason: String
  var details: [String] = []
  /// When that was; `nil` for no moment in particular.
  var moment: Instant?

  init(_ reason: String, _ details: [String] = [], at moment: Instant? = nil) {
    (self.reason, self.details, self.moment) = (reason, details, moment)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Measured: CustomStringConvertible {
  /// The value with its unit, or why there is none.
  public var description: String {
    value.map(text) ?? absence.map { "undefined: \($0.reason)" } ?? "none"
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Measured {
  /// Returns whether there is a value, and it is smaller.
  public static func < (measured: Measured, limit: Value) -> Bool { measured.holds(.less, limit) }

  /// Returns whether there is a value, and it is not larger.
  public static func <= (measured: Measured, limit: Value) -> Bool {
    measured.holds(.atMost, limit)
  }

  /// Returns whether there is a value, and it is larger.
  public static func > (measured: Measured, limit: Value) -> Bool {
    measured.holds(.greater, limit)
  }

  /// Returns whether there is a value, and it is not smaller.
  public static func >= (measured: Measured, limit: Value) -> Bool {
    measured.holds(.atLeast, limit)
  }

  /// Returns whether there is a value, and it is this one.
  public static func == (measured: Measured, limit: Value) -> Bool { measured.holds(.equal, limit) }

  /// Returns whether there is a value, and it is another one.
  public static func != (measured: Measured, limit: Value) -> Bool {
    measured.holds(.unequal, limit)
  }
}
