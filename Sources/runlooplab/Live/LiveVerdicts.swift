import LabExperiment
import LabHost
import LabMetrics
import LabReport
import LabText

/// What runs on this host say of the expectations of a script: they hold, fail, or are undecided.
///
/// Each replication is judged by itself. An expectation is decided if enough replications agree in
/// which the host took little from the runs.
struct LiveVerdicts {
  /// How many replications decide.
  static let least = 5

  /// What an expectation comes to, and what leaves it undecided.
  struct Outcome: Hashable {
    let verdict: Verdict.Outcome
    var evidence = ""
  }

  private let rows: [(text: String, outcome: Outcome)]

  /// What fires the timers of the runs.
  let source: HostSource

  /// What all expectations of the script come to, in its order.
  var outcomes: [Verdict.Outcome] { rows.map(\.outcome.verdict) }

  init(_ plan: Plan, _ runs: [LiveRun], _ source: HostSource) {
    self.source = source
    let byIndex = Dictionary(uniqueKeysWithValues: runs.map { ($0.spec.index, $0) })
    let quiet = (0..<plan.replications).filter { replication in
      !runs.contains { $0.spec.replication == replication && $0.host.isDisturbed }
    }
    let single = try? plan.experiment.plan(seed: plan.seed, replications: 1, only: plan.only)
    let judged = quiet.compactMap { replication in
      single?.verdicts { run, driver, metric in
        let place = plan.index(
          point: run / plan.experiment.arms.count, replication: replication,
          arm: run % plan.experiment.arms.count)
        return byIndex[place]?.live.result.value(of: metric, driver: driver)
      }
    }
    rows = plan.verdicts(metric: { _, _, _ in nil }).enumerated().map { index, verdict in
      let isJudged = verdict.outcome != .notJudged
      return (
        verdict.text,
        isJudged
          ? Self.outcome(of: judged.map { $0[index].outcome }) : Outcome(verdict: .notJudged)
      )
    }
  }

  /// Decides an expectation by what undisturbed replications say of it.
  static func outcome(of outcomes: [Verdict.Outcome]) -> Outcome {
    let holding = outcomes.count { $0 == .holds }
    let failing = outcomes.count { $0 == .fails }
    let isEnough = holding + failing >= least
    if isEnough, holding * failing == 0 { return Outcome(verdict: failing == 0 ? .holds : .fails) }
    return Outcome(
      verdict: .undecided,
      evidence: "\(holding) of \(holding + failing) undisturbed runs hold"
        + (isEnough ? "" : ", and \(least) decide"))
  }

  /// What each expectation comes to: once if all sources say the same, else by each of them.
  static func text(of verdicts: [LiveVerdicts]) -> String {
    guard let first = verdicts.first else { return "" }
    return first.rows.indices.filter { first.outcomes[$0] != .notJudged }.map { place in
      let outcomes = verdicts.map { $0.rows[place].outcome }
      guard Set(outcomes).count > 1 else { return line(first.rows[place].text, outcomes[0]) }
      return zip(verdicts, outcomes).map { verdicts, outcome in
        line("\(verdicts.rows[place].text)  by \(verdicts.source.rawValue)", outcome)
      }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func line(_ text: String, _ outcome: Outcome) -> String {
    "\(outcome.verdict.sign) \(text)"
      + (outcome.verdict == .undecided ? "\n    undecided: \(outcome.evidence)" : "")
  }

  /// How the command ends.
  static func status(of verdicts: [LiveVerdicts]) -> ExitStatus {
    let outcomes = verdicts.flatMap(\.outcomes)
    return outcomes.contains(.fails)
      ? .expectationFailed : outcomes.contains(.undecided) ? .undecided : .success
  }
}
