/// The finished runs of a plan as one thread reads them; another thread reads a copy.
///
/// Memory holds eight bytes per run of the plan, and the records that were read last.
struct RecordReader: Sendable {
  /// The metrics that are kept of every run.
  let selection: MetricSelection
  /// The source and the place of every run; −1 while it is not finished.
  private var places: [Int]
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
    places[run] = (journals.count - 1) << Self.placeBits | place
  }

  /// Whether a run is finished.
  func contains(_ run: Int) -> Bool { places[run] >= 0 }

  /// In which journal a finished run is recorded.
  func source(of run: Int) -> Int { places[run] >> Self.placeBits }

  /// Returns the record of a run; `nil` if it is not finished.
  mutating func record(of run: Int) throws(WriteError) -> RunRecord? {
    guard contains(run) else { return nil }
    if let record = recent[run] { return record }
    let place = places[run] & (1 << Self.placeBits - 1)
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
