import LabExperiment
import LabStudy
import LabText

/// `runlooplab map`: what happens for every phase of a timer, in exact whole nanoseconds.
enum MapCommand {
  static let subcommand = Command.Subcommand(
    usage, "say what happens for every phase, not only for one"
  ) { words in
    let arguments = try usage.parse(words)
    guard let (path, plan) = try PlanOptions.plan(arguments) else { return .wrongInput }
    let study = try study(of: plan, path, arguments)
    let output = try AnswerOutput(arguments, holding: .table("regions"))
    return try output.show([study])
  }

  /// What the options ask.
  static func study(of plan: Plan, _ path: String, _ arguments: Arguments) throws -> PhaseStudy {
    PhaseStudy(
      plan, of: path, run: try Scripts.run(of: plan, arguments),
      opening: arguments.text("--of"),
      budget: try arguments.number("--budget", in: 1...10_000_000) ?? 100_000)
  }

  static let usage = Usage(
    name: "map", operands: "SCRIPT",
    options: [
      Option(
        "--run", "N", "the run at this position in the plan (default: the first with a timer)"),
      Option(
        "--of", "NAME",
        "what moves through one refresh: a timer, a load, or 'display' (default: the first timer)",
        more: "; it is the first fire date of the timer, the task of the load, or the first vsync"),
      Option(
        "--budget", "N",
        "the most runs that decide it (default: 100000)",
        more: "; one of more than 2048 records counts as several"),
      Option(
        "--out", "FILE", "also write the regions as a table, or as a picture (.svg)", value: .file,
        short: "-o"),
    ] + AnswerOutput.options + PlanOptions.options,
    everyday: ["--of", "--run", "--budget", "--out", "--set", "--report"],
    text:
      "Says for every first fire date of a timer within one refresh, in whole nanoseconds, how often"
      + " it fires twice in a refresh and how many refreshes are dropped, and where to put the phase.",
    remarks: [
      "It is exact: all counts stay between two first fire dates at which the order of instants changes.",
      "What does not depend on the order of instants alone is refused: adaptive panels, delayed"
        + " wake-ups, render times, motions, loads that follow others.",
      "Ctrl-C or too small a --budget end it early; then it says what was covered. The exit status is"
        + " 130, or 6.",
    ],
    examples: ["runlooplab map experiments/proofs/where-to-put-the-phase.lab -o phases.svg"])
}
