import Foundation
import LabExperiment
import LabLanguage
import LabMetrics
import LabReport
import LabResults
import LabStudy
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

  /// The subcommands by what they are for.
  private static let groups: [(name: String, subcommands: [Subcommand])] = [
    ("Start", [TourCommand.subcommand, InitCommand.subcommand, ListCommand.subcommand]),
    (
      "Ask",
      [
        RunCommand.subcommand, TryCommand.subcommand, WhyCommand.subcommand, MapCommand.subcommand,
        ProveCommand.subcommand,
        LiveCommand.subcommand,
      ]
    ),
    ("Look", [ShowCommand.subcommand]),
    ("Compare", [CompareCommand.subcommand, VerifyCommand.subcommand, MergeCommand.subcommand]),
    (
      "Other",
      [
        ImportCommand.subcommand, MeasureCommand.subcommand, ExplainCommand.subcommand,
        WatchCommand.subcommand, CheckCommand.subcommand, CompletionCommand.subcommand,
      ]
    ),
  ]

  static let subcommands = groups.flatMap(\.subcommands)

  /// What there is help on.
  private static let topics = subcommands.map(\.name) + ["language", "json"]

  static func perform(_ words: [String]) -> ExitStatus {
    // Annotations are asked for where a runner reads them.
    if words.contains(where: { $0.hasPrefix("github") || $0.hasPrefix("--report=github") }) {
      unsafe Terminal.isReadByRunner = true
    }
    guard let name = words.first else {
      Terminal.printError(beginning)
      return .wrongUsage
    }
    if ["--help", "-h", "help"].contains(name) { return showHelp(about: Array(words.dropFirst())) }
    if ["--version", "-V"].contains(name) { return showVersion() }
    guard let subcommand = subcommands.first(where: { $0.name == name }) else {
      if let next = operandFirst(name) { return complain(next, about: nil) }
      return complain(
        "there is no subcommand '\(name)'."
          + Spelling.hint(for: name, among: subcommands.map(\.name)),
        about: nil)
    }
    let rest = Array(words.dropFirst())
    // After '--' everything is an operand.
    let options = rest.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") { return showHelp(about: [name]) }
    if options.contains("--version") || options.contains("-V") { return showVersion() }
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

  /// What to type for a file that stands where a subcommand belongs; `nil` of other words.
  private static func operandFirst(_ word: String) -> String? {
    let file = Plan.quoted(word)
    if word.hasSuffix(".lab") {
      return "'\(word)' is a script. Write 'runlooplab run \(file)' or 'runlooplab why \(file)'."
    }
    guard TraceFile.isTrace(word) else { return nil }
    return "'\(word)' is a trace or a recording. Write 'runlooplab try \(file)'."
  }

  /// Shows the reference of the language, or what it says of one statement.
  private static func showLanguage(_ keyword: String?) -> ExitStatus {
    guard let keyword else {
      Terminal.print(ScriptLanguage.reference)
      return .success
    }
    guard let text = ScriptLanguage.reference(of: keyword) else {
      return complain(
        "'\(keyword)' is not a statement."
          + Spelling.hint(for: keyword, among: ScriptLanguage.keywords), about: "help language")
    }
    Terminal.print(text)
    return .success
  }

  private static func showHelp(about words: [String]) -> ExitStatus {
    switch words.first {
    case nil: Terminal.print(help)
    case "language": return showLanguage(words.dropFirst().first)
    case "json": Terminal.print(AnswerJSON.schemaDocument)
    case let name?:
      guard let subcommand = subcommands.first(where: { $0.name == name }) else {
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

      runlooplab tour             why a timer stutters, in \(Lesson.all.count) lessons
      runlooplab init             write a script of your own to begin with
      runlooplab run FILE         run a script, and check what it expects
      runlooplab try TRACE        what a timer and a link make of your trace
      runlooplab why FILE         what happened, why, and what to change

    'runlooplab --help' lists all subcommands, 'runlooplab help language' all that a
    script can say.

    Usage: runlooplab SUBCOMMAND [OPTION …] [OPERAND …]
    """

  /// All of the command on one screen of 24 lines.
  static var help: String {
    let table = groups.map { group, subcommands in
      let names = subcommands.map(\.name).joined(separator: "  ")
      return "  " + (group + "       ").prefix(9) + names
    }
    return """
      A laboratory for run loops, timers and display links, in virtual time.
      Usage: runlooplab SUBCOMMAND [OPTION …] [FILE …]    ('-': standard input)

      \(table.joined(separator: "\n"))

      Examples
        runlooplab run mine.lab                       my script: answer, verdicts
        runlooplab try trace.json.gz                  my trace: a timer, a link
        runlooplab why mine.lab --all                 why, and what to change
        runlooplab show mine.lab -o mine.html         show it to others
        runlooplab compare before/mine results/mine   what a change changed
        runlooplab run mine.lab -q --report junit     in CI

      Exit status: 0 all holds, 1 something fails or differs (--strict: or is not
      judged), 2 wrong usage, 3 a mistake in a script, result or trace, 4 a file was
      not written, 5 a fault of the lab, 6 undecided, 130 interrupted.
      -h, --help: this, or of a SUBCOMMAND. -V, --version. --: operands follow.
      'runlooplab help language' shows all that a script can say.
      """
  }
}
