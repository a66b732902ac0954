/// Reads the records of a journal; a thread has its own.
struct JournalReader: Sendable {
  /// How many bytes stand before each record: its length and its hash.
  static let headerSize = 16
  /// More than any record holds.
  private static let recordLimit = 1 << 28

  private let file: ReadableFile
  /// A part of the file that was read at once, since records are mostly read in order.
  private var block: (begin: Int, bytes: [UInt8]) = (0, [])

  init(_ file: ReadableFile) {
    self.file = file
  }

  /// Returns the record at a place where a whole one was found or written.
  ///
  /// - Throws: ``WriteError/changed(path:)`` if it is not whole any more.
  mutating func record(at place: Int) throws(WriteError) -> ArraySlice<UInt8> {
    guard let record = try wholeRecord(at: place, fileCount: place + Self.recordLimit) else {
      throw .changed(path: file.path)
    }
    return record
  }

  /// Returns the record at a place, or `nil` unless it is as it was written.
  mutating func wholeRecord(
    at place: Int, fileCount: Int
  ) throws(WriteError) -> ArraySlice<UInt8>? {
    let header = try bytes(at: place, count: Self.headerSize)
    guard header.count == Self.headerSize else { return nil }
    let length = Int(clamping: header.word(at: 0))
    guard length > 0, length <= fileCount - place - Self.headerSize else { return nil }
    let record = try bytes(at: place + Self.headerSize, count: length)
    return record.count == length && header.word(at: 8) == ContentHash.of(record) ? record : nil
  }

  /// Forgets what was read, because the file changes other than at its end.
  mutating func forget() { block = (0, []) }

  /// Returns the bytes of a range, or fewer where the file ends.
  private mutating func bytes(
    at offset: Int, count: Int
  ) throws(WriteError) -> ArraySlice<UInt8> {
    if offset < block.begin || offset + count > block.begin + block.bytes.count {
      block = (offset, try file.read(at: offset, count: max(count, 1 << 16)))
    }
    let begin = offset - block.begin
    return block.bytes[begin..<min(begin + count, block.bytes.count)]
  }
}
