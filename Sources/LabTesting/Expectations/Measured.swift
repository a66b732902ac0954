import LabKernel
import LabMetrics

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
