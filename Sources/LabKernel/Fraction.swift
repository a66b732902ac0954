/// An exact fraction in lowest terms; all arithmetic is checked.
package struct Fraction: Hashable, Sendable {
  package let numerator: Int128
  /// Positive.
  package let denominator: Int128

  package static let zero = Fraction(0)

  package init(_ whole: Int64) {
    numerator = Int128(whole)
    denominator = 1
  }

  /// Reduces a fraction; `nil` if the denominator is not positive.
  package init?(_ numerator: Int128, _ denominator: Int128) {
    guard denominator > 0, numerator != .min else { return nil }
    var (a, b) = (numerator.magnitude, denominator.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    self.numerator = numerator / Int128(a)
    self.denominator = denominator / Int128(a)
  }

  package var negated: Fraction { Fraction(numerator: -numerator, denominator: denominator) }

  private init(numerator: Int128, denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Returns the sum; `nil` if it is too large.
  package func adding(_ other: Fraction) -> Fraction? {
    let (left, tooHigh) = numerator.multipliedReportingOverflow(by: other.denominator)
    let (right, tooHighToo) = other.numerator.multipliedReportingOverflow(by: denominator)
    let (above, tooMuch) = left.addingReportingOverflow(right)
    let (below, tooLow) = denominator.multipliedReportingOverflow(by: other.denominator)
    return tooHigh || tooHighToo || tooMuch || tooLow ? nil : Fraction(above, below)
  }

  /// Returns the product; `nil` if it is too large.
  package func multiplied(by other: Fraction) -> Fraction? {
    let (above, tooHigh) = numerator.multipliedReportingOverflow(by: other.numerator)
    let (below, tooLow) = denominator.multipliedReportingOverflow(by: other.denominator)
    return tooHigh || tooLow ? nil : Fraction(above, below)
  }

  /// Returns the quotient; `nil` if it is too large or the divisor is 0.
  package func divided(by other: Fraction) -> Fraction? {
    guard other.numerator >= 0 else { return negated.divided(by: other.negated) }
    return Fraction(other.denominator, other.numerator).flatMap(multiplied)
  }

  /// Whether this is no larger than another; numbers too large to tell are not.
  package func isAtMost(_ other: Fraction) -> Bool {
    adding(other.negated).map { $0.numerator <= 0 } ?? false
  }

  /// The whole part, cut toward zero; `nil` beyond 64 bits.
  package var whole: Int64? { Int64(exactly: numerator / denominator) }

  /// The largest whole number that is not above this one; `nil` beyond 64 bits.
  package var roundedDown: Int64? {
    let quotient = numerator / denominator
    return Int64(
      exactly: numerator < 0 && quotient * denominator != numerator ? quotient - 1 : quotient)
  }

  /// The smallest whole number that is not below this one; `nil` beyond 64 bits.
  package var roundedUp: Int64? { negated.roundedDown.map { 0 - $0 } }
}
