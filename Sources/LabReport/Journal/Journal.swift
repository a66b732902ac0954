/// The finished runs of a plan in a file that only grows, in the order in which they were recorded.
///
/// Each record follows its length and its hash. A kill can cut off the last one alone; whoever opens
/// the journal again drops what is not whole.
final class Journal {
  /// The name of the file in a folder.
  static let name = "runs.journal"

  private let file: DiskFile
  /// Where the last whole record ends.
  private var end = 0
  /// A part of the file that was read at once, since records are mostly read in order.
  private var block: (begin: Int, bytes: [UInt8]) = (0, [])

  init(_ file: DiskFile) {
    self.file = file
  }

  /// Reads what is there from the start.
  ///
  /// - Parameter accept: Is given every record with its place, and tells whether it makes sense.
  /// - Returns: Whether the whole file made sense; ``mend()`` cuts off what did not.
  /// - Throws: ``ResultFolder/Failure`` if the file cannot be read.
  func load(
    _ accept: (RunRecord, _ place: Int) throws(ResultFolder.Failure) -> Bool
  ) throws(ResultFolder.Failure) -> Bool {
    end = 0
    while end < file.count {
      let header = try bytes(at: end, count: 16)
      guard header.count == 16 else { return false }
      let length = Int(clamping: header.word(at: 0))
      guard length > 0, length <= file.count - end - 16 else { return false }
      let record = RunRecord(bytes: Array(try bytes(at: end + 16, count: length)))
      guard header.word(at: 8) == stableHash(record.bytes), try accept(record, end) else {
        return false
      }
      end += 16 + length
    }
    return true
  }

  /// Cuts off what did not make sense.
  func mend() throws(ResultFolder.Failure) { try file.truncate(to: end) }

  /// Records a run, and returns its place.
  func append(_ record: RunRecord) throws(ResultFolder.Failure) -> Int {
    let place = end
    try file.append(
      [UInt8](word: UInt64(record.bytes.count)) + [UInt8](word: stableHash(record.bytes))
        + record.bytes)
    end = file.count
    return place
  }

  /// Returns the record at a place.
  func record(at place: Int) throws(ResultFolder.Failure) -> RunRecord {
    let length = Int(clamping: try bytes(at: place, count: 8).word(at: 0))
    return RunRecord(bytes: Array(try bytes(at: place + 16, count: length)))
  }

  private func bytes(at offset: Int, count: Int) throws(ResultFolder.Failure) -> ArraySlice<UInt8> {
    if offset < block.begin || offset + count > block.begin + block.bytes.count {
      block = (offset, try file.read(at: offset, count: max(count, 1 << 18)))
    }
    let begin = offset - block.begin
    return block.bytes[begin..<min(begin + count, block.bytes.count)]
  }
}

extension [UInt8] {
  /// The bytes of a word, the lowest first.
  init(word: UInt64) { self = (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
}

extension ArraySlice<UInt8> {
  /// The word at an offset from the start, the lowest byte first.
  fileprivate func word(at offset: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(self[startIndex + offset + $1]) << (8 * $1) }
  }
}

/// FNV-1a in 64 bits, which tells contents apart but withstands no adversary.
func stableHash(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
}
