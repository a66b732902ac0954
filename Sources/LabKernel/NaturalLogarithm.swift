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
