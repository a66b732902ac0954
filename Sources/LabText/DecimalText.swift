/// Returns a number as decimal text, without an exponent, without a negative zero.
///
/// Six decimals are the exact binary value, rounded half to even in integer arithmetic, so that no
/// platform's formatting is involved. Fewer are rounded half away from zero, as people do.
///
/// - Parameters:
///   - number: The number; finite, its magnitude below 2¹²⁰.
///   - decimals: The least and the greatest number of decimals; at most 6. Zeros at the end that
///     the least number does not ask for are left out.
/// - Returns: The text.
package func decimalText(_ number: Double, decimals: ClosedRange<Int> = 0...6) -> String {
  var number = number
  // From 2⁵² a number has no decimals.
  if decimals.upperBound < 6, number.magnitude < 0x1p52 {
    let scale = (0..<decimals.upperBound).reduce(1.0) { scale, _ in scale * 10 }
    number = (number * scale).rounded() / scale
  }
  let parts = DecimalParts(number)
  let text = (parts.isNegative ? "-" : "") + (parts.whole.map { "\($0)" } ?? "\(parts.longWhole)")
  return text + fraction("\(parts.millionths)", places: 6, atLeast: decimals.lowerBound)
}

/// Returns a whole number as readers see it, in sentences and pictures: of five digits and more
/// with a comma between thousands.
package func grouped(_ number: some BinaryInteger) -> String {
  var (digits, groups) = (String(number.magnitude), "")
  while digits.count > (groups.isEmpty ? 4 : 3) {
    groups = "," + digits.suffix(3) + groups
    digits.removeLast(3)
  }
  return (number < 0 ? "-" : "") + digits + groups
}

/// Returns a number of things in words: `1 run`, `2 runs`; `many` is a plural without an s.
package func counted(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
  "\(grouped(count)) \(count == 1 ? one : many ?? one + "s")"
}

/// Returns a whole number of tenths, hundredths, thousandths … as decimal text, exact.
///
///     decimalText(16_666_667, places: 6) → 16.666667      decimalText(-50, places: 2) → -0.5
///
/// - Parameters:
///   - number: How many units of 10⁻ᵖ, with *p* the number of places.
///   - places: The number of digits after the point before zeros at the end are left out.
///   - least: The number of decimals that stay even if they are 0.
/// - Returns: The text.
@inlinable
package func decimalText(
  _ number: some BinaryInteger, places: Int, atLeast least: Int = 0
) -> String {
  let digits = "\(number.magnitude)"
  let whole = digits.dropLast(places)
  return (number < 0 ? "-" : "") + (whole.isEmpty ? "0" : whole)
    + fraction(digits.suffix(places), places: places, atLeast: least)
}

/// Returns the digits after the point, with the point; nothing if there are none to show.
@usableFromInline
func fraction(_ digits: some StringProtocol, places: Int, atLeast least: Int) -> String {
  var text = [UInt8(ascii: ".")] + Array(repeating: zero, count: places - digits.utf8.count)
  text += digits.utf8
  while text.count > least + 1, text.last == zero { text.removeLast() }
  return text.count > 1 ? String(decoding: text, as: UTF8.self) : ""
}

private let zero = UInt8(ascii: "0")

/// The parts of a number as ``decimalText(_:decimals:)`` prints it with six decimals.
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
    let rounded = Self.millionths(of: number.magnitude - magnitude)
    isNegative = number < 0 && (magnitude > 0 || rounded > 0)
    // What has so many digits has no decimals.
    whole = magnitude < 0x1p63 ? UInt64(magnitude) + rounded / 1_000_000 : nil
    millionths = rounded % 1_000_000
  }

  /// The whole part, however long it is; one that fits into a word costs a fraction to print.
  fileprivate var longWhole: UInt128 { UInt128(magnitude) }

  /// Returns a fraction in whole millionths, rounded half to even; 1,000,000 if it rounds up to 1.
  private static func millionths(of fraction: Double) -> UInt64 {
    // A fraction from 2⁻³⁷ has no bit below 2⁻⁸⁹; a smaller one rounds to nothing anyway.
    guard fraction >= 0x1p-37 else { return 0 }
    let significand = UInt128(fraction.significandBitPattern | 1 << 52)
    let scaled = (significand << (fraction.exponent + 38)) * 1_000_000
    let (kept, rest, half) = (scaled >> 90, scaled & (1 << 90 - 1), UInt128(1) << 89)
    return UInt64(rest > half || (rest == half && kept & 1 == 1) ? kept + 1 : kept)
  }
}
