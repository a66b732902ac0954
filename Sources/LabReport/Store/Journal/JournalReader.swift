/// Reads the records of a journal; a thread has its own.
struct JournalReader: Sendable {
  /// How many bytes stand before each record: its length and its hash.
  static let headerSize = 16

  private let file: ReadableFile
  /// A part of the file that was read at once, since records are mostly read in order.
  private var block: (begin: Int, bytes: [UInt8]) = (0, [])

  init(_ file: ReadableFile) {
    self.file = file
  }

  /// Returns the record at a place.
  mutating func record(at place: Int) throws(ResultFolder.Failure) -> ArraySlice<UInt8> {
    let length = Int(clamping: try bytes(at: place, count: Self.headerSize).word(at: 0))
    return try bytes(at: place + Self.headerSize, count: length)
  }

  /// Returns the record at a place, or `nil` unless it is as it was written.
  mutating func wholeRecord(
    at place: Int, fileCount: Int
  ) throws(ResultFolder.Failure) -> ArraySlice<UInt8>? {
    let header = try bytes(at: place, count: Self.headerSize)
    guard header.count == Self.headerSize else { return nil }
    let length = Int(clamping: header.word(at: 0))
    guard length > 0, length <= fileCount - place - Self.headerSize else { return nil }
    let record = try bytes(at: place + Self.headerSize, count: length)
    return header.word(at: 8) == record.quickHash ? record : nil
  }

  private mutating func bytes(
    at offset: Int, count: Int
  ) throws(ResultFolder.Failure) -> ArraySlice<UInt8> {
    if offset < block.begin || offset + count > block.begin + block.bytes.count {
      block = (offset, try file.read(at: offset, count: max(count, 1 << 18)))
    }
    let begin = offset - block.begin
    return block.bytes[begin..<min(begin + count, block.bytes.count)]
  }
}

extension ArraySlice<UInt8> {
  /// The word at an offset from the start, the lowest byte first.
  func word(at offset: Int) -> UInt64 {
    unsafe withUnsafeBytes { buffer in
      UInt64(littleEndian: unsafe buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }

  /// FNV-1a taken word by word, and byte by byte at the end.
  var quickHash: UInt64 {
    let prime: UInt64 = 0x0000_0100_0000_01b3
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let rest = count % 8
    for offset in stride(from: 0, to: count - rest, by: 8) {
      hash = (hash ^ word(at: offset)) &* prime
      // Without this, a bit would never reach those below it.
      hash ^= hash >> 32
    }
    for byte in suffix(rest) { hash = (hash ^ UInt64(byte)) &* prime }
    return hash
  }
}

extension [UInt8] {
  /// Appends a word, the lowest byte first.
  mutating func append(word: UInt64) {
    unsafe Swift.withUnsafeBytes(of: word.littleEndian) { unsafe append(contentsOf: $0) }
  }
}
