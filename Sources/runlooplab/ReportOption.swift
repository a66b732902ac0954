import Foundation
import LabExperiment
import LabLanguage
import LabReport
import LabResults
import LabText

/// The reports that `--report` asks for, of which a line says where they are.
struct ReportOption {
  private var reports: Reports
  private let isQuiet: Bool

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
    isQuiet = arguments.has("--quiet")
    let requests = try arguments.all("--report").map { try ReportRequest($0) }
    let run: Int? = try arguments.number("--run", in: 0...Int.max)
    try Reports.check(requests, run: run, of: plans, out: out, isWhole: isWhole)
    unsafe Terminal.isTaken = out == "-" || requests.contains(where: \.takesOutput)
    reports = try Reports(
      requests, run: run, folder: out, environment: ProcessInfo.processInfo.environment,
      replacing: arguments.has("--force"), strict: arguments.has("--strict"),
      write: Terminal.writeResults)
  }

  /// Takes in a result, and says what was written.
  mutating func add(_ result: ExperimentResult, taking elapsed: Duration) throws {
    say(try reports.add(result, taking: elapsed))
  }

  /// Writes the reports about all results, and about scripts that could not be read.
  mutating func finish(_ mistaken: [(String, ScriptError)]) throws {
    for (path, error) in mistaken {
      let script = MistakenScript(name: Scripts.name(of: path), path: path, error)
      say(try reports.add(script))
    }
    say(try reports.finish())
  }

  private func say(_ lines: [String]) {
    guard !isQuiet else { return }
    for line in lines { Terminal.print(line) }
  }
}
