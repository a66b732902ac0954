/// A number as it stands in a text: digits and a power of ten.
package struct Decimal: Hashable {
  var isNegative = false
  /// The first 18 digits.
  var digits: Int64 = 0
  var exponent = 0

  /// Adds a digit; those after the 18th only count.
  @inline(__always)
  mutating func add(_ digit: UInt8, isFraction: Bool) {
    if digits < 100_000_000_000_000_000 {
      digits = digits &* 10 &+ Int64(digit)
      if isFraction { exponent -= 1 }
    } else if !isFraction {
      exponent += 1
    }
  }

  /// Returns the whole number next to the value times a power of ten; nil beyond ±2⁶³.
  ///
  /// Halves are rounded up in magnitude.
  @inline(__always)
  package func scaled(_ power: Int) -> Int64? {
    let shift = exponent + power
    if shift == 0 { return isNegative ? -digits : digits }
    return scaledSlowly(shift)
  }

  private func scaledSlowly(_ shift: Int) -> Int64? {
    var value = digits
    if shift > 0 {
      guard value != 0 else { return 0 }
      guard shift < 19 else { return nil }
      for _ in 0..<shift {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        guard !overflow else { return nil }
        value = product
      }
    } else {
      guard shift > -19 else { return 0 }
      var divisor: Int64 = 1
      for _ in 0..<(-shift) { divisor *= 10 }
      let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
      value = quotient + (rest >= divisor - rest ? 1 : 0)
    }
    return isNegative ? -value : value
  }

  /// The longest time a trace may hold, in nanoseconds: 2⁵¹ µs, or 71 years.
  ///
  /// The sum or difference of any three times fits in 64 bits.
  static let timeLimit: Int64 = 1000 << 51

  /// Returns a time in nanoseconds of a number whose unit is 10^power nanoseconds; nil if it
  /// exceeds what traces may hold.
  @inline(__always)
  func nanoseconds(_ power: Int) -> Int64? {
    guard let value = scaled(power), value.magnitude <= UInt64(Self.timeLimit) else { return nil }
    return value
  }

  /// Reads a whole text as a number; nil if it is none.
  init?(_ text: some Sequence<UInt8>) {
    // 0 sign or digit, 1 digits, 2 fraction, 3 the exponent's sign or digit, 4 its digits.
    var state = 0
    var power = 0
    var isPowerNegative = false
    for byte in text {
      switch (byte, state) {
      case (0x2d, 0) where !isNegative && digits == 0: isNegative = true
      case (0x30...0x39, 0...1):
        add(byte - 0x30, isFraction: false)
        state = 1
      case (0x30...0x39, 2): add(byte - 0x30, isFraction: true)
      case (0x2e, 1): state = 2
      case (0x65, 1...2), (0x45, 1...2): state = 3
      case (0x2d, 3):
        isPowerNegative = true
        state = 4
      case (0x2b, 3): state = 4
      case (0x30...0x39, 3...4):
        power = min(9999, power * 10 + Int(byte - 0x30))
        state = 4
      default: return nil
      }
    }
    guard state != 0, state != 3 else { return nil }
    exponent += isPowerNegative ? -power : power
  }

  init() {}
}
