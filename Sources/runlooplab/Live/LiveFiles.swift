import Foundation
import LabExperiment
import LabHost
import LabReport
import LabResults
import LabStudy
import LabText

/// Writes runs on this host as a result, as `run` writes simulated ones, and as a page.
struct LiveFiles {
  private let name: String
  private let plan: Plan
  private let environment: [String: String]
  private let replaces: Bool

  init(_ path: String, _ plan: Plan, _ environment: HostEnvironment, replacing replaces: Bool) {
    self.replaces = replaces
    name = Scripts.name(of: path)
    self.plan = plan
    self.environment = Dictionary(environment.lines.map { ($0.name, $0.value) }) { _, last in last }
  }

  private var policy: ResultFolder.Policy { replaces ? .discard : .keep }

  /// Throws if a result could not be written: what was measured cannot be measured again.
  func check(_ folder: String, _ sources: [HostSource]) throws(WriteError) {
    for source in sources { try ResultFolder.check(path(folder, source, sources.count), policy) }
  }

  /// Where the result of a source lies; several lie in folders of their own.
  private func path(_ folder: String, _ source: HostSource, _ count: Int) -> String {
    (count > 1 ? "\(folder)/\(source.rawValue)" : folder) + "/\(name)"
  }

  /// Writes a result for each source.
  func write(_ runs: [LiveRun], _ verdicts: [LiveVerdicts], to folder: String) throws {
    for own in verdicts where runs.contains(where: { $0.source == own.source }) {
      try write(
        runs, of: \.live, own, to: path(folder, own.source, verdicts.count), policy)
    }
    Terminal.print("\nThe results are in \(folder)/.")
  }

  /// Writes a page with the runs of the first source beside the simulations of their plan and of
  /// what was carried out.
  func writePage(
    _ runs: [LiveRun], _ verdicts: LiveVerdicts, to path: String
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "live-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let folders = [
      folder + "/real/" + name, folder + "/simulated/" + name, folder + "/replayed/" + name,
    ]
    try write(runs, of: \.live, verdicts, to: folders[0], .discard)
    try write(runs, of: \.plan, verdicts, to: folders[1], .discard)
    try write(runs, of: \.replay, verdicts, to: folders[2], .discard)
    let found = try ResultStudy(folders[0], folders[1]).findings()
    let page = try found.changes.page(
      found.comparison, of: folders,
      as: [
        ComparisonFindings.Side(
          name: "real", words: "on the run loop of one machine, by \(verdicts.source.rawValue)",
          command: nil),
        ComparisonFindings.Side(name: "simulated", words: "the same plan in the lab", command: nil),
        ComparisonFindings.Side(
          name: "replayed", words: "what was carried out, in the lab", command: nil),
      ], verdict: LiveConclusion.words(of: runs.filter { $0.source == verdicts.source }))
    try WholeFiles([(path, page)]).write(replacing: replaces)
    Terminal.print("\nThe page is \(path).")
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
    let writer = try ResultWriter(request, recorded, at: path, policy)
    if world == \.live { writer.outcomes = verdicts.outcomes }
    _ = try writer.perform(jobs: 1)
  }
}
