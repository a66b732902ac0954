/// The rows of one run in one list: those of one spool after those of another.
struct RowList: Sendable {
  /// How many bytes there are.
  let count: Int
  /// The hash of all bytes.
  let hash: UInt64
  private let spools: [Spool]

  /// Ends spools, and sets their rows one behind the other.
  ///
  /// - Throws: ``WriteError`` if a row could not be kept or read again.
  init(_ spools: [Spool]) throws(WriteError) {
    var hash = ContentHash()
    var count = 0
    for spool in spools {
      try spool.finish()
      // A hash goes on where another one ended, but does not join two.
      if count == 0 {
        hash = spool.hash
      } else {
        try spool.forEachPart { hash.update($0[...]) }
      }
      count += spool.count
    }
    (self.spools, self.count, self.hash) = (spools, count, hash.value)
  }

  /// Appends all rows to a file.
  func write(to target: DiskFile) throws(WriteError) {
    for spool in spools { try spool.forEachPart(target.append) }
  }

  /// The bytes of a list that lies in memory.
  var bytes: [UInt8] { spools.flatMap(\.bytes) }
}
