import Foundation
import LabAnswer
import LabExperiment
import LabLanguage
import LabReport
import LabResults
import LabStudy
import LabText

/// The reports of results that `--report` and `--json` ask for; a line says where each is.
struct ReportOption {
  private var reports: Reports
  private let isQuiet: Bool
  /// The metrics of the tables; empty for those that the scripts name.
  private let metrics: [String]

  static let options = [
    AnswerOutput.report(ReportKind.allCases, "beside the results"), AnswerOutput.json,
    Option(
      "--run", "N", "the run that hgrm, chrome and perfetto show (default: the first of each arm)"),
  ]

  /// Whether there are none.
  var isEmpty: Bool { reports.isEmpty }

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: The words after the subcommand.
  ///   - plans: The experiments, with the paths of their scripts.
  ///   - out: The folder of the results; `-` for none.
  ///   - isWhole: Whether all runs are performed, rather than those of a shard.
  ///   - metrics: The metrics of the tables; empty for those that the scripts name.
  /// - Throws: A mistake in these options, or that a report cannot be written.
  init(
    _ arguments: Arguments, _ plans: [(path: String, plan: Plan)], out: String,
    isWhole: Bool = true, metrics: [String] = []
  ) throws {
    isQuiet = arguments.has("--quiet")
    self.metrics = metrics
    let requests = try AnswerOutput.requests(
      arguments, of: arguments.subcommand, among: ReportKind.allCases, besideResults: true)
    let run: Int? = try arguments.number("--run", in: 0...Int.max)
    try Reports.check(requests, isNoneOf: arguments.operands)
    try Reports.check(requests, run: run, of: plans, out: out, isWhole: isWhole)
    unsafe Terminal.isTaken = out == "-" || requests.contains(where: \.takesOutput)
    reports = try Reports(
      requests,
      Reports.Setting(
        run: run, replaces: arguments.has("--force"),
        isStrict: arguments.offers("--strict") && arguments.has("--strict"),
        isBrief: plans.count > 1),
      folder: out, environment: ProcessInfo.processInfo.environment, write: Terminal.writeResults)
  }

  /// The findings of a result, made once for all its reports; `nil` without reports.
  func answer(about result: ExperimentResult) throws -> Answer? {
    reports.isEmpty ? nil : try RunFindings(result, metrics: metrics).answer()
  }

  /// Takes in what was found in a result, and says what was written.
  mutating func add(
    _ answer: Answer?, of result: ExperimentResult, taking elapsed: Duration = .zero,
    _ reasons: FailureReasons
  ) throws {
    guard var answer else { return }
    answer.elapsed = elapsed
    if reports.needsReasons { reasons.explain(&answer, of: result) }
    if reports.needsTables { answer.data += try result.tables() }
    say(
      try reports.add(answer, of: result) {
        try Page(result, why: reasons.explanation(of: result)).text
      })
  }

  /// Writes the reports about all results, and about scripts that could not be read.
  mutating func finish(_ mistaken: [(String, ScriptError)] = []) throws {
    for (path, error) in mistaken {
      say(try reports.add(error.answer("run", of: path, named: Scripts.name(of: path))))
    }
    say(try reports.finish())
  }

  private func say(_ lines: [String]) {
    guard !isQuiet else { return }
    for line in lines { Terminal.print(line) }
  }
}

extension ScriptError {
  /// The answer about a script that could not be read: its mistakes.
  func answer(_ study: String, of path: String, named name: String) -> Answer {
    let checks = diagnostics.map { diagnostic in
      Answer.Check(
        .mistaken, diagnostic.message, "", name: "can be read",
        at: Answer.Place(
          diagnostic.path, line: diagnostic.position?.line, column: diagnostic.position?.column),
        details: diagnostic.headline)
    }
    var answer = Answer(
      study, of: path, [[.heading(name)], [.checks(checks)]], outcome: .mistaken)
    answer.name = name
    return answer
  }
}
