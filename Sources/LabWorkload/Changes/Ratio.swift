import LabKernel

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
    let nanoseconds = Int128(duration / .nanoseconds(1))
    let part = nanoseconds * Int128(numerator) / Int128(denominator)
    return min(.nanoseconds(Int64(clamping: part)), DurationLaw.longest)
  }
}
