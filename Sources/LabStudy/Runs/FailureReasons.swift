package import LabAnswer
package import LabExperiment
package import LabResults

/// Why expectations of results fail, in the sentences of `why`.
///
/// Each run and trouble is explained once, for all reports.
package final class FailureReasons {
  /// For how many runs of an experiment reruns are made for its reports.
  private static let limit = 3

  private let jobs: Int
  private let watch: (_ name: String) -> Watch
  private var name = ""
  private var known: [Plan.Trouble: Explanation?] = [:]

  /// Knows nothing yet.
  ///
  /// - Parameters:
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  ///   - watch: Who is warned of what cannot be explained, by the name of the experiment.
  package init(jobs: Int, watch: @escaping (String) -> Watch) {
    (self.jobs, self.watch) = (jobs, watch)
  }

  /// Returns why the first expectation that fails does; `nil` if none does, for runs on a host, and
  /// where a run cannot be explained.
  package func explanation(of result: ExperimentResult) -> Explanation? {
    result.holds || !result.plan.recordings.isEmpty
      ? nil : explanation(of: result.trouble, in: result)
  }

  private func explanation(
    of trouble: Plan.Trouble, in result: ExperimentResult
  ) -> Explanation? {
    if name != result.name { (name, known) = (result.name, [:]) }
    if let explanation = known[trouble] { return explanation }
    var explanation: Explanation?
    do throws(ExperimentFailure) {
      explanation = try result.explanation(of: trouble, jobs: jobs)
    } catch {
      watch(name).warns("\(error)")
    }
    known[trouble] = .some(explanation)
    return explanation
  }

  /// Says in the checks of an answer why they fail.
  ///
  /// Expectations that fail in one run and by one metric share a reason. Beyond some runs, and
  /// where a run cannot be explained, there is none.
  package func explain(_ answer: inout Answer, of result: ExperimentResult) {
    var texts: [Int: String] = [:]
    var troubles: Set<Plan.Trouble> = []
    for (number, verdict) in result.verdicts.enumerated() {
      guard let trouble = result.plan.trouble(ofExpectation: number, verdict),
        troubles.contains(trouble) || troubles.count < Self.limit
      else { continue }
      troubles.insert(trouble)
      texts[number] = explanation(of: trouble, in: result)?.text
    }
    answer.paragraphs = answer.paragraphs.map { parts in
      parts.map { part in
        guard case .checks(var checks) = part else { return part }
        for (number, text) in texts { checks[number].reason = text }
        return .checks(checks)
      }
    }
  }
}
