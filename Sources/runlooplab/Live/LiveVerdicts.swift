import LabExperiment
import LabHost
import LabMetrics
import LabText

/// What runs on this host say of the expectations of a script: they hold, fail, or are undecided.
///
/// Each replication is judged by itself. An expectation is decided if enough replications agree in
/// which the host took little from the runs.
struct LiveVerdicts {
  /// How many replications decide.
  static let least = 5

  enum Outcome: Hashable {
    case holds
    case fails
    case undecided(String)
  }

  private var rows: [(text: String, outcome: Outcome)] = []

  private let source: HostSource

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
    for (index, verdict) in plan.verdicts(metric: { _, _, _ in nil }).enumerated()
    where verdict.outcome != .notJudged {
      rows.append((verdict.text, Self.outcome(of: judged.map { $0[index].outcome })))
    }
  }

  /// Decides an expectation by what undisturbed replications say of it.
  static func outcome(of outcomes: [Verdict.Outcome]) -> Outcome {
    let holding = outcomes.count { $0 == .holds }
    let failing = outcomes.count { $0 == .fails }
    let evidence = "\(holding) of \(holding + failing) undisturbed runs hold"
    if holding + failing < least { return .undecided(evidence + ", and \(least) decide") }
    if failing == 0 { return .holds }
    return holding == 0 ? .fails : .undecided(evidence)
  }

  /// What each expectation comes to: once if all sources say the same, else by each of them.
  static func text(of verdicts: [LiveVerdicts]) -> String {
    guard let first = verdicts.first else { return "" }
    return first.rows.indices.map { place in
      let outcomes = verdicts.map { $0.rows[place].outcome }
      guard Set(outcomes).count > 1 else { return line(first.rows[place].text, outcomes[0]) }
      return zip(verdicts, outcomes).map { verdicts, outcome in
        line("\(verdicts.rows[place].text)  by \(verdicts.source.rawValue)", outcome)
      }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func line(_ text: String, _ outcome: Outcome) -> String {
    switch outcome {
    case .holds: "✓ \(text)"
    case .fails: "✗ \(text)"
    case .undecided(let reason): "? \(text)\n    undecided: \(reason)"
    }
  }

  /// How the command ends.
  var status: ExitStatus {
    var status = ExitStatus.success
    for row in rows {
      if case .fails = row.outcome { return .expectationFailed }
      if case .undecided = row.outcome { status = .undecided }
    }
    return status
  }
}
