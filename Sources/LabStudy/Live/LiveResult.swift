import Foundation
package import LabExperiment
package import LabHost
package import LabResults

/// Runs on this host as results, as `run` writes simulated ones.
package struct LiveResult {
  private let name: String
  private let plan: Plan
  private let environment: [String: String]
  /// The places that are kept for results, by their paths.
  private var reservations: [String: ResultFolder.Reservation] = [:]

  /// Prepares results.
  ///
  /// - Parameters:
  ///   - name: The experiment's short name.
  ///   - plan: The runs.
  ///   - environment: What they depended on.
  package init(_ name: String, _ plan: Plan, in environment: HostEnvironment) {
    (self.name, self.plan) = (name, plan)
    self.environment = Dictionary(environment.lines.map { ($0.name, $0.value) }) { $1 }
  }

  /// Keeps the places for the results: what was measured cannot be measured again.
  ///
  /// - Throws: Why one could not be written.
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
  ///
  /// - Returns: The folders of the three results.
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
