public import LabExperiment
public import LabResults

/// What is said of an experiment among several: how many of its expectations hold.
public struct ExperimentSummary {
  /// The experiment's short name.
  public let name: String
  /// How many runs were performed; 0 if the result was finished before.
  public let runs: Int
  /// What came of each expectation.
  public let outcomes: [Verdict.Outcome]
  /// The first expectation, or the first that fails, with what was measured.
  let number: String?
  /// The experiment's own answer.
  let because: String?
  /// Whether the result was there before.
  let isOld: Bool

  /// Sums up a result.
  public init(_ result: ExperimentResult) {
    name = result.name
    runs = result.table.count
    outcomes = result.verdicts.map(\.outcome)
    let failing = result.verdicts.first { $0.outcome == .fails }
    number =
      failing.map { "\($0.text): \($0.closest?.value ?? "undefined")" }
      ?? result.verdicts.lazy.compactMap(\.closest).first.map { "\($0.subject) = \($0.value)" }
    because = result.experiment.because
    isOld = false
  }

  /// Sums up a result that was finished before.
  public init(_ result: FinishedResult) {
    name = result.name
    runs = 0
    outcomes = result.expectations.map(\.outcome)
    number = result.expectations.first { $0.outcome == .fails }.map { "\($0.text): fails" }
    because = nil
    isOld = true
  }

  /// Whether no expectation fails.
  public var holds: Bool { !outcomes.contains(.fails) }

  /// How many expectations of some experiments hold, fail and were not judged, in words.
  public static func verdict(of summaries: [ExperimentSummary]) -> String {
    let outcomes = summaries.flatMap(\.outcomes)
    let failing = outcomes.count { $0 == .fails }
    let unjudged = outcomes.count { $0 == .notJudged }
    let remainder = unjudged == 0 ? "" : ", \(unjudged) not judged"
    if outcomes.isEmpty { return "no expectations were checked: add 'expect' statements" }
    if failing > 0 { return "\(failing) of \(outcomes.count) expectations fail\(remainder)" }
    if unjudged == outcomes.count { return "no expectation was judged, of \(outcomes.count)" }
    if unjudged > 0 {
      return "\(outcomes.count - unjudged) of \(outcomes.count) expectations hold\(remainder)"
    }
    return outcomes.count == 1
      ? "the one expectation holds" : "all \(outcomes.count) expectations hold"
  }
}
