/// The finished runs as one thread reads them while others do the same.
struct SharedRecords: Sendable {
  /// The source and the place of every run.
  let places: [Int]
  let placeBits: Int
  let selection: MetricSelection
  /// A reader for each source.
  var readers: [JournalReader]

  /// The records that were read last: each driver of a run asks for the record of them all.
  private var recent: [Int: RunRecord] = [:]
  private var recentSize = 0
  private static let recentLimit = 1 << 22
  /// About how many bytes the table takes for each.
  private static let overhead = 128

  init(
    places: [Int], placeBits: Int, selection: MetricSelection, readers: [JournalReader]
  ) {
    self.selection = selection
    self.places = places
    self.placeBits = placeBits
    self.readers = readers
  }

  /// Returns the record of a run; `nil` if it is not finished.
  mutating func record(of run: Int) throws(WriteError) -> RunRecord? {
    guard places[run] >= 0 else { return nil }
    if let record = recent[run] { return record }
    let place = places[run] & (1 << placeBits - 1)
    let record = RunRecord(
      bytes: try readers[places[run] >> placeBits].record(at: place), selection)
    recentSize += record.bytes.count + Self.overhead
    if recentSize > Self.recentLimit {
      recent.removeAll(keepingCapacity: true)
      recentSize = record.bytes.count + Self.overhead
    }
    recent[run] = record
    return record
  }
}
