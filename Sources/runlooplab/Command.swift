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
  }

  static let subcommands = [
    RunCommand.subcommand, MergeCommand.subcommand, CompareCommand.subcommand,
    CheckCommand.subcommand, PlanCommand.subcommand,
    ListCommand.subcommand,
    ShowCommand.subcommand,
    RulesCommand.subcommand, MeasureCommand.subcommand, ExplainCommand.subcommand,
  ]

  /// What there is help on.
  private static let topics = subcommands.map(\.name) + ["language"]

  static func perform(_ words: [String]) -> ExitStatus {
    guard let name = words.first else {
      Terminal.printError(help)
      return .wrongUsage
    }
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
    if rest.contains("--help") || rest.contains("-h") { return showHelp(about: name) }
    do {
      return try subcommand.perform(rest)
    } catch let mistake as Arguments.Mistake {
      return complain(mistake.message, about: name)
    } catch let error as ScriptError {
      Terminal.printError("\(error)")
      return .wrongInput
    } catch let error as ResultFolder.Failure {
      Terminal.printError("runlooplab: error: \(error)")
      return .notWritten
    } catch let error as Runner.Failure {
      Terminal.printError(
        "runlooplab: error: run \(error.run.index), arm ‘\(error.run.arm)’: \(error.reason).")
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
      guard let subcommand = subcommands.first(where: { $0.name == name }) else {
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

      Usage: runlooplab SUBCOMMAND …

      \(table.lines.joined(separator: "\n"))

      'runlooplab SUBCOMMAND --help' tells more, with an example. 'runlooplab help language' shows
      everything that a script can say.

      Example: runlooplab run experiments/beat.lab

      Exit status: 0 every expectation holds, 1 one fails, 2 wrong usage, 3 a mistake in a script,
      4 results could not be written.
      """
  }
}
