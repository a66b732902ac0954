import LabKernel

/// How much a change interferes: what is set is less than what is replaced, and that less than what
/// is taken away.
public enum Intervention: Int, Hashable, Sendable, Comparable, CaseIterable {
  case parameter
  case driverKind
  case chunks
  case shorter
  case elsewhere
  case removal

  /// Whether the one interferes less than the other.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension Change {
  /// The tasks that are changed, if nothing else is.
  package var taskSelections: [TaskSelection]? {
    var selections: [TaskSelection] = []
    for step in steps {
      guard case .tasks(let selection, _) = step else { return nil }
      selections.append(selection)
    }
    return selections.isEmpty ? nil : selections
  }
}

/// A share or a factor, as two whole numbers.
public struct Ratio: Hashable, Sendable {
  /// Above the line; 0 or more.
  public let numerator: Int64
  /// Below the line; positive.
  public let denominator: Int64

  /// Creates a ratio.
  ///
  /// - Precondition: Neither is negative, and the denominator is not 0.
  public init(_ numerator: Int64, per denominator: Int64) {
    require(numerator >= 0 && denominator > 0, "\(numerator) / \(denominator) is no ratio")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Returns so much of a duration, cut to whole nanoseconds, at most ``DurationLaw/longest``.
  public func part(of duration: Duration) -> Duration {
    let part = Int128(duration.wholeNanoseconds) * Int128(numerator) / Int128(denominator)
    return min(.nanoseconds(Int64(clamping: part)), DurationLaw.longest)
  }

  /// Returns the instant at which so much of a display's period has passed since the start.
  ///
  /// Of the exact period, and then cut to whole nanoseconds, as the clause `phase` of a timer is.
  func ofPeriod(of rate: RefreshRate) -> Instant {
    let nanoseconds =
      Int128(numerator) * Int128(rate.denominator) * 1_000_000_000
      / (Int128(denominator) * Int128(rate.numerator))
    return Instant(nanoseconds: Int64(clamping: nanoseconds))
  }
}
