import Foundation
import LabText

/// Finished runs as an older version of the lab kept them, whose columns had other names.
struct OlderRuns {
  /// Where they are.
  let folder: String
  let selection: MetricSelection
  let lists: PerRunFiles

  /// Writes the runs to another folder with the columns of today.
  ///
  /// - Parameter target: The folder, which is made.
  /// - Returns: Whether all of them are there as they were written; those before the first that is
  ///   not are in the folder in any case.
  /// - Throws: ``WriteError`` if the system refuses to read or to write.
  func write(to target: String) throws(WriteError) -> (isWhole: Bool, count: Int) {
    do {
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    } catch {
      throw .refused(path: target, reason: error.systemReason)
    }
    let kept = Journal(try DiskFile(target + "/" + Journal.name))
    guard let file = try? DiskFile(reading: folder + "/" + Journal.name) else { return (false, 0) }
    let journal = Journal(file)
    var rows: [OlderRows] = []
    for (name, header) in lists.files {
      let today = try DiskFile(target + "/" + name)
      guard let older = try? CSVReader(folder + "/" + name),
        let list = try OlderRows(older, today, header)
      else { return (false, 0) }
      rows.append(list)
    }
    var count = 0
    while let (bytes, _) = try journal.next() {
      var record = RunRecord(bytes: bytes, selection)
      guard record.rows.count == rows.count else { return (false, count) }
      for (list, (range, hash)) in zip(record.rows, record.rowHashes).enumerated() {
        guard let (place, renewed) = try rows[list].copy(range, hash: hash) else {
          return (false, count)
        }
        record.place(place, hash: renewed, in: list)
      }
      try kept.append(record.bytes)
      count += 1
    }
    return (journal.isAtEnd, count)
  }
}

/// The rows of a list that are brought to the columns of today.
private struct OlderRows {
  private let older: CSVReader
  private let today: DiskFile
  /// The position of the column with the version; `nil` of a list without one.
  private let schema: Int?

  /// Begins the list of today; `nil` unless the older one has its columns, under names of then.
  init?(_ older: CSVReader, _ today: DiskFile, _ header: [UInt8]) throws(WriteError) {
    let names = older.header.fields.map(SchemaColumn.today)
    guard CSVWriter(header: names).bytes == header else { return nil }
    (self.older, self.today) = (older, today)
    schema = SchemaColumn.position(in: older.header)
    try today.append(header)
  }

  /// Copies the rows of a run, which are the next ones; `nil` unless they are as they were written.
  func copy(_ range: Range<Int>, hash: UInt64) throws(WriteError) -> (Range<Int>, UInt64)? {
    let begin = today.count
    var hashes = (older: ContentHash(), today: ContentHash())
    var rows: [UInt8] = []
    guard older.position.offset == range.lowerBound else { return nil }
    while older.position.offset < range.upperBound {
      guard let row = try? older.next() else { return nil }
      hashes.older.update(row.bytes + [10])
      var bytes = Array(row.bytes)
      if let schema {
        let version = row[schema]
        guard let number = Int(version), number >= SchemaColumn.oldest else { return nil }
        bytes.removeLast(version.utf8.count)
        bytes += "\(SchemaColumn.version)".utf8
      }
      bytes.append(10)
      hashes.today.update(bytes[...])
      rows += bytes
      guard rows.count > 1 << 18 else { continue }
      try today.append(rows)
      rows = []
    }
    try today.append(rows)
    guard older.position.offset == range.upperBound, hashes.older.value == hash else { return nil }
    return (begin..<today.count, hashes.today.value)
  }
}
