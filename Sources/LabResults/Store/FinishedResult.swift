public import LabExperiment

/// A result that was written before, and need not be made again.
public struct FinishedResult {
  /// An expectation and what came of it.
  public struct Expectation: Hashable, Sendable {
    /// The expectation as it is written.
    public let text: String
    /// Whether it holds.
    public let outcome: Verdict.Outcome
    /// The values of the first run that speaks against it; `nil` unless it fails.
    public let values: String?
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
      published.manifest.requestHash == request.hash, published.isComplete
    else { return nil }
    StagingFolder(for: path).cleanUp(after: published)
    name = request.name
    guard request.shard.isWhole else {
      expectations = []
      return
    }
    guard let verdicts = try? ResultFiles.verdicts(in: path) else { return nil }
    expectations = verdicts.map {
      Expectation(text: $0.text, outcome: $0.outcome, values: $0.failure?.values)
    }
  }
}
