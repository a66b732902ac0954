import LabExperiment

/// `runlooplab check`: parse and validate; run nothing.
enum CheckCommand {
  static let subcommand = Command.Subcommand(
    name: "check", summary: "finds the mistakes in scripts and runs nothing", help: help
  ) { words in
    let paths = try Scripts.paths(try Arguments(words).operands)
    guard let experiments = Scripts.read(paths) else { return .wrongInput }
    for (path, experiment) in zip(paths, experiments) {
      let plan = try experiment.plan()
      let expectations = experiment.expectationTexts.count
      Terminal.print(
        "\(path): \(counted(plan.count, "run")), \(counted(expectations, "expectation")), no mistakes"
      )
      if expectations == 0 {
        Terminal.printError(
          "\(path): warning: nothing is expected. Without 'expect' an experiment cannot fail.")
      }
    }
    return .success
  }

  private static let help = """
    Usage: runlooplab check FILE|DIR …

    Reads scripts and the recordings that they name, and reports every mistake with its place.

    Example: runlooplab check experiments
    """
}
