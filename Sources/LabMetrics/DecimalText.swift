/// Returns a number as decimal text with at most six decimals.
///
/// The exact binary value is rounded, half to even, in integer arithmetic, so that no platform's
/// formatting is involved.
///
/// - Precondition: The number is finite and its magnitude below 2¹²⁰.
package func decimalText(_ number: Double) -> String {
  precondition(
    number.isFinite && number.magnitude < 0x1p120, "\(number) cannot be printed as a decimal")
  let magnitude = number.magnitude
  let whole = UInt128(magnitude)
  let fraction = magnitude - Double(whole)
  // A fraction from 2⁻³⁷ has no bit below 2⁻⁸⁹; a smaller one rounds to nothing anyway.
  let bits: UInt128 = 90
  let scaled = fraction < 0x1p-37 ? 0 : UInt128(fraction * 0x1p90) * 1_000_000
  let (kept, rest) = (scaled >> bits, scaled & (1 << bits - 1))
  let half: UInt128 = 1 << (bits - 1)
  let millionths = rest > half || (rest == half && kept & 1 == 1) ? kept + 1 : kept
  let carry = millionths / 1_000_000
  let digits = String(millionths % 1_000_000 + 1_000_000).dropFirst()
  let decimals = String(digits.reversed().drop { $0 == "0" }.reversed())
  let sign = number < 0 && (whole > 0 || millionths > 0) ? "-" : ""
  return sign + String(whole + carry) + (decimals.isEmpty ? "" : "." + decimals)
}
