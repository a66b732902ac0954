/// A canonical prefix code, read bit by bit from the low end.
///
/// - Source: RFC 1951, section 3.2.2.
struct HuffmanCode {
  /// Codes up to this length are found in one step.
  static let direct = 10

  /// For the next `direct` bits: symbol << 4 | length, or 0.
  private var table = [UInt16](repeating: 0, count: 1 << HuffmanCode.direct)
  private var counts = [Int](repeating: 0, count: 16)
  private var symbols: [UInt16] = []

  /// Creates the code of the symbols' lengths; nil if the lengths are no prefix code.
  init?(lengths: some Collection<UInt8>) {
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var starts = [Int](repeating: 0, count: 17)
    var codes = starts
    var left = 1
    for length in 1...15 {
      left = left << 1 - counts[length]
      guard left >= 0 else { return nil }
      starts[length + 1] = starts[length] + counts[length]
      codes[length + 1] = (codes[length] + counts[length]) << 1
    }
    symbols = [UInt16](repeating: 0, count: starts[16])
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      symbols[starts[length]] = UInt16(symbol)
      starts[length] += 1
      if length <= Self.direct { enter(symbol, code: codes[length], length: length) }
      codes[length] += 1
    }
  }

  private mutating func enter(_ symbol: Int, code: Int, length: Int) {
    var reversed = 0
    for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
    for index in stride(from: reversed, to: table.count, by: 1 << length) {
      table[index] = UInt16(symbol << 4 | length)
    }
  }

  /// Returns the symbol at the low end of the bits and its length; nil if no code fits.
  @inline(__always)
  func symbol(_ bits: UInt64) -> (symbol: Int, length: Int)? {
    let entry = Int(table[Int(bits & 0x3ff)])
    if entry != 0 { return (entry >> 4, entry & 15) }
    return slowSymbol(bits)
  }

  private func slowSymbol(_ bits: UInt64) -> (symbol: Int, length: Int)? {
    var code = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      code |= Int(bits >> UInt64(length - 1) & 1)
      let count = counts[length]
      if code - count < first { return (Int(symbols[index + code - first]), length) }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return nil
  }
}
