import LabExperiment
import LabMetrics

/// The runs of searches in a journal, in the order in which they were asked for.
///
/// A record is the position of the run, then its values, each as in a ``RunRecord``.
final class SearchJournal: SearchMemory {
  /// The name of the file in a folder of finished runs.
  static let name = "searches.journal"

  private let journal: Journal
  private var isRecalling = true

  init(_ journal: Journal) {
    self.journal = journal
  }

  func recall(run: Int, count: Int) throws(WriteError) -> [MetricValue?]? {
    guard isRecalling else { return nil }
    if let (bytes, place) = try journal.next() {
      if bytes.count == 8 + count * MetricValue.codeSize, bytes.word(at: 0) == UInt64(run) {
        return (0..<count).map { bytes.value(at: 8 + $0 * MetricValue.codeSize) }
      }
      journal.refuse(at: place)
    }
    isRecalling = false
    try journal.truncateTornTail()
    return nil
  }

  func keep(_ values: [MetricValue?], ofRun run: Int) throws(WriteError) {
    var bytes: [UInt8] = []
    bytes.append(word: UInt64(run))
    for value in values { bytes.append(value: value) }
    _ = try journal.append(bytes[...])
  }
}
