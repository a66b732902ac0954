public import LabExperiment

/// A result that was written before, and need not be made again.
public struct FinishedResult {
  /// An expectation and what came of it.
  public struct Expectation: Hashable, Sendable {
    /// The expectation as it is written.
    public let text: String
    /// Whether it holds.
    public let outcome: Verdict.Outcome
  }

  /// The experiment's short name.
  public let name: String
  /// The expectations, in the order of the script; none for a part of a plan.
  public let expectations: [Expectation]

  /// Finds the result of a request; `nil` unless all of it is there as it was written.
  ///
  /// - Parameters:
  ///   - request: What was to be performed and written.
  ///   - path: The folder of the result.
  public init?(of request: RunRequest, at path: String) {
    guard let published = try? PublishedResult(at: path),
      published.requestHash == ResultFolder.hash(ofRequest: request.json), published.isComplete
    else { return nil }
    // Taken and given back, so that a lock file that a killed process left goes away.
    _ = try? FileLock(StagingFolder(for: path).lockPath, for: path)
    name = request.name
    guard request.shard.isWhole else {
      expectations = []
      return
    }
    guard let rows = try? CSVReader(path + "/verdicts.csv"),
      let text = try? rows.column("expectation"), let verdict = try? rows.column("verdict")
    else { return nil }
    var expectations: [Expectation] = []
    while let row = try? rows.next() {
      guard let outcome = Verdict.Outcome(rawValue: row[verdict]) else { return nil }
      expectations.append(Expectation(text: row[text], outcome: outcome))
    }
    self.expectations = expectations
  }
}
