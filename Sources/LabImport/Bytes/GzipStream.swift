/// Decompresses a gzip file of one or more members, piece by piece.
///
/// - Source: RFC 1952.
final class GzipStream {
  private static let ratio = 1000
  private static let limit = 4 << 30

  private var input: ByteWindow
  private var inflater: Inflater?
  private var crc: UInt32 = 0
  private var memberSize = 0
  private var size = 0
  private var members = 0
  private let start: Int
  /// Whether the file ends within a member.
  private(set) var isCut = false
  /// Whether other bytes follow the last member.
  private(set) var hasTail = false

  init(_ input: ByteWindow) {
    self.input = input
    start = input.offset
  }

  /// Returns the next piece; an empty one is the end.
  func next() throws(Stop) -> [UInt8] {
    while !isCut, !hasTail {
      if inflater == nil {
        guard try !atEnd() else { return [] }
        guard try readHeader() else { break }
        inflater = Inflater()
      }
      guard let piece = try inflater?.next(&input) else { break }
      if piece.isEmpty {
        try finishMember()
        continue
      }
      crc = Checksum.crc32(piece[...], after: crc)
      memberSize += piece.count
      size += piece.count
      try checkSize()
      return piece
    }
    return []
  }

  private func checkSize() throws(Stop) {
    let read = input.offset - start
    guard size < Self.limit, size < (1 << 20) + read * Self.ratio else {
      throw .failure(
        .tooLarge(
          "the file grows to more than \(size >> 20) MB when it is unpacked. Unpack it first, and"
            + " cut it."))
    }
  }

  private func atEnd() throws(Stop) -> Bool {
    // Some tools pad the file with zeros.
    while members > 0, let byte = try input.peek(1).first, byte == 0 { input.index += 1 }
    return try input.peek(1).isEmpty
  }

  private func readHeader() throws(Stop) -> Bool {
    let head = try Array(input.peek(10))
    guard head.starts(with: [0x1f, 0x8b].prefix(head.count)) else {
      hasTail = true
      return false
    }
    guard head.count == 10 else {
      isCut = true
      return false
    }
    guard head[2] == 8, head[3] & 0xe0 == 0 else {
      throw .broken("this kind of gzip compression is unknown.", at: input.offset)
    }
    input.index += 10
    let flags = head[3]
    do throws(Stop) {
      if flags & 4 != 0 { try skip(Int(byte()) | Int(byte()) << 8) }
      if flags & 8 != 0 { while try byte() != 0 {} }
      if flags & 16 != 0 { while try byte() != 0 {} }
      if flags & 2 != 0 { try skip(2) }
    } catch .ended {
      isCut = true
      return false
    }
    return true
  }

  private func byte() throws(Stop) -> UInt8 {
    guard let byte = try input.next() else { throw .ended }
    return byte
  }

  private func skip(_ count: Int) throws(Stop) {
    for _ in 0..<count { _ = try byte() }
  }

  private func finishMember() throws(Stop) {
    defer {
      crc = 0
      memberSize = 0
      inflater = nil
      members += 1
    }
    let tail = try Array(input.peek(8))
    guard inflater?.isCut == false, tail.count == 8 else {
      isCut = true
      return
    }
    let words = [0, 4].map { start -> UInt32 in
      var word: UInt32 = 0
      for byte in tail[start..<start + 4].reversed() { word = word << 8 | UInt32(byte) }
      return word
    }
    guard words[0] == crc, words[1] == UInt32(truncatingIfNeeded: memberSize) else {
      throw .broken(
        "the check value of the compressed data is wrong: the file is damaged. Copy it again.",
        at: input.offset)
    }
    input.index += 8
  }
}

/// Decompresses a zlib stream in memory.
///
/// - Source: RFC 1950.
enum Zlib {
  /// Returns the decompressed bytes, at most `limit`.
  static func inflate(_ bytes: [UInt8], limit: Int) throws(Stop) -> [UInt8] {
    guard bytes.count >= 6, bytes[0] & 15 == 8, bytes[1] & 0x20 == 0,
      (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    else { throw .broken("compressed packets are not of zlib.", at: 0) }
    var input = ByteWindow(bytes)
    input.index = 2
    var inflater = Inflater()
    var output: [UInt8] = []
    while true {
      let piece = try inflater.next(&input)
      guard !piece.isEmpty else { break }
      output += piece
      guard output.count <= limit else {
        throw .failure(.tooLarge("packets grow to more than \(limit >> 20) MB."))
      }
    }
    let tail = try Array(input.peek(4))
    guard !inflater.isCut, tail.count == 4 else { throw .ended }
    guard tail.reduce(UInt32(0), { $0 << 8 | UInt32($1) }) == Checksum.adler32(output) else {
      throw .broken("the check value of compressed packets is wrong.", at: input.offset)
    }
    return output
  }
}

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
