import LabExperiment
package import LabResults

/// What is said of an experiment among several: how many of its expectations hold.
package struct ExperimentSummary {
  /// The experiment's short name.
  package let name: String
  /// How many runs were performed; 0 if the result was finished before.
  package let runs: Int
  /// What came of the expectations.
  package let verdicts: VerdictCounts
  /// The first expectation that fails, with what was measured; else the value of what the answer is
  /// about where it is nearest to its limit, as a sentence without its full stop.
  package let evidence: String?
  /// The experiment's own answer.
  package let because: String?
  package let question: String?
  /// Whether the result was there before.
  package let isOld: Bool

  /// What came of the expectations first, then the evidence.
  package var sentence: String {
    let words = verdicts.sentence.prefix(1).uppercased() + verdicts.sentence.dropFirst()
    guard let evidence else { return words + "." }
    guard verdicts.hold else { return "\(words): \(evidence)." }
    return words
      + (evidence.hasPrefix("the first") ? ". T\(evidence.dropFirst())." : ". \(evidence).")
  }

  /// Sums up a result.
  package init(_ result: ExperimentResult) {
    name = result.name
    runs = result.table.count
    verdicts = VerdictCounts(result.verdicts.map { $0.outcome })
    let answer = result.plan.answer(result.verdicts).map { result.verdicts[$0.number] }
    evidence =
      result.failingExpectation
      ?? answer.flatMap { verdict in
        verdict.closest.map { closest in
          let nearest = verdict.judged > 1 ? ", where it is nearest to failing" : ""
          let first = result.verdicts.count > 1 ? "the first\(nearest): " : ""
          return "\(first)\(closest.subject) = \(closest.text(" at "))"
        }
      }
    because = result.experiment.answer
    question = result.experiment.question
    isOld = false
  }

  /// What came of the expectations of some experiments.
  package static func verdicts(of summaries: [ExperimentSummary]) -> VerdictCounts {
    summaries.reduce(VerdictCounts([])) { $0 + $1.verdicts }
  }
}
