/// The check values of gzip and zlib.
enum Checksum {
  private static let tables: [[UInt32]] = {
    var tables: [[UInt32]] = [
      (0..<256).map { (byte: UInt32) in
        var value = byte
        for _ in 0..<8 { value = value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
        return value
      }
    ]
    for table in 1..<4 {
      tables.append(
        (0..<256).map { byte in
          let before = tables[table - 1][byte]
          return tables[0][Int(before & 0xff)] ^ before >> 8
        })
    }
    return tables
  }()

  /// Continues a CRC-32 over more bytes; the first call starts with 0.
  ///
  /// - Source: RFC 1952, section 8; four bytes a step by tables of the powers.
  static func crc32(_ bytes: ArraySlice<UInt8>, after crc: UInt32 = 0) -> UInt32 {
    let (first, second, third, fourth) = (tables[0], tables[1], tables[2], tables[3])
    var value = ~crc
    var index = bytes.startIndex
    while index + 4 <= bytes.endIndex {
      let low = UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
      value ^= low | UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 3]) << 24
      value =
        fourth[Int(value & 0xff)] ^ third[Int(value >> 8 & 0xff)]
        ^ second[Int(value >> 16 & 0xff)] ^ first[Int(value >> 24)]
      index += 4
    }
    while index < bytes.endIndex {
      value = first[Int((value ^ UInt32(bytes[index])) & 0xff)] ^ value >> 8
      index += 1
    }
    return ~value
  }

  /// Returns the Adler-32 of bytes.
  ///
  /// - Source: RFC 1950, section 8.
  static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return high << 16 | low
  }
}
