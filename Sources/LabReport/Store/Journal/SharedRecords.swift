/// The finished runs as one thread reads them while others do the same.
struct SharedRecords: Sendable {
  /// The source and the place of every run.
  let places: [Int]
  let placeBits: Int
  /// A reader for each source.
  var readers: [JournalReader]

  /// Returns the record of a run; `nil` if it is not finished.
  mutating func record(of run: Int) throws(ResultFolder.Failure) -> RunRecord? {
    guard places[run] >= 0 else { return nil }
    let place = places[run] & (1 << placeBits - 1)
    return RunRecord(bytes: try readers[places[run] >> placeBits].record(at: place))
  }
}
