import Foundation
import LabExperiment
import LabLanguage
import LabReport
import LabResults
import LabText

/// The reports that `--report` asks for.
struct ReportOption {
  private var reports: Reports

  /// Whether there are none.
  var isEmpty: Bool { reports.isEmpty }

  /// Reads `--report` and `--run`.
  ///
  /// - Parameters:
  ///   - arguments: The words after the subcommand.
  ///   - plans: The experiments, with the paths of their scripts.
  ///   - out: The folder of the results; `-` for none.
  ///   - isWhole: Whether all runs are performed, rather than those of a shard.
  /// - Throws: A mistake in these options, or that a report cannot be written.
  init(
    _ arguments: Arguments, _ plans: [(path: String, plan: Plan)], out: String, isWhole: Bool
  ) throws {
    let requests = try arguments.all("--report").map { try ReportRequest($0) }
    let run: Int? = try arguments.number("--run", in: 0...Int.max)
    if let run { try Self.check(run, plans, requests) }
    guard isWhole || requests.isEmpty else {
      throw UsageError(
        "a shard is not judged, so that '--report' has nothing to say. Leave one of them"
          + " out.")
    }
    try Self.check(requests, plans, out: out)
    unsafe Terminal.isTaken =
      out == "-" || requests.contains { $0.target == .standardOutput && $0.kind != .github }
    reports = try Reports(
      requests, run: run, folder: out, environment: ProcessInfo.processInfo.environment,
      replacing: arguments.has("--force"), strict: arguments.has("--strict"),
      write: Terminal.writeResults)
  }

  private static func check(
    _ run: Int, _ plans: [(path: String, plan: Plan)], _ requests: [ReportRequest]
  ) throws(UsageError) {
    guard requests.contains(where: \.kind.showsRuns) else {
      throw UsageError("'--run' chooses what a report shows. Add for example '--report chrome'.")
    }
    for (path, plan) in plans where !plan.indices.contains(run) {
      throw UsageError(
        "'--run \(run)' is not in the plan of '\(path)', whose runs are 0 to"
          + " \(plan.count - 1).")
    }
  }

  private static func check(
    _ requests: [ReportRequest], _ plans: [(path: String, plan: Plan)], out: String
  ) throws(UsageError) {
    let streamed = requests.filter { $0.target == .standardOutput && $0.kind != .github }
    guard streamed.count + (out == "-" ? 1 : 0) <= 1 else {
      throw UsageError("standard output takes one report. Write the others to files, as KIND=FILE.")
    }
    for request in requests where request.target == .beside && out == "-" {
      throw UsageError(
        "'--out -' writes no files. Name one: '--report \(request.kind.rawValue)=FILE'.")
    }
    var known = Set(
      plans.flatMap { $0.plan.experiment.inputs.map(\.path) }.map(Self.resolved))
    for case .file(let path) in requests.map(\.target) {
      guard known.insert(Self.resolved(path)).inserted else {
        throw UsageError("'\(path)' is an input, or another report. Choose another file.")
      }
    }
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// Takes in a result, and says what was written.
  mutating func add(
    _ result: ExperimentResult, taking elapsed: Duration, quiet: Bool
  ) throws {
    say(try reports.add(result, taking: elapsed), quiet: quiet)
  }

  /// Writes the reports about all results, and about scripts that could not be read.
  mutating func finish(_ mistaken: [(String, ScriptError)], quiet: Bool) throws {
    for (path, error) in mistaken {
      let script = MistakenScript(name: Scripts.name(of: path), path: path, error)
      say(try reports.add(script), quiet: quiet)
    }
    try finish(quiet: quiet)
  }

  /// Writes the reports about all experiments.
  func finish(quiet: Bool) throws { say(try reports.finish(), quiet: quiet) }

  private func say(_ lines: [String], quiet: Bool) {
    guard !quiet else { return }
    for line in lines { Terminal.print(line) }
  }
}
