extension ArraySlice<UInt8> {
  /// The word at an offset from the start, the lowest byte first.
  func word(at offset: Int) -> UInt64 {
    unsafe withUnsafeBytes { buffer in
      UInt64(littleEndian: unsafe buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }
}

extension [UInt8] {
  /// Appends a word, the lowest byte first.
  mutating func append(word: UInt64) {
    unsafe Swift.withUnsafeBytes(of: word.littleEndian) { unsafe append(contentsOf: $0) }
  }
}

/// Returns a hash or a fingerprint as it is printed: sixteen hexadecimal digits.
package func hexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
