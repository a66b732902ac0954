import LabExperiment
import LabPictures
import LabResults
import LabText

/// How many expectations there are, fail and were not judged, and how that is said.
public struct VerdictCounts: Sendable {
  /// How many expectations there are.
  public let all: Int
  /// How many fail.
  public let failing: Int
  /// How many no run decided.
  public let notJudged: Int

  init(_ outcomes: [Verdict.Outcome]) {
    all = outcomes.count
    failing = outcomes.count { $0 == .fails }
    notJudged = outcomes.count { $0 == .notJudged }
  }

  private init(all: Int, failing: Int, notJudged: Int) {
    (self.all, self.failing, self.notJudged) = (all, failing, notJudged)
  }

  static func + (one: Self, other: Self) -> Self {
    Self(
      all: one.all + other.all, failing: one.failing + other.failing,
      notJudged: one.notJudged + other.notJudged)
  }

  /// Whether no expectation fails.
  public var hold: Bool { failing == 0 }

  /// What comes of all together.
  var outcome: Verdict.Outcome { hold ? .holds : .fails }

  /// The counts on a line with other things: `3 of 5 hold, 1 not judged`.
  var words: String {
    let words =
      failing > 0
      ? "\(failing) of \(all) fail"
      : all == 0 ? "no expectations" : "\(all - notJudged) of \(all) hold"
    return words + remainder
  }

  /// The counts as a sentence of their own.
  public var sentence: String {
    if all == 0 { return "no expectations were checked: add 'expect' statements" }
    if failing > 0 { return "\(failing) of \(all) expectations fail\(remainder)" }
    if notJudged == all { return "no expectation was judged, of \(all)" }
    if notJudged > 0 { return "\(all - notJudged) of \(all) expectations hold\(remainder)" }
    return all == 1 ? "the one expectation holds" : "all \(all) expectations hold"
  }

  private var remainder: String { notJudged == 0 ? "" : ", \(notJudged) not judged" }
}

extension Verdict.Outcome {
  /// The sign before an expectation.
  var sign: String {
    switch self {
    case .holds: "✓"
    case .fails: "✗"
    case .notJudged: "–"
    }
  }
}

extension Verdict {
  /// What is said of an expectation that no run decides.
  static let notJudgedReason = "no run was selected"
}

extension ExperimentResult {
  /// In how many comparisons an expectation fails, and in how many of them both sides are equal.
  func failureCount(of verdict: Verdict) -> String {
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
  static func ties(among shortfalls: [(run: Int, slack: Double)]) -> String {
    let ties = shortfalls.count { $0.slack == 0 }
    guard ties > 0 else { return "" }
    let undefined = shortfalls.count { $0.slack == -.infinity }
    let reversed = shortfalls.count - ties - undefined
    return ": \(grouped(ties)) \(ties == 1 ? "tie" : "ties"),"
      + " \(reversed == 0 ? "none" : grouped(reversed)) reversed"
      + (undefined == 0 ? "" : ", \(grouped(undefined)) undefined")
  }
}
