import Foundation
import LabExperiment
import LabHost
import LabReport
import LabResults
import LabText

/// Writes runs on this host as a result, as `run` writes simulated ones, and as a page.
struct LiveFiles {
  private let name: String
  private let plan: Plan
  private let environment: [String: String]

  init(_ path: String, _ plan: Plan, _ environment: HostEnvironment) {
    name = Scripts.name(of: path)
    self.plan = plan
    self.environment = Dictionary(environment.lines.map { ($0.name, $0.value) }) { _, last in last }
  }

  /// Writes a result for each source; several lie in folders of their own.
  func write(_ runs: [LiveRun], to folder: String) throws {
    let sources = HostSource.allCases.filter { source in runs.contains { $0.source == source } }
    for source in sources {
      let own = runs.filter { $0.source == source }
      let parent = sources.count > 1 ? "\(folder)/\(source.rawValue)" : folder
      try write(own, of: \.live, source.rawValue, to: "\(parent)/\(name)")
    }
    Terminal.print("\nThe results are in \(folder)/.")
  }

  /// Writes a page with the runs of the first source beside the simulation of their plan.
  func writePage(_ runs: [LiveRun], to path: String, replacing replaces: Bool) throws {
    guard let source = runs.first?.source else { return }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "live-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let own = runs.filter { $0.source == source }
    let folders = [folder + "/real/" + name, folder + "/simulated/" + name]
    try write(own, of: \.live, source.rawValue, to: folders[0])
    try write(own, of: \.plan, source.rawValue, to: folders[1])
    var report = ComparisonReport(metric: nil, on: Terminal.screen)
    let comparison = try ResultComparison(folders[0], folders[1]) { report.add($0) }
    let page = try report.page(
      comparison, of: folders,
      as: [
        ("real", "on the run loop of one machine, by \(source.rawValue)"),
        ("simulated", "the same plan in the lab"),
      ])
    try Pages.write(page, to: path, replacing: replaces)
    Terminal.print("\nThe page is \(path).")
  }

  private func write(
    _ runs: [LiveRun], of world: KeyPath<LiveRun, LiveRun.Measured>, _ source: String,
    to path: String
  ) throws {
    var recorded = plan
    for run in runs {
      recorded.recordings[run.spec.index] = HostRun(run[keyPath: world].trace)
    }
    let request = RunRequest(
      name, plan, lists: TraceList.allCases, presentMon: nil,
      columns: MetricColumns.usual(and: []).names(for: plan.experiment),
      live: RunRequest.Host(source: source, environment: environment))
    _ = try ResultWriter(request, recorded, at: path, .discard).perform(jobs: 1)
  }
}
