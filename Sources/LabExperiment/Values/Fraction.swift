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

  /// Returns the product; `nil` if it is too large.
  func multiplied(by other: Fraction) -> Fraction? {
    let (above, tooHigh) = numerator.multipliedReportingOverflow(by: other.numerator)
    let (below, tooLow) = denominator.multipliedReportingOverflow(by: other.denominator)
    return tooHigh || tooLow ? nil : Fraction(above, below)
  }

  /// Returns the quotient; `nil` if it is too large or the divisor is not positive.
  func divided(by other: Fraction) -> Fraction? {
    Fraction(other.denominator, other.numerator).flatMap(multiplied)
  }

  /// The whole part, cut toward zero; `nil` beyond 64 bits.
  var whole: Int64? { Int64(exactly: numerator / denominator) }

  /// The nearest floating-point number, or one next to it.
  var approximate: Double { Double(numerator) / Double(denominator) }
}
