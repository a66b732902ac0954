import Foundation
import LabExperiment
import LabLanguage
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

  /// The subcommands that are used most.
  static let everyday: [Subcommand] = [
    RunCommand.subcommand, WhyCommand.subcommand, ShowCommand.subcommand, TryCommand.subcommand,
    CompareCommand.subcommand, InitCommand.subcommand, TourCommand.subcommand,
  ]

  /// All subcommands, those that are used most first.
  static let subcommands: [Subcommand] =
    everyday + [
      ListCommand.subcommand, ExplainCommand.subcommand, MapCommand.subcommand,
      ProveCommand.subcommand, LiveCommand.subcommand, CheckCommand.subcommand,
      WatchCommand.subcommand, MeasureCommand.subcommand, ImportCommand.subcommand,
      MergeCommand.subcommand, VerifyCommand.subcommand, CompletionCommand.subcommand,
    ]

  /// What people ask for, and the topic that has it.
  private static let everydayTopics = [
    "script": "language", "scripts": "language", "statements": "language", "syntax": "language",
    "lab": "language", "grammar": "language", "metrics": "explain", "words": "explain",
  ]

  /// What there is help on, besides the statements of a script.
  private static let topics = subcommands.map(\.name) + ["language", "json"]

  static func perform(_ words: [String]) -> ExitStatus {
    // Annotations are asked for where a runner reads them.
    if words.contains(where: { $0.hasPrefix("github") || $0.hasPrefix("--report=github") }) {
      unsafe Terminal.isReadByRunner = true
    }
    guard let name = words.first else {
      Terminal.printError(help)
      return .wrongUsage
    }
    if name == "--help=all" { return showHelp(about: [whole]) }
    if ["--help", "-h", "help"].contains(name) { return showHelp(about: Array(words.dropFirst())) }
    if ["--version", "-V"].contains(name) { return showVersion() }
    guard let subcommand = subcommands.first(where: { $0.name == name }) else {
      if let next = operandFirst(name) { return complain(next, about: nil) }
      return complain("there is no subcommand '\(name)'." + hint(for: name), about: nil)
    }
    let rest = Array(words.dropFirst())
    // After '--' everything is an operand.
    let options = rest.prefix { $0 != "--" }
    if let place = options.firstIndex(where: { ["-h", "--help", "--help=all"].contains($0) }) {
      let isWhole = options[place].hasSuffix("=all") || options.dropFirst(place + 1).first == whole
      return showHelp(about: [name] + (isWhole ? [whole] : []))
    }
    if options.contains("--version") || options.contains("-V") { return showVersion() }
    do {
      return try subcommand.perform(rest)
    } catch {
      return end(error, in: name)
    }
  }

  /// What other programs call a subcommand, and its name here.
  private static let everydayNames = [
    "start": "run", "exec": "run", "simulate": "run", "test": "run", "bench": "run",
    "diff": "compare", "page": "show", "replay": "show", "view": "show", "open": "show",
    "plot": "show", "timeline": "show", "new": "init", "create": "init", "learn": "tour",
    "lesson": "tour", "lint": "check", "validate": "check", "describe": "explain",
    "define": "explain", "what": "explain", "ls": "list", "fix": "why", "diagnose": "why",
    "analyze": "why", "convert": "import", "record": "live",
    "repair": "why", "version": "--version", "v": "--version",
  ]

  /// What is meant by a subcommand that there is not, as a sentence after a space.
  private static func hint(for name: String) -> String {
    let bare = String(name.drop { $0 == "-" })
    let names = subcommands.map(\.name)
    let meant = everydayNames[bare.lowercased()] ?? names.first { $0 == bare.lowercased() }
    return meant.map { " Did you mean '\($0)'?" } ?? Spelling.hint(for: name, among: names)
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
    // In quotation marks a statement of two words is one word.
    let first = keyword.split(separator: " ").first.map(String.init) ?? keyword
    guard let text = ScriptLanguage.reference(of: first) else {
      Terminal.printError(
        "runlooplab: error: '\(keyword.onOneLine)' is not a statement."
          + Spelling.hint(for: keyword, among: ScriptLanguage.keywords)
          + " 'runlooplab help language' shows them all.")
      return .wrongUsage
    }
    Terminal.print(text)
    return .success
  }

  private static func showHelp(about words: [String]) -> ExitStatus {
    switch words.first {
    case nil: Terminal.print(help)
    case whole: Terminal.print(wholeHelp)
    case "language": return showLanguage(words.dropFirst().first)
    case "json": Terminal.print(AnswerJSON.schemaDocument)
    case let name?:
      guard let subcommand = subcommands.first(where: { $0.name == name }) else {
        if ScriptLanguage.keywords.contains(name) { return showLanguage(name) }
        return complain(
          "there is no help on '\(name)'."
            + (everydayTopics[name.lowercased()].map { " Did you mean '\($0)'?" }
              ?? Spelling.hint(for: name, among: topics + ScriptLanguage.keywords)),
          about: nil)
      }
      let usage = subcommand.usage
      Terminal.print(words.dropFirst().first == whole ? usage.wholeHelp : usage.help)
    }
    return .success
  }

  private static func complain(_ message: String, about name: String?) -> ExitStatus {
    let help = name.map { "runlooplab \($0) --help" } ?? "runlooplab --help"
    Terminal.printError("runlooplab: error: \(message.onOneLine) See '\(help)'.")
    return .wrongUsage
  }

  /// The word behind `--help` that asks for everything.
  private static let whole = "all"

  /// What the command is for, on one screen of 24 lines.
  static var help: String {
    """
    Tells why an animation stutters, and which fix helps, in virtual time.
    Usage: runlooplab SUBCOMMAND [OPTION …] [FILE|NAME …]   (NAME: see 'list')

    \(table(of: everyday))

    \(wrappedText("More: " + more, width: 80, rest: "  ").joined(separator: "\n"))

    Examples:
      runlooplab why carousel
      runlooplab init && runlooplab run mine.lab --html

    \(ending)
    'runlooplab SUBCOMMAND --help' and 'runlooplab --help all' say more,
    'runlooplab help language' all that a script can say.
    """
  }

  /// The subcommands that are used less, with a word on each.
  private static let more =
    "list (experiments), explain (words), map (drops by a timer's phase), prove (what never"
    + " happens), live (this machine), check and watch (scripts), measure (frames), import (traces), merge and verify"
    + " (results), completion (shells)"

  /// All subcommands with what each is for.
  static var wholeHelp: String {
    """
    Usage: runlooplab SUBCOMMAND [OPTION …] [OPERAND …]

    \(table(of: subcommands))

      -h, --help [all]  this, or the help of a SUBCOMMAND; 'all' leaves nothing out
      -V, --version     show the version
      --                what follows are operands; the operand '-' is standard input

    \(ending)

    'runlooplab help language [STATEMENT]' shows all that a script can say,
    'runlooplab help json' the form of --json, 'runlooplab explain' all metrics.
    """
  }

  private static func table(of subcommands: some Sequence<Subcommand>) -> String {
    subcommands.map { "  " + ($0.name + "          ").prefix(12) + $0.summary }
      .joined(separator: "\n")
  }

  /// The exit statuses.
  private static let ending = """
    Exit status: 0 all is well; 1 an expectation fails, or what --strict or
    --worse-than demands; 2 wrong usage; 3 a mistake in a script, result or trace;
    4 a file was not written; 5 a fault of the lab; 6 undecided; 130 stopped.
    """
}
