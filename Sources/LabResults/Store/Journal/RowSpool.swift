/// Rows of one run, in the order in which they come: the last ones in memory, the others in a file.
///
/// One thread at a time uses it: the one that makes the run, then the one that records it.
final class RowSpool: @unchecked Sendable {
  /// How many bytes are kept in memory.
  private let limit: Int
  private var csv = CSVWriter()
  /// The rows, once they have ended.
  private(set) var spool: Spool
  /// The hash of all bytes, once they have ended.
  private(set) var hash = ContentHash()

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - file: Where the rows lie if there are many; `nil` for in memory.
  ///   - limit: How many bytes are kept in memory.
  init(in file: SpoolFile?, keeping limit: Int = 1 << 18) {
    spool = Spool(in: file)
    self.limit = limit
  }

  /// Appends a row of a file.
  ///
  /// If the system refuses to write it, ``finish()`` throws.
  func append<Row>(_ row: Row, to file: CSVFile<Row>) {
    file.append(row, to: &csv)
    if spool.hasFile { csv.drain(to: spill, beyond: limit) }
  }

  private func spill(_ bytes: [UInt8]) {
    hash.update(bytes[...])
    spool.append(bytes)
  }

  /// Ends the rows.
  ///
  /// - Throws: ``WriteError`` if one could not be kept.
  func finish() throws(WriteError) {
    try spool.check()
    let bytes = csv.bytes
    csv = CSVWriter()
    hash.update(bytes[...])
    spool.finish(bytes)
  }

  /// The rows, once they have ended and if they lie in memory.
  var bytes: [UInt8] { spool.bytes }
}
