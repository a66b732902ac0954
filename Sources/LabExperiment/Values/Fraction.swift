import LabMetrics

/// An exact fraction in lowest terms; all arithmetic is checked.
struct Fraction: Hashable, Sendable {
  let numerator: Int128
  /// Positive.
  let denominator: Int128

  static let zero = Fraction(0)

  init(_ whole: Int64) {
    numerator = Int128(whole)
    denominator = 1
  }

  /// Reduces a fraction; `nil` if the denominator is not positive.
  init?(_ numerator: Int128, _ denominator: Int128) {
    guard denominator > 0, numerator != .min else { return nil }
    var (a, b) = (numerator.magnitude, denominator.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    self.numerator = numerator / Int128(a)
    self.denominator = denominator / Int128(a)
  }

  /// Reads digits with at most one point between them; `nil` beyond 18 digits.
  init?(digits: String) {
    let parts = digits.split(separator: ".")
    let decimals = parts.count > 1 ? parts[1].count : 0
    guard digits.utf8.count <= 19, let numerator = Int128(parts.joined()) else { return nil }
    self.init(numerator, (0..<decimals).reduce(1) { power, _ in power * 10 })
  }

  var negated: Fraction { Fraction(numerator: -numerator, denominator: denominator) }

  private init(numerator: Int128, denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Returns the sum; `nil` if it is too large.
  func adding(_ other: Fraction) -> Fraction? {
    let (left, tooHigh) = numerator.multipliedReportingOverflow(by: other.denominator)
    let (right, tooHighToo) = other.numerator.multipliedReportingOverflow(by: denominator)
    let (above, tooMuch) = left.addingReportingOverflow(right)
    let (below, tooLow) = denominator.multipliedReportingOverflow(by: other.denominator)
    return tooHigh || tooHighToo || tooMuch || tooLow ? nil : Fraction(above, below)
  }

  /// Returns the product; `nil` if it is too large.
  func multiplied(by other: Fraction) -> Fraction? {
    let (above, tooHigh) = numerator.multipliedReportingOverflow(by: other.numerator)
    let (below, tooLow) = denominator.multipliedReportingOverflow(by: other.denominator)
    return tooHigh || tooLow ? nil : Fraction(above, below)
  }

  /// Returns the quotient; `nil` if it is too large or the divisor is 0.
  func divided(by other: Fraction) -> Fraction? {
    guard other.numerator >= 0 else { return negated.divided(by: other.negated) }
    return Fraction(other.denominator, other.numerator).flatMap(multiplied)
  }

  /// Whether this is no larger than another; numbers too large to tell are not.
  func isAtMost(_ other: Fraction) -> Bool {
    adding(other.negated).map { $0.numerator <= 0 } ?? false
  }

  /// Returns the nearest number with nine decimals; `nil` if it is too large.
  init?(rounding value: Double) {
    guard value.magnitude < 1e18 else { return nil }
    self.init(Int128((value * 1e9).rounded()), 1_000_000_000)
  }

  /// The whole part, cut toward zero; `nil` beyond 64 bits.
  var whole: Int64? { Int64(exactly: numerator / denominator) }

  /// The largest whole number that is not above this one; `nil` beyond 64 bits.
  var roundedDown: Int64? {
    let quotient = numerator / denominator
    return Int64(
      exactly: numerator < 0 && quotient * denominator != numerator ? quotient - 1 : quotient)
  }

  /// The smallest whole number that is not below this one; `nil` beyond 64 bits.
  var roundedUp: Int64? { negated.roundedDown.map { 0 - $0 } }

  /// The nearest floating-point number, or one next to it.
  var approximate: Double { nearestDouble(to: numerator) / nearestDouble(to: denominator) }
}

extension Fraction {
  /// The number as a script writes it: `12.5`, or `1/3` where digits would not end.
  ///
  /// `nil` beyond the digits that a script may write.
  var text: String? {
    var (rest, decimals) = (denominator, 0)
    while decimals < 18, rest != 1 {
      let power: Int128 = rest % 10 == 0 ? 10 : rest % 5 == 0 ? 5 : 2
      guard rest % power == 0 else { break }
      rest /= power
      decimals += 1
    }
    let sign = numerator < 0 ? "-" : ""
    guard rest == 1 else {
      let parts = [String(numerator.magnitude), String(denominator)]
      return parts.allSatisfy { $0.count <= 18 } ? sign + parts.joined(separator: "/") : nil
    }
    let scale = (0..<decimals).reduce(Int128(1)) { power, _ in power * 10 }
    let (scaled, isTooLarge) = numerator.magnitude.multipliedReportingOverflow(
      by: UInt128(scale / denominator))
    guard !isTooLarge else { return nil }
    let (whole, part) = scaled.quotientAndRemainder(dividingBy: UInt128(scale))
    let digits = String(part)
    let padding = String(repeating: "0", count: max(0, decimals - digits.count))
    let text = decimals == 0 ? "\(whole)" : "\(whole).\(padding)\(digits)"
    return text.count <= 19 ? sign + text : nil
  }
}
