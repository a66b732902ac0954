import Foundation
import LabExperiment
import LabLanguage
import LabMetrics
import LabReport
import LabResults
import LabText

/// The command: finds the subcommand and says how it ended.
enum Command {
  /// One thing that the command can do.
  struct Subcommand: Sendable {
    let usage: Usage
    let summary: String
    let perform: @Sendable ([String]) throws -> ExitStatus

    var name: String { usage.name }

    init(
      _ usage: Usage, _ summary: String,
      perform: @escaping @Sendable ([String]) throws -> ExitStatus
    ) {
      self.usage = usage
      self.summary = summary
      self.perform = perform
    }
  }

  /// Former names of subcommands.
  private static let aliases = ["zoo": "rules"]

  static let subcommands: [Subcommand] = [
    TourCommand.subcommand, InitCommand.subcommand,
    RunCommand.subcommand, WatchCommand.subcommand, MergeCommand.subcommand,
    CompareCommand.subcommand,
    VerifyCommand.subcommand,
    CheckCommand.subcommand, PlanCommand.subcommand,
    ListCommand.subcommand,
    ShowCommand.subcommand, DrawCommand.subcommand, ReplayCommand.subcommand,
    ReportCommand.subcommand,
    ImportCommand.subcommand, TryCommand.subcommand, WhatIfCommand.subcommand,
    WhyCommand.subcommand,
    RulesCommand.subcommand, MeasureCommand.subcommand, ExplainCommand.subcommand,
    CompletionCommand.subcommand,
  ]

  /// What there is help on.
  private static let topics = subcommands.map(\.name) + ["language"]

  static func perform(_ words: [String]) -> ExitStatus {
    guard let first = words.first else {
      Terminal.printError(beginning)
      return .wrongUsage
    }
    let name = aliases[first] ?? first
    if ["--help", "-h", "help"].contains(name) { return showHelp(about: words.dropFirst().first) }
    if name == "--version" { return showVersion() }
    guard let subcommand = subcommands.first(where: { $0.name == name }) else {
      return complain(
        "there is no subcommand '\(name)'."
          + Spelling.hint(for: name, among: subcommands.map(\.name)),
        about: nil)
    }
    let rest = Array(words.dropFirst())
    // After '--' everything is an operand.
    let options = rest.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") { return showHelp(about: name) }
    if options.contains("--version") { return showVersion() }
    do {
      return try subcommand.perform(rest)
    } catch {
      return end(error, in: name)
    }
  }

  /// Says why a subcommand ended early, and how.
  private static func end(_ error: any Error, in name: String) -> ExitStatus {
    guard let error = error as? any UserError else {
      let isAboutFile = error.systemCode != nil || error is CocoaError
      Terminal.printError(
        "runlooplab: error: "
          + (isAboutFile ? "a file cannot be used: \(error.systemReason)." : "\(error)"))
      return isAboutFile ? .notWritten : .broken
    }
    if error is UsageError { return complain("\(error)", about: name) }
    Terminal.printError((error.hasPlace ? "" : "runlooplab: error: ") + "\(error)")
    return error.status
  }

  private static func showVersion() -> ExitStatus {
    Terminal.print("runlooplab \(RunLoopLab.version)")
    return .success
  }

  private static func showHelp(about name: String?) -> ExitStatus {
    switch name {
    case nil: Terminal.print(help)
    case "language": Terminal.print(ScriptLanguage.reference)
    case let name?:
      let known = aliases[name] ?? name
      guard let subcommand = subcommands.first(where: { $0.name == known }) else {
        return complain(
          "there is no help on '\(name)'." + Spelling.hint(for: name, among: topics), about: nil)
      }
      Terminal.print(subcommand.usage.help)
    }
    return .success
  }

  private static func complain(_ message: String, about name: String?) -> ExitStatus {
    let help = name.map { "runlooplab \($0) --help" } ?? "runlooplab --help"
    Terminal.printError("runlooplab: error: \(message.onOneLine) See '\(help)'.")
    return .wrongUsage
  }

  /// What to do first.
  private static let beginning = """
    A laboratory for run loops, timers and display links, in virtual time.

      runlooplab tour             why a timer stutters, in 8 lessons
      runlooplab init             write a script of your own to begin with
      runlooplab try TRACE        what a timer and a link make of a trace
      runlooplab run FILE         run an experiment and check what it expects

    'runlooplab --help' lists all subcommands, 'runlooplab help language' all that a
    script can say.

    Usage: runlooplab SUBCOMMAND [OPTION …] [OPERAND …]
    """

  static var help: String {
    var table = TextTable([.left, .left])
    for subcommand in subcommands { table.append(["  " + subcommand.name, subcommand.summary]) }
    return """
      A laboratory for run loops, timers and display links, in virtual time.

      Usage: runlooplab SUBCOMMAND [OPTION …] [OPERAND …]
      A FILE that is '-' is read from standard input.

      \(table.lines.joined(separator: "\n"))

        -h, --help         show this help, or that of a subcommand
        --version          show the version
        --                 what follows are operands, even if they begin with '-'

      'runlooplab help language' shows the language of experiment scripts.

      Example: runlooplab run experiments/beat.lab

      Exit status: 0 all expectations hold, 1 an expectation fails, 2 wrong usage,
      3 a mistake in a script, result or input file, 4 a file could not be written,
      5 a fault of the lab. Expectations that are not judged fail with --strict only.
      """
  }
}
