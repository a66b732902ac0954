import Foundation
package import LabExperiment
package import LabKernel
package import LabResults

/// An experiment that is performed and written, unless its result was finished before.
package struct ExperimentRun {
  /// What there is in the end.
  package enum Found {
    /// A result that was finished before.
    case before(FinishedResult)
    /// A result.
    case result(ExperimentResult)
    /// Runs of a shard, which others complete.
    case part
  }

  /// How many runs are performed at most.
  package var limit: Int { writer?.limit ?? 0 }
  /// What the runs come to that are finished; nothing is searched or judged.
  package var known: ExperimentResult? { writer?.known }

  private let finished: FinishedResult?
  private let writer: ResultWriter?

  /// Opens the result of an experiment.
  ///
  /// - Parameters:
  ///   - request: What is to be performed and written.
  ///   - plan: The runs.
  ///   - out: The folder of results.
  ///   - policy: What becomes of runs that are there; if it resumes, a finished result counts.
  ///   - isReported: Whether a report needs more of the result than its files hold, so that it is
  ///     performed again.
  /// - Throws: `WriteError` if the result cannot be written.
  package init(
    _ request: RunRequest, _ plan: Plan, in out: String, _ policy: ResultFolder.Policy,
    isReported: Bool
  ) throws(WriteError) {
    let path = (out as NSString).appendingPathComponent(request.folder)
    finished = policy == .resume && !isReported ? FinishedResult(of: request, at: path) : nil
    writer = finished == nil ? try ResultWriter(request, plan, at: path, policy) : nil
  }

  /// Performs the runs that are not finished, and writes the result.
  ///
  /// - Parameters:
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  ///   - underway: Is told how far a run is.
  ///   - progress: Is told how many runs are finished, and ends it by an error.
  /// - Returns: What there is.
  /// - Throws: `WriteError`, or what a run or `progress` throws.
  package func perform(
    jobs: Int, underway: @escaping @Sendable (_ run: RunSpec, _ now: Instant) -> Void = { _, _ in },
    progress: (Int) throws -> Void = { _ in }
  ) throws -> Found {
    guard let writer else { return finished.map { .before($0) } ?? .part }
    writer.underway = underway
    return try writer.perform(jobs: jobs, progress: progress).map { .result($0) } ?? .part
  }
}
