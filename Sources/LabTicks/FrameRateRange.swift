/// Between which rates a tick source calls back, and which it prefers; in hertz.
///
/// - Source: the members of `CAFrameRateRange`.
public struct FrameRateRange: Hashable, Sendable {
  /// The slowest rate; not negative.
  public var minimum: Double
  /// The fastest rate; at least the slowest.
  public var maximum: Double
  /// The rate to come as near to as possible; 0 for none.
  public var preferred: Double

  /// Creates a range.
  ///
  /// - Precondition: 0 ≤ minimum ≤ maximum, and the preferred rate is 0 or lies between them.
  public init(minimum: Double, maximum: Double, preferred: Double = 0) {
    precondition(
      0 <= minimum && minimum <= maximum
        && (preferred == 0 || minimum <= preferred && preferred <= maximum),
      "no frame rate range: \(minimum) to \(maximum) Hz, preferred \(preferred) Hz")
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }

  /// What the display itself prefers.
  public static let `default` = FrameRateRange(minimum: 0, maximum: 0)
}
