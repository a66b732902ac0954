/// Records in a file that only grows, in the order in which they were made.
///
/// Each record follows its length and its hash. A kill can cut off the last one alone, and a power
/// cut can leave zeros there; the next writer cuts off what is not whole.
package final class Journal {
  /// The name of the file of finished runs in a folder.
  static let name = "runs.journal"

  private let file: DiskFile
  /// Where the last whole record ends.
  private var end = 0
  private var reader: JournalReader

  package init(_ file: DiskFile) {
    self.file = file
    reader = JournalReader(file.reading)
  }

  /// Another reader of what is there.
  var anotherReader: JournalReader { JournalReader(file.reading) }

  /// Reads the next record, from the start of the file on.
  ///
  /// - Returns: The record and its place, or `nil` if there is none that is whole.
  package func next() throws(WriteError) -> (bytes: ArraySlice<UInt8>, place: Int)? {
    guard let bytes = try reader.wholeRecord(at: end, fileCount: file.count) else { return nil }
    defer { end += JournalReader.headerSize + bytes.count }
    return (bytes, end)
  }

  /// Whether all of the file was read and made sense.
  var isAtEnd: Bool { end == file.count }

  /// Takes the record that was read last for one that does not make sense.
  package func refuse(at place: Int) { end = place }

  /// Cuts off whatever follows the records that were read.
  package func truncateTornTail() throws(WriteError) {
    try file.truncate(to: end)
    reader.forget()
  }

  /// Appends a record, and returns its place.
  @discardableResult
  package func append(_ record: ArraySlice<UInt8>) throws(WriteError) -> Int {
    let place = end
    var bytes: [UInt8] = []
    bytes.reserveCapacity(JournalReader.headerSize + record.count)
    bytes.append(word: UInt64(record.count))
    bytes.append(word: ContentHash.of(record))
    bytes += record
    try file.append(bytes)
    end = file.count
    return place
  }
}

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

/// The finished runs of a plan as one thread reads them; another thread reads a copy.
///
/// Memory holds eight bytes per run of the plan, and the records that were read last.
struct RecordReader: Sendable {
  /// The metrics that are kept of every run.
  let selection: MetricSelection
  /// The source and the place of every run; −1 while it is not finished.
  private var places: [Int64]
  /// A reader for each source.
  private var journals: [JournalReader] = []

  /// The records that were read last: each driver of a run asks for the record of them all.
  private var recent: [Int: RunRecord] = [:]
  private var recentSize = 0
  private static let recentLimit = 1 << 22
  /// About how many bytes the table takes for each.
  private static let overhead = 128
  private static let placeBits = 44

  /// Begins without a finished run.
  init(count: Int, _ selection: MetricSelection) {
    self.selection = selection
    places = Array(repeating: -1, count: count)
  }

  /// Takes a journal, in which the runs are that are entered from now on.
  mutating func add(_ journal: JournalReader) { journals.append(journal) }

  /// Takes in a run whose record is at a place of the last journal.
  mutating func enter(_ run: Int, at place: Int) {
    places[run] = Int64(journals.count - 1) << Self.placeBits | Int64(place)
  }

  /// Whether a run is finished.
  func contains(_ run: Int) -> Bool { places[run] >= 0 }

  /// In which journal a finished run is recorded.
  func source(of run: Int) -> Int { Int(places[run] >> Self.placeBits) }

  /// Returns the record of a run; `nil` if it is not finished.
  mutating func record(of run: Int) throws(WriteError) -> RunRecord? {
    guard contains(run) else { return nil }
    if let record = recent[run] { return record }
    let place = Int(places[run] & (1 << Self.placeBits - 1))
    let record = RunRecord(bytes: try journals[source(of: run)].record(at: place), selection)
    recentSize += record.bytes.count + Self.overhead
    if recentSize > Self.recentLimit {
      recent.removeAll(keepingCapacity: true)
      recentSize = record.bytes.count + Self.overhead
    }
    recent[run] = record
    return record
  }
}

#if hasFeature(Embedded)
  // Where there is no disk, a file without a name lies in memory, and there is no other.

  /// A file that grows at its end and is read anywhere.
  package final class DiskFile {
    static let temporaryFolder = ""

    let reading = ReadableFile()
    package var count: Int { reading.bytes.count }

    init(temporaryIn folder: String) throws(WriteError) {}

    package init(reading path: String) throws(WriteError) {
      throw .refused(path: path, reason: "there is no disk")
    }

    package func append(_ bytes: [UInt8]) throws(WriteError) { reading.bytes += bytes }

    /// Cuts the file off.
    package func truncate(to count: Int) throws(WriteError) {
      reading.bytes.removeLast(self.count - count)
    }
  }

  /// Bytes that may be read anywhere.
  final class ReadableFile: @unchecked Sendable {
    let path = ""
    fileprivate(set) var bytes: [UInt8] = []

    /// Returns the bytes of a range, or fewer where the file ends.
    func read(at offset: Int, count: Int) throws(WriteError) -> [UInt8] {
      Array(bytes.dropFirst(offset).prefix(count))
    }
  }
#endif
