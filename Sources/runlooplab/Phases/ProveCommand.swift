import LabExperiment
import LabProof
import LabReport
import LabResults
import LabText
import LabWorkload

/// `runlooplab prove`: what a script asks to be proven, and the worst that can happen.
enum ProveCommand {
  static let subcommand = Command.Subcommand(
    usage, "decide what never happens, for all phases and arrivals"
  ) { words in
    let arguments = try usage.parse(words)
    guard let (path, plan) = try PlanOptions.plan(arguments) else { return .wrongInput }
    guard plan.experiment.questionCount > 0 else {
      throw InputError(
        path: path,
        "nothing is to be proven. Write for example 'prove never link.ball.double_fires over phase"
          + " 0 .. 1, up to 2 tasks of 20 ms every 1 ms within 100 ms'.")
    }
    let budget = try arguments.number("--runs", in: 1...1_000_000_000)
    Interruption.watchSearch()
    var status = ExitStatus.success
    for index in plan.indices where plan.performs(index) {
      for question in plan.propositions(at: index) {
        let answer = try ProofAnswer(question, at: index, in: plan, path, budget: budget)
        Terminal.print(answer.lines(Terminal.screen).joined(separator: "\n") + "\n")
        if let script = answer.script, let file = arguments.text("--out") {
          try WholeFiles([(file, script.text)]).write(replacing: arguments.has("--force"))
          Terminal.print("wrote \(file). Go on with: runlooplab show \(file)")
        }
        status = status.joined(with: answer.status)
        // One file holds one case.
        if answer.script != nil, arguments.text("--out") != nil { return status }
      }
    }
    return status
  }

  private static let usage = Usage(
    name: "prove", operands: "SCRIPT",
    options: [
      Option("--runs", "N", "the most runs for each question (default: as it says, or 5000000)"),
      Option(
        "--out", "FILE.lab",
        "also write the first case that is found as a script, to lie beside SCRIPT", value: .file,
        short: "-o"),
      .force,
    ] + PlanOptions.options,
    text:
      "Decides what 'prove' and 'worst' of a script ask, in every run of it: for every whole nanosecond"
      + " of a phase, and for every arrangement of tasks on a grid. It is exact: all arrangements in"
      + " which everything happens in the same order are decided by one run. A refutation shows the"
      + " smallest case as a timeline and as a script.",
    remarks: [
      "Exit status: 0 all is proven, 1 something is refuted, 6 something is undecided, because of Ctrl-C"
        + " or too few --runs; what was covered is shown.",
      "What does not depend on the order of instants alone is refused: adaptive panels, delayed"
        + " wake-ups, render times, motions, loads that follow others.",
    ],
    example: "experiments/proofs/link-never-doubles.lab")
}

extension ExitStatus {
  /// The status of two answers together: refuted counts before undecided.
  fileprivate func joined(with other: ExitStatus) -> ExitStatus {
    let order: [ExitStatus] = [.expectationFailed, .undecided]
    return order.first { $0 == self || $0 == other } ?? .success
  }
}
