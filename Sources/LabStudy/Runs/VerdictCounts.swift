package import LabAnswer
package import LabExperiment
package import LabResults
import LabText

/// What came of some expectations, and how that is said.
package struct VerdictCounts: Sendable {
  private let outcomes: [Verdict.Outcome]

  package init(_ outcomes: [Verdict.Outcome]) { self.outcomes = outcomes }

  static func + (one: Self, other: Self) -> Self { Self(one.outcomes + other.outcomes) }

  private func count(_ outcome: Verdict.Outcome) -> Int { outcomes.count { $0 == outcome } }

  /// How many expectations there are.
  package var all: Int { outcomes.count }

  package var failing: Int { count(.fails) }

  /// How many the runs do not decide.
  package var open: Int { count(.notJudged) + count(.undecided) }

  /// Whether no expectation fails.
  package var hold: Bool { failing == 0 }

  /// Whether all is in order: strictly, every one of at least one expectation holds.
  package func hold(strictly isStrict: Bool) -> Bool {
    hold && !(isStrict && (open > 0 || all == 0))
  }

  /// The sign before them; without any there is nothing that holds.
  package var sign: String { all == 0 ? "·" : outcome.sign }

  /// What comes of all together.
  package var outcome: Verdict.Outcome {
    hold ? count(.undecided) == 0 ? .holds : .undecided : .fails
  }

  /// The counts on a line with other things: `3 of 5 hold, 1 not judged`.
  package var words: String {
    let words =
      failing > 0
      ? "\(failing) of \(all) fail" : all == 0 ? "no expectations" : "\(all - open) of \(all) hold"
    return words + remainder
  }

  /// The counts as a sentence of their own.
  package var sentence: String {
    if all == 0 { return "no expectations were checked: add 'expect' statements" }
    if all == 1, failing == 1 { return "the one expectation fails" }
    if failing > 0 { return "\(failing) of \(all) expectations fail\(remainder)" }
    if count(.notJudged) == all { return "no expectation was judged, of \(all)" }
    if open > 0 { return "\(all - open) of \(all) expectations hold\(remainder)" }
    return all == 1 ? "the one expectation holds" : "all \(all) expectations hold"
  }

  private var remainder: String {
    let open: [Verdict.Outcome] = [.notJudged, .undecided]
    return open.filter { count($0) > 0 }.map { ", \(count($0)) \($0.rawValue)" }.joined()
  }
}

extension Verdict {
  /// Whether it counts as a failure: strictly, all does that does not hold.
  package func isFailure(strictly isStrict: Bool) -> Bool {
    outcome == .fails || isStrict && outcome != .holds
  }

  /// Why no run decides an expectation.
  package var openReason: String {
    outcome == .undecided ? "too few undisturbed runs agree" : "no run was selected"
  }
}

extension ExperimentResult {
  /// In how many comparisons an expectation fails, and in how many of them both sides are equal.
  package func failureCount(of verdict: Verdict) -> String {
    let count = "fails in \(grouped(verdict.failing)) of \(grouped(verdict.judged))"
    guard verdict.outcome == .fails, let number = verdicts.firstIndex(of: verdict) else {
      return count
    }
    let shortfalls = plan.shortfalls(
      ofExpectation: number, findings: findings, metric: table.value)
    return count + Verdict.ties(among: shortfalls)
  }
}

extension Verdict {
  /// How comparisons fail of which some are ties, as `: 76 ties, none reversed`; else nothing.
  package static func ties(among shortfalls: [(run: Int, slack: Double)]) -> String {
    let ties = shortfalls.count { $0.slack == 0 }
    guard ties > 0 else { return "" }
    let undefined = shortfalls.count { $0.slack == -.infinity }
    let reversed = shortfalls.count - ties - undefined
    return ": \(grouped(ties)) \(ties == 1 ? "tie" : "ties"),"
      + " \(reversed == 0 ? "none" : grouped(reversed)) reversed"
      + (undefined == 0 ? "" : ", \(grouped(undefined)) undefined")
  }
}

extension LabAnswer.Outcome {
  /// Creates what an expectation comes to; one that is not judged has no outcome.
  package init(_ outcome: Verdict.Outcome) {
    switch outcome {
    case .holds: self = .holds
    case .fails: self = .fails
    case .undecided: self = .undecided
    case .notJudged: self = .answered
    }
  }
}

extension Verdict.Outcome {
  /// The sign before an expectation.
  package var sign: String { LabAnswer.Outcome(self).sign }
}
