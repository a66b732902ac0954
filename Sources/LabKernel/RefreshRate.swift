/// How often a display refreshes: an exact fraction of a hertz.
///
/// A rational keeps 59.94 Hz and 60000/1001 Hz apart, and lets the k-th vsync be computed from k,
/// so that rounding never accumulates.
public struct RefreshRate: Hashable, Sendable {
  /// The refreshes in ``denominator`` seconds; positive.
  public let numerator: Int64

  /// The seconds in which ``numerator`` refreshes happen; positive.
  public let denominator: Int64

  /// Creates a rate in lowest terms.
  ///
  /// - Precondition: Both numbers are positive and at most 10⁹.
  public init(_ numerator: Int64, per denominator: Int64 = 1) {
    require(
      (1...1_000_000_000).contains(numerator) && (1...1_000_000_000).contains(denominator),
      "a refresh rate of \(numerator)/\(denominator) Hz is out of range")
    let divisor = greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Returns a rate of whole hertz.
  ///
  /// - Precondition: It is positive and at most 10⁹.
  public static func hertz(_ count: some BinaryInteger) -> RefreshRate {
    RefreshRate(Int64(clamping: count))
  }

  /// Returns a rate that is a fraction: `.hertz(60_000, per: 1_001)`.
  ///
  /// - Precondition: Both numbers are positive and at most 10⁹.
  public static func hertz(_ count: Int64, per seconds: Int64) -> RefreshRate {
    RefreshRate(count, per: seconds)
  }

  /// Returns a rate with decimals, as it is written: 59.94 is 5994/100 Hz.
  ///
  /// What lies beyond six decimals is rounded. The rate of NTSC is `.hertz(60_000, per: 1_001)`.
  ///
  /// - Precondition: It is at least 10⁻⁶ and at most 1,000.
  public static func hertz(_ count: Double) -> RefreshRate {
    require(count >= 1e-6 && count <= 1_000, "a refresh rate of \(count) Hz is out of range")
    return RefreshRate(Int64(count * 1e6 + 0.5), per: 1_000_000)
  }

  /// Returns the instant of a vsync, counted from 0 at the start of the run.
  ///
  ///     t(k) = floor(k × 10⁹ × denominator / numerator) ns
  ///
  /// Rounding never accumulates: vsync 60 of a 60 Hz display falls on 1 s.
  ///
  /// - Precondition: `index` is not negative.
  public func vsync(_ index: Int) -> Instant {
    require(index >= 0, "vsync \(index) lies before the start")
    let perIndex = UInt64(denominator) * 1_000_000_000
    let product = UInt64(index).multipliedFullWidth(by: perIndex)
    guard product.high < UInt64(numerator) else { return .distantFuture }
    let quotient = UInt64(numerator).dividingFullWidth(product).quotient
    let limit = UInt64(Instant.distantFuture.nanoseconds)
    return Instant(nanoseconds: Int64(min(quotient, limit)))
  }

  /// One refresh, cut to whole nanoseconds: the distance of vsync 1 from vsync 0.
  public var period: Duration { .nanoseconds(vsync(1).nanoseconds) }

  /// The rate in hertz, for printing and for formulas that end in a floating-point number.
  public var hertz: Double { Double(numerator) / Double(denominator) }
}

/// Returns the largest number that divides both; the other one if one of them is 0.
package func greatestCommonDivisor<Number: BinaryInteger>(_ a: Number, _ b: Number) -> Number {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}

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
    guard interval.wholeNanoseconds > 0 else { return .undeclared }
    let rate = RefreshRate(every: interval)
    let isSlower =
      2 * Int128(fastest.numerator) * Int128(rate.denominator)
      >= 3 * Int128(fastest.denominator) * Int128(rate.numerator)
    return isSlower ? .rate(rate) : nil
  }
}

extension RefreshRate {
  /// The rate of dates that are an interval apart: 60 Hz or 60000/1001 Hz if less than a nanosecond
  /// was cut from what they have, else the exact fraction.
  ///
  /// - Precondition: The interval is positive.
  package init(every interval: Duration) {
    let (step, second) = (interval.wholeNanoseconds, Int64(1_000_000_000))
    for unit in [1, 1001] as [Int64] {
      let number = (second * unit + step / 2) / step
      guard 0 < number, unit == 1 || number % 1000 == 0, abs(second * unit - number * step) < number
      else { continue }
      self.init(number, per: unit)
      return
    }
    // A rate holds numbers up to 10⁹: intervals of more than a second are cut to microseconds, and
    // of more than a quarter of an hour to seconds.
    let length: Int64 = step <= second ? 1 : step / 1000 <= second ? 1000 : second
    self.init(second / length, per: min(step / length, second))
  }
}

extension TargetCadence: ExpressibleByIntegerLiteral {
  /// Creates a cadence of so many refreshes.
  public init(integerLiteral refreshes: Int) { self = .refreshes(refreshes) }
}
