import LabExperiment
import LabReport

/// The command: finds the subcommand and says how it ended.
enum Command {
  /// One thing that the command can do.
  struct Subcommand: Sendable {
    let name: String
    let summary: String
    let help: String
    let perform: @Sendable ([String]) throws -> ExitStatus

    init(
      name: String, summary: String, help: String,
      perform: @escaping @Sendable ([String]) throws -> ExitStatus
    ) {
      self.name = name
      self.summary = summary
      self.help = help
      self.perform = perform
    }

    init(
      _ usage: Usage, _ summary: String,
      perform: @escaping @Sendable ([String]) throws -> ExitStatus
    ) {
      self.init(name: usage.name, summary: summary, help: usage.help, perform: perform)
    }
  }

  /// Former names of subcommands.
  private static let aliases = ["zoo": "rules"]

  static let subcommands = [
    RunCommand.subcommand, MergeCommand.subcommand, CompareCommand.subcommand,
    CheckCommand.subcommand, PlanCommand.subcommand,
    ListCommand.subcommand,
    ShowCommand.subcommand, DrawCommand.subcommand, ReportCommand.subcommand,
    ImportCommand.subcommand, TryCommand.subcommand,
    RulesCommand.subcommand, MeasureCommand.subcommand, ExplainCommand.subcommand,
  ]

  /// What there is help on.
  private static let topics = subcommands.map(\.name) + ["language"]

  static func perform(_ words: [String]) -> ExitStatus {
    guard let first = words.first else {
      Terminal.printError(help)
      return .wrongUsage
    }
    let name = aliases[first] ?? first
    if ["--help", "-h", "help"].contains(name) { return showHelp(about: words.dropFirst().first) }
    if name == "--version" {
      Terminal.print("runlooplab \(RunLoopLab.version)")
      return .success
    }
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
    do {
      return try subcommand.perform(rest)
    } catch let mistake as Arguments.Mistake {
      return complain(mistake.message, about: name)
    } catch let error as ScriptError {
      Terminal.printError("\(error)")
      return error.isAboutOptions ? .wrongUsage : .wrongInput
    } catch let error as ResultFolder.Failure {
      Terminal.printError("runlooplab: error: \(error)")
      return .notWritten
    } catch let error as Runner.Failure {
      Terminal.printError(error.place == nil ? "runlooplab: error: \(error)" : "\(error)")
      return .wrongInput
    } catch {
      Terminal.printError("runlooplab: error: \(error)")
      return .notWritten
    }
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
      Terminal.print(subcommand.help)
    }
    return .success
  }

  private static func complain(_ message: String, about name: String?) -> ExitStatus {
    let help = name.map { "runlooplab \($0) --help" } ?? "runlooplab --help"
    Terminal.printError("runlooplab: error: \(message) See '\(help)'.")
    return .wrongUsage
  }

  static var help: String {
    var table = TextTable([.left, .left])
    for subcommand in subcommands { table.append(["  " + subcommand.name, subcommand.summary]) }
    return """
      A laboratory for run loops, timers and display links, in virtual time.

      Usage: runlooplab SUBCOMMAND [OPTION …] [OPERAND …]

      \(table.lines.joined(separator: "\n"))

        -h, --help         show this help, or that of a subcommand
        --version          show the version
        --                 what follows are operands, even if they begin with '-'

      'runlooplab help language' shows the language of experiment scripts.

      Example: runlooplab run experiments/beat.lab

      Exit status: 0 all expectations hold, 1 an expectation fails, 2 wrong usage,
      3 a mistake in a script or input file, 4 results could not be written.
      """
  }
}
