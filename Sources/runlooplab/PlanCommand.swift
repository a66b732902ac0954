import LabExperiment

/// `runlooplab plan`: the runs of an experiment, one a line.
enum PlanCommand {
  static let subcommand = Command.Subcommand(
    name: "plan", summary: "lists the runs that an experiment expands to", help: help
  ) { words in
    let arguments = try Arguments(words, options: ["--seed", "--repeat", "--set"])
    let paths = try Scripts.paths(arguments.operands)
    let overrides = try Scripts.overrides(arguments.all("--set"))
    guard let experiments = Scripts.read(paths, overriding: overrides) else { return .wrongInput }
    for experiment in experiments {
      let plan = try experiment.plan(
        seed: try arguments.number("--seed", in: 0...UInt64.max),
        replications: try arguments.number("--repeat", in: 1...1_000_000))
      Terminal.print(lines(of: plan).joined(separator: "\n"))
    }
    return .success
  }

  private static func lines(of plan: Plan) -> [String] {
    plan.map { run in
      let choices = run.point.map { "\($0.name) = \($0.value)" } + ["seed \(run.seed)"]
      return "\(run.index)  \(run.arm)  " + choices.joined(separator: "  ")
    }
  }

  private static let help = """
    Usage: runlooplab plan FILE … [--seed N] [--repeat N] [--set NAME=VALUES]

    Lists every run with its arm, sweep values and seed, and runs nothing.

    Example: runlooplab plan experiments/lost-ticks.lab
    """
}
