/// How often new content is wanted; only that gives a meaning to a dropped frame.
public enum TargetCadence: Hashable, Sendable {
  /// At every so many refreshes; at least 1.
  case refreshes(Int)
  /// At a rate: the j-th frame is wanted at the first refresh whose latch is not before j / rate.
  case rate(RefreshRate)
  /// Not declared, so that no frame can be dropped.
  case undeclared
}

extension TargetCadence {
  /// What a timer asks for by its interval alone: a new frame at every refresh (`nil`) if it is
  /// shorter than one and a half refreshes, else at its own rate; nothing if it fires once.
  ///
  /// - Parameters:
  ///   - interval: How far apart its dates are; zero if it fires once.
  ///   - fastest: The fastest rate of the display.
  /// - Returns: The cadence; `nil` for a new frame at every refresh.
  package static func asked(every interval: Duration, fastest: RefreshRate) -> TargetCadence? {
    let step = interval.wholeNanoseconds
    guard step > 0 else { return .undeclared }
    let refresh = Int128(fastest.denominator) * 1_000_000_000
    guard 2 * Int128(step) * Int128(fastest.numerator) >= 3 * refresh else { return nil }
    // A rate holds numbers up to 10⁹: intervals of more than a second are cut to microseconds, and
    // of more than a quarter of an hour to seconds.
    for (whole, unit) in [(Int64(1_000_000_000), Int64(1)), (1_000_000, 1000), (1, 1_000_000_000)]
    where step / unit <= 1_000_000_000 {
      return .rate(RefreshRate(whole, per: step / unit))
    }
    return .rate(RefreshRate(1, per: 1_000_000_000))
  }
}

extension TargetCadence: ExpressibleByIntegerLiteral {
  /// Creates a cadence of so many refreshes.
  public init(integerLiteral refreshes: Int) { self = .refreshes(refreshes) }
}
