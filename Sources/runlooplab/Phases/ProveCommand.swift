import LabExperiment
import LabMetrics
import LabProof
import LabReport
import LabResults
import LabText

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
    var outcomes: [Proof.Outcome] = []
    var isWritten = false
    for index in plan.indices where plan.performs(index) {
      for proposition in plan.propositions(at: index) {
        let answer = try answer(proposition, about: index, in: plan, path, budget)
        show(answer, of: proposition.question.driver)
        outcomes.append(answer.outcome)
        guard let script = answer.script, let file = arguments.text("--out"), !isWritten else {
          continue
        }
        try WholeFiles([(file, script.text)]).write(replacing: arguments.has("--force"))
        isWritten = true
        Terminal.print("wrote \(file). Go on with: runlooplab show \(file)")
      }
    }
    return outcomes.contains(.refuted)
      ? .expectationFailed : outcomes.contains(.undecided) ? .undecided : .success
  }

  private static func answer(
    _ proposition: Proposition, about index: Int, in plan: Plan, _ path: String, _ budget: Int?
  ) throws -> ProofAnswer {
    do {
      return try ProofAnswer(
        proposition, about: index, in: plan, budget: budget,
        isCancelled: { Interruption.isAskedFor })
    } catch let refusal as Refusal {
      throw InputError(path: path, "'\(proposition.text)' cannot be decided: \(refusal)")
    }
  }

  private static func show(_ answer: ProofAnswer, of driver: String) {
    let screen = Terminal.screen
    Terminal.print(answer.text(width: screen.width) + "\n")
    guard let script = answer.script else { return }
    if let timeline = answer.timeline {
      let picture = screen.marked(timeline.text(width: screen.width))
      Terminal.print("# \(script.run.words(driver: driver))\n\(picture)\n")
    }
    Terminal.print("As a script:\n\n\(script.text)")
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
    example: "experiments/proofs/never-doubles.lab")
}
