package import LabExperiment

/// A result that was written before, and need not be made again.
package struct FinishedResult {
  /// The experiment's short name.
  package let name: String
  /// Whether the expectations hold, in the order of the script; none for a part of a plan.
  package let verdicts: [Verdict]

  /// Finds the result of a request; `nil` unless all of it is there as it was written.
  ///
  /// - Parameters:
  ///   - request: What was to be performed and written.
  ///   - path: The folder of the result.
  package init?(of request: RunRequest, at path: String) {
    guard let published = try? PublishedResult(at: path),
      published.manifest.requestHash == request.hash, published.isComplete
    else { return nil }
    StagingFolder(for: path).cleanUp(after: published)
    name = request.name
    guard let verdicts = request.shard.isWhole ? try? ResultFiles.verdicts(in: path) : [] else {
      return nil
    }
    self.verdicts = verdicts
  }
}
