import LabExperiment
import LabMetrics

/// The runs of searches in a journal, in the order in which they were asked for.
///
/// A record is the position of the run, then its values, each as in a ``RunRecord``.
final class SearchJournal {
  /// The name of the file in a folder of finished runs.
  static let name = "searches.journal"

  private let journal: Journal
  private var isRecalling = true

  init(_ journal: Journal) {
    self.journal = journal
  }

  /// Performs the runs that a search asks for and that are not kept next, and keeps them.
  ///
  /// - Parameters:
  ///   - runs: Their positions.
  ///   - plan: The plan of the value that is tried.
  ///   - jobs: How many are performed at a time.
  ///   - table: What they came to.
  /// - Throws: `WriteError`, or that a run failed.
  func perform(_ runs: [Int], of plan: Plan, jobs: Int, into table: ProbeTable) throws {
    var missing = runs[...]
    while let run = missing.first, let values = try recall(run: run, count: table.count) {
      table.append((run, values))
      missing.removeFirst()
    }
    try Runner(jobs: jobs).measure(plan, at: Array(missing), keeping: table.digest) { finished in
      let finished = try finished.get()
      try keep(finished.values, ofRun: finished.run)
      table.append(finished)
    }
  }

  /// Returns the values of a run if they were kept next; `nil` if not, and from then on.
  private func recall(run: Int, count: Int) throws(WriteError) -> [MetricValue?]? {
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

  private func keep(_ values: [MetricValue?], ofRun run: Int) throws(WriteError) {
    var bytes: [UInt8] = []
    bytes.append(word: UInt64(run))
    for value in values { bytes.append(value: value) }
    _ = try journal.append(bytes[...])
  }
}
