import LabExperiment

extension RunTable {
  /// Takes in the runs that are recorded in a folder.
  ///
  /// - Parameters:
  ///   - journal: The journal of the folder.
  ///   - folder: Where the lists are.
  ///   - lists: The files of the lists, each with its header.
  /// - Returns: Whether all of the journal made sense and the lists are as it says, and where each
  ///   list ends.
  /// - Throws: ``WriteError`` if something cannot be read.
  func add(
    _ journal: Journal, in folder: String, lists: [(file: DiskFile, header: [UInt8])]
  ) throws(WriteError) -> (isWhole: Bool, ends: [Int]) {
    add(Source(journal: journal, folder: folder))
    var ends = lists.map(\.header.count)
    while let (bytes, place) = try journal.next() {
      let record = RunRecord(bytes: bytes, selection)
      guard isSensible(record), try areWhole(record, lists.map(\.file), after: ends) else {
        journal.refuse(at: place)
        return (false, ends)
      }
      enter(record.run, at: place)
      ends = record.rows.map(\.upperBound)
    }
    return (journal.isAtEnd, ends)
  }

  /// Whether a record is the whole one of a run that is not finished yet.
  private func isSensible(_ record: RunRecord) -> Bool {
    plan.indices.contains(record.run) && !contains(record.run)
      && record.isWhole(drivers: drivers(of: record.run).count + loads(of: record.run).count)
  }

  /// Whether the rows of a record are in the lists as they were written, behind those before.
  private func areWhole(
    _ record: RunRecord, _ lists: [DiskFile], after ends: [Int]
  ) throws(WriteError) -> Bool {
    let (rows, hashes) = (record.rows, record.rowHashes)
    guard rows.map(\.lowerBound) == ends else { return false }
    for ((rows, hash), list) in zip(zip(rows, hashes), lists) {
      guard rows.upperBound <= list.count, try list.reading.hash(of: rows) == hash else {
        return false
      }
    }
    return true
  }
}
