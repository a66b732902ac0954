import LabExperiment
import LabMetrics
import LabResults
import LabText

/// `runlooplab completion`: completions for a shell.
enum CompletionCommand {
  static let subcommand = Command.Subcommand(usage, "print completions for bash, zsh or fish") {
    words in
    let operands = try usage.parse(words).operands
    let names = Completion.Shell.allCases.map(\.rawValue)
    guard operands.count == 1 else {
      throw UsageError("name one shell: \(Spelling.list(names)).")
    }
    guard let shell = Completion.Shell(rawValue: operands[0]) else {
      throw UsageError(
        "there are no completions for '\(operands[0])'. Write \(Spelling.list(names)).")
    }
    Terminal.print(Completion(subcommands: Command.subcommands).script(for: shell))
    return .success
  }

  private static let usage = Usage(
    name: "completion", operands: "bash|zsh|fish", options: [],
    text: "Prints a script that completes subcommands, options and their values.",
    remarks: [
      "bash: source <(runlooplab completion bash). zsh: the same with zsh. fish: runlooplab"
        + " completion fish | source. Write the line into the shell's start file to keep it."
    ],
    examples: ["runlooplab completion bash"])
}
