package import LabAnswer
package import LabExperiment
import LabMetrics
package import LabResults

extension ExperimentResult {
  /// The first expectation that fails, with what was measured; `nil` if none does.
  package var failingExpectation: String? {
    verdicts.first { $0.outcome == .fails }.map {
      "\($0.text): \($0.closest?.text(" at ") ?? "undefined")"
    }
  }

  /// What is wrong in the run that is worst off, and why: the first sentences of `why`.
  ///
  /// - Parameter runs: Performs it once more.
  /// - Returns: `nil` for runs on a host, and for one that is too long to be performed once more.
  /// - Throws: What a run throws that is performed again.
  func headline(_ runs: inout ReplayedRuns) throws(ExperimentFailure) -> String? {
    let trouble = trouble
    let run = plan[trouble.run]
    guard plan.recordings.isEmpty, let measurement = try runs.performed(trouble.run)?.measurement
    else { return nil }
    let place = plan.count > 1 ? "\(run.words()): " : ""
    return RunHeadline(measurement, run.scenario, about: trouble).map { place + $0.text }
  }

  /// Says why the first expectation that fails does: what happened, why, and what helps.
  ///
  /// - Parameter jobs: How many runs are performed at a time; no result depends on it.
  /// - Returns: `nil` if no expectation fails, for runs on a host, or what
  ///   ``explanation(of:jobs:)`` returns.
  /// - Throws: What `WhatIfStudy` throws.
  package func explanation(jobs: Int) throws(ExperimentFailure) -> Explanation? {
    holds || !plan.recordings.isEmpty ? nil : try explanation(of: trouble, jobs: jobs)
  }

  /// Says why the first expectation that fails does, as far as that can be said: what cannot be
  /// explained has its verdict all the same, and is warned of.
  ///
  /// - Parameters:
  ///   - watch: Is warned.
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  /// - Returns: What ``explanation(jobs:)`` returns.
  package func explanation(_ watch: Watch, jobs: Int = 1) -> Explanation? {
    do throws(ExperimentFailure) {
      return try explanation(jobs: jobs)
    } catch {
      watch.warns("\(error)")
      return nil
    }
  }

  /// Explains a run.
  ///
  /// Some reruns are made for it: about an hour of virtual time, and at least 50 of 200.
  ///
  /// - Parameters:
  ///   - trouble: The run, and by what it is judged.
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  /// - Returns: `nil` if 50 reruns take more than half a day of virtual time.
  /// - Throws: What `WhatIfStudy` throws.
  package func explanation(
    of trouble: Plan.Trouble, jobs: Int
  ) throws(ExperimentFailure) -> Explanation? {
    let run = plan[trouble.run]
    guard run.duration * 50 <= .seconds(43_200) else { return nil }
    let budget = min(200, max(50, Int(.seconds(3600) / run.duration)))
    return try Explanation(of: run, for: trouble, jobs: jobs, budget: budget)
  }
}

extension Explanation {
  /// The explanation beside something else: which run it is about, what happened, why, what helps.
  package var sentences: [Answer.Sentence] {
    [Answer.Sentence("Why? (\(run))")] + named
  }

  /// What happened, why, and what helps, by name.
  package var named: [Answer.Sentence] {
    [
      ("what", what), ("why", why), ("others", others), ("help", help), ("tasks", tasks),
      ("phases", phases),
      ("remark", remark),
    ].compactMap { name, text in text.map { Answer.Sentence($0, as: name) } }
  }

  /// The same in paragraphs, with a line for each change that helps, behind its number.
  var paragraphs: [[Answer.Part]] {
    let help = numberedHelp.map { Answer.Part.sentences([Answer.Sentence($0, as: "help")]) }
    let rest = named.filter { ["tasks", "phases", "remark"].contains($0.name) }
    return [[.sentences(named.filter { ["what", "why", "others"].contains($0.name) })], help]
      + (rest.isEmpty ? [] : [[.sentences(rest)]])
  }
}
