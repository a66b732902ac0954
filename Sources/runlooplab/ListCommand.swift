import LabExperiment
import LabReport

/// `runlooplab list`: the experiments with their questions.
enum ListCommand {
  static let subcommand = Command.Subcommand(
    name: "list", summary: "lists experiments with their questions", help: help
  ) { words in
    let operands = try Arguments(words).operands
    let paths = try Scripts.paths(operands.isEmpty ? ["experiments"] : operands)
    guard let experiments = Scripts.read(paths) else { return .wrongInput }
    var table = TextTable([.left, .left])
    for (path, experiment) in zip(paths, experiments) {
      table.append([Scripts.name(of: path), experiment.question ?? experiment.title ?? ""])
    }
    Terminal.print(table.lines.joined(separator: "\n"))
    return .success
  }

  private static let help = """
    Usage: runlooplab list [FILE|DIR …]

    Lists the experiments of a folder, 'experiments' unless said, with the question each asks.

    Example: runlooplab list
    """
}
