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
  /// - Throws: ``WriteError`` if the file cannot be read.
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
