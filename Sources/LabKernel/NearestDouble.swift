/// Returns the double nearest to an integer, ties to even.
package func nearestDouble(to integer: Int128) -> Double {
  let magnitude = nearestDouble(to: integer.magnitude)
  return integer < 0 ? -magnitude : magnitude
}

/// Returns the double nearest to a magnitude, ties to even.
///
/// The library's own conversion is generic and takes hundreds of instructions. Of the first 64
/// digits the processor rounds; the last of them tells whether anything follows.
package func nearestDouble(to magnitude: UInt128) -> Double {
  let high = UInt64(truncatingIfNeeded: magnitude >> 64)
  let low = UInt64(truncatingIfNeeded: magnitude)
  guard high > 0 else { return Double(low) }
  let shift = UInt64(64 - high.leadingZeroBitCount)
  let first = UInt64(truncatingIfNeeded: magnitude >> UInt128(shift))
  let isCut = low & (1 << shift &- 1) != 0
  return Double(isCut ? first | 1 : first) * Double(bitPattern: (1023 + shift) << 52)
}
