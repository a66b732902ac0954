/// Returns a number as decimal text with at most six decimals.
///
/// The exact binary value is rounded, half to even, in integer arithmetic, so that no platform's
/// formatting is involved. Nearly all whole parts fit into a word, whose digits cost a fraction of
/// those of two.
///
/// - Precondition: The number is finite and its magnitude below 2¹²⁰.
package func decimalText(_ number: Double) -> String {
  let parts = DecimalParts(number)
  let text = (parts.isNegative ? "-" : "") + (parts.whole.map { "\($0)" } ?? "\(parts.longWhole)")
  var (decimals, places) = (parts.millionths, 6)
  while places > 0, decimals % 10 == 0 { (decimals, places) = (decimals / 10, places - 1) }
  guard places > 0 else { return text }
  let digits = String(decimals)
  return text + "." + String(repeating: "0", count: places - digits.utf8.count) + digits
}

/// The parts of a number as ``decimalText(_:)`` prints it.
package struct DecimalParts {
  /// Whether a minus stands before it; never before zeros alone.
  package let isNegative: Bool
  /// The whole part; `nil` if it does not fit into a word.
  package let whole: UInt64?
  /// The decimals, in millionths.
  package let millionths: UInt64
  private let magnitude: Double

  /// Rounds a number to six decimals.
  ///
  /// - Precondition: The number is finite and its magnitude below 2¹²⁰.
  package init(_ number: Double) {
    precondition(
      number.isFinite && number.magnitude < 0x1p120, "\(number) cannot be printed as a decimal")
    magnitude = number.magnitude.rounded(.towardZero)
    let rounded = LabMetrics.millionths(of: number.magnitude - magnitude)
    isNegative = number < 0 && (magnitude > 0 || rounded > 0)
    // What has so many digits has no decimals.
    whole = magnitude < 0x1p63 ? UInt64(magnitude) + rounded / 1_000_000 : nil
    millionths = rounded % 1_000_000
  }

  /// The whole part, however long it is.
  fileprivate var longWhole: UInt128 { UInt128(magnitude) }
}

/// Returns a fraction in whole millionths, rounded half to even; 1,000,000 if it rounds up to 1.
private func millionths(of fraction: Double) -> UInt64 {
  // A fraction from 2⁻³⁷ has no bit below 2⁻⁸⁹; a smaller one rounds to nothing anyway.
  guard fraction >= 0x1p-37 else { return 0 }
  let significand = UInt128(fraction.significandBitPattern | 1 << 52)
  let scaled = (significand << (fraction.exponent + 38)) * 1_000_000
  let (kept, rest, half) = (scaled >> 90, scaled & (1 << 90 - 1), UInt128(1) << 89)
  return UInt64(rest > half || (rest == half && kept & 1 == 1) ? kept + 1 : kept)
}
