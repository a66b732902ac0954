import LabExperiment
import LabLanguage
import LabStudy
import LabText

/// `runlooplab prove`: what a script asks to be proven, and the worst that can happen.
enum ProveCommand {
  static let subcommand = Command.Subcommand(
    usage, "decide what never happens, for all phases and arrivals"
  ) { words in
    let arguments = try usage.parse(words)
    guard let (path, plan) = try PlanOptions.plan(arguments) else { return .wrongInput }
    let studies = try ProofStudy.all(
      of: plan, path: path, budget: try arguments.number("--budget", in: 1...1_000_000_000))
    let output = try AnswerOutput(arguments, reading: plan.experiment.inputs.map(\.path))
    return try output.show(studies)
  }

  private static let usage = Usage(
    name: "prove", operands: "SCRIPT",
    options: [
      Option("--budget", "N", "the most runs for each question (default: as it says, or 5000000)"),
      Option(
        "--save", "FILE.lab",
        "also write the first case that is found as a script, to lie beside SCRIPT", value: .file),
    ] + AnswerOutput.options + PlanOptions.options,
    everyday: ["--budget", "--save", "--set", "--report"],
    text:
      "Decides what 'prove' and 'worst' of a script ask, for every whole nanosecond of a phase and for"
      + " every arrangement of tasks on a grid. A refutation shows the smallest case as a timeline and"
      + " as a script.",
    remarks: [
      "It is exact: all arrangements in which everything happens in the same order are decided by one"
        + " run. Every run of the script is asked.",
      "Exit status: 0 all is proven, 1 something is refuted, 6 something is undecided, for example"
        + " by too small a --budget, 130 after Ctrl-C; what was covered is shown.",
      "What does not depend on the order of instants alone is refused: adaptive panels, delayed"
        + " wake-ups, render times, motions, loads that follow others.",
    ],
    examples: ["runlooplab prove experiments/proofs/where-to-put-the-phase.lab"])
}
