import Foundation
import LabAnswer
package import LabExperiment
package import LabHost
import LabMetrics
package import LabResults

/// Runs on this host as results, as `run` writes simulated ones.
package struct LiveResult {
  private let name: String
  private let plan: Plan
  private let environment: [String: String]
  /// The places that are kept for results, by their paths.
  private var reservations: [String: ResultFolder.Reservation] = [:]

  package init(_ name: String, _ plan: Plan, in environment: HostEnvironment) {
    (self.name, self.plan) = (name, plan)
    self.environment = Dictionary(environment.lines.map { ($0.name, $0.value) }) { $1 }
  }

  /// Keeps the places for the results: what was measured cannot be measured again.
  package mutating func reserve(
    _ folder: String, of sources: [HostSource], replacing replaces: Bool
  ) throws(WriteError) {
    for source in sources {
      let path = path(folder, source, sources.count)
      reservations[path] = try ResultFolder.reserve(path, policy(replaces))
    }
  }

  /// Writes a result for each source that performed a run to its end.
  package func write(
    _ runs: [LiveRun], _ verdicts: [LiveVerdicts], to folder: String, replacing replaces: Bool
  ) throws {
    for own in verdicts where runs.contains(where: { $0.source == own.source }) {
      try write(
        runs, of: \.live, own, to: path(folder, own.source, verdicts.count), policy(replaces))
    }
  }

  /// Writes the runs of a source, and the simulations of their plan and of what was carried out.
  package func write(
    worlds runs: [LiveRun], _ verdicts: LiveVerdicts, to folder: String
  ) throws -> [String] {
    let worlds: [(name: String, path: KeyPath<LiveRun, LiveRun.Measured>)] = [
      ("real", \.live), ("simulated", \.plan), ("replayed", \.replay),
    ]
    return try worlds.map { world in
      let path = "\(folder)/\(world.name)/\(name)"
      try write(runs, of: world.path, verdicts, to: path, .discard)
      return path
    }
  }

  private func policy(_ replaces: Bool) -> ResultFolder.Policy { replaces ? .discard : .keep }

  /// Where the result of a source lies; several lie in folders of their own.
  private func path(_ folder: String, _ source: HostSource, _ count: Int) -> String {
    (count > 1 ? "\(folder)/\(source.rawValue)" : folder) + "/\(name)"
  }

  private func write(
    _ runs: [LiveRun], of world: KeyPath<LiveRun, LiveRun.Measured>, _ verdicts: LiveVerdicts,
    to path: String, _ policy: ResultFolder.Policy
  ) throws {
    var recorded = plan
    for run in runs where run.source == verdicts.source {
      recorded.recordings[run.spec.index] = HostRun(run[keyPath: world].trace)
    }
    recorded.brokenOffAt = plan.indices.first {
      plan.performs($0) && recorded.recordings[$0] == nil
    }
    let request = RunRequest(
      name, plan, lists: TraceList.allCases, presentMon: nil,
      columns: MetricColumns.usual(and: []).names(for: plan.experiment),
      live: RunRequest.Host(
        source: verdicts.source.rawValue, environment: environment,
        brokenOffAt: recorded.brokenOffAt))
    let writer = try ResultWriter(request, recorded, at: path, policy, in: reservations[path])
    if world == \.live { writer.outcomes = verdicts.outcomes }
    _ = try writer.perform(jobs: 1)
  }
}

/// What runs on this host say of the expectations of a script: they hold, fail, or are undecided.
///
/// Each replication is judged by itself. An expectation is decided if enough replications agree in
/// which the host took little from the runs.
package struct LiveVerdicts {
  /// How many replications decide.
  package static let least = 5

  /// What an expectation comes to, and what leaves it undecided.
  struct Outcome: Hashable {
    let verdict: Verdict.Outcome
    /// How many undisturbed runs hold, and how many there are.
    var holding = 0
    var judged = 0

    /// What leaves it undecided.
    var evidence: String {
      judged >= LiveVerdicts.least
        ? "\(holding) of \(judged) undisturbed runs hold"
        : "\(LiveVerdicts.least) undisturbed runs decide, and there were \(judged)"
    }
  }

  private let rows: [(text: String, outcome: Outcome)]

  /// What fires the timers of the runs.
  package let source: HostSource

  /// What all expectations of the script come to, in its order.
  package var outcomes: [Verdict.Outcome] { rows.map(\.outcome.verdict) }

  init(_ plan: Plan, _ runs: [LiveRun], _ source: HostSource) {
    self.source = source
    let byIndex = Dictionary(uniqueKeysWithValues: runs.map { ($0.spec.index, $0) })
    let missing = plan.indices.filter { plan.performs($0) && byIndex[$0] == nil }
    let lacking = Set(missing.map { plan.label(of: $0).replication })
    let quiet = (0..<plan.replications).filter { replication in
      !lacking.contains(replication)
        && !runs.contains { $0.spec.replication == replication && $0.host.isDisturbed }
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
    let verdict: Verdict.Outcome =
      isEnough && holding * failing == 0 ? failing == 0 ? .holds : .fails : .undecided
    return Outcome(verdict: verdict, holding: holding, judged: holding + failing)
  }

  /// What each expectation comes to: once if all sources say the same, else by each of them.
  static func checks(of verdicts: [LiveVerdicts]) -> [Answer.Check] {
    guard let first = verdicts.first else { return [] }
    return first.rows.indices.filter { first.outcomes[$0] != .notJudged }.flatMap { place in
      let outcomes = verdicts.map { $0.rows[place].outcome }
      let text = first.rows[place].text
      guard Set(outcomes).count > 1 else { return [check(text, outcomes[0])] }
      return zip(verdicts, outcomes).map { verdicts, outcome in
        check("\(text)  by \(verdicts.source.rawValue)", outcome)
      }
    }
  }

  private static func check(_ text: String, _ outcome: Outcome) -> Answer.Check {
    Answer.Check(
      LabAnswer.Outcome(outcome.verdict), text,
      outcome.verdict == .undecided ? "undecided: \(outcome.evidence)" : "")
  }

  /// What each source says of each expectation, for programs.
  static func table(of verdicts: [LiveVerdicts]) -> Table {
    Table(
      "expectations",
      [
        .words("expectation"), .words("source"), .words("outcome"), .number("holding"),
        .number("judged"),
      ],
      verdicts.flatMap { verdicts in
        verdicts.rows.map { text, outcome in
          [
            .text(text), .text(verdicts.source.rawValue), .text(outcome.verdict.rawValue),
            .count(outcome.holding), .count(outcome.judged),
          ]
        }
      })
  }

  /// How an answer about them ends.
  static func outcome(of verdicts: [LiveVerdicts]) -> LabAnswer.Outcome {
    verdicts.flatMap(\.outcomes).map { LabAnswer.Outcome($0) }.max() ?? .answered
  }
}
