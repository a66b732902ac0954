/// Returns the natural logarithm of a positive, finite number, without a mathematics library.
///
///     x = m × 2ᵉ with √½ ≤ m < √2,  s = (m − 1) / (m + 1)
///     ln x = e ln 2 + 2 (s + s³/3 + s⁵/5 + … + s²¹/21)
///
/// Additions, multiplications and divisions are correctly rounded by IEEE 754, so every platform
/// returns the same bits. The error stays below 10⁻¹⁵ relative to max(1, |ln x|).
///
/// - Source: Abramowitz and Stegun, "Handbook of mathematical functions", 4.1.27.
package func naturalLogarithm(_ x: Double) -> Double {
  require(x > 0 && x.isFinite, "the logarithm of \(x) is undefined")
  var mantissa = x.significand
  var exponent = Double(x.exponent)
  if mantissa > 1.4142135623730951 {
    mantissa /= 2
    exponent += 1
  }
  let s = (mantissa - 1) / (mantissa + 1)
  let square = s * s
  var sum = 0.0
  var power = 21.0
  while power >= 1 {
    sum = sum * square + 1 / power
    power -= 2
  }
  return exponent * 0.6931471805599453 + 2 * s * sum
}

/// Returns *e* to the power of a number, without a mathematics library.
///
///     x = k ln 2 + r with |r| ≤ ln 2 / 2,  eˣ = 2ᵏ (1 + r + r²/2! + … + r¹⁴/14!)
///
/// Additions, multiplications and divisions are correctly rounded by IEEE 754, so every platform
/// returns the same bits. The relative error stays below 4 × 10⁻¹⁶; beyond the range of a double
/// the result is 0 or infinite.
///
/// - Source: Cody and Waite, "Software manual for the elementary functions" (1980), chapter 6; the
///   two parts of ln 2 are those of W. J. Cody's reduction, the first with 32 bits, so that k times
///   it is exact.
package func exponentialFunction(_ x: Double) -> Double {
  guard x < 710 else { return .infinity }
  guard x > -746 else { return 0 }
  let power = wholeNumber(nearest: x * 1.4426950408889634)
  let k = Double(power)
  let r = (x - k * 0x1.62e42feep-1) - k * 0x1.a39ef35793c76p-33
  var sum = 1.0
  for degree in stride(from: 14, through: 1, by: -1) { sum = 1 + sum * r / Double(degree) }
  // In two steps, because 2ᵏ alone may be too small or too large for a double.
  let half = power >> 1
  return Double(sign: .plus, exponent: half, significand: sum)
    * Double(sign: .plus, exponent: power - half, significand: 1)
}

/// Returns the nearest whole number, of two the one farther from 0; exact, since the difference is.
private func wholeNumber(nearest x: Double) -> Int {
  let whole = Int(x)
  let rest = x - Double(whole)
  return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
}
