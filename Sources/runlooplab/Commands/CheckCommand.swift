import LabExperiment
import LabResults
import LabText

/// `runlooplab check`: parse and validate; run nothing.
enum CheckCommand {
  static let subcommand = Command.Subcommand(
    usage, "find the mistakes in scripts"
  ) { words in
    let paths = try Scripts.paths(try usage.parse(words).operands)
    guard let experiments = try Scripts.read(paths, showsNotes: true) else { return .wrongInput }
    for (path, experiment) in zip(paths, experiments) {
      let plan = try experiment.plan()
      let expectations = experiment.expectationTexts.count
      Terminal.print(
        "\(path): \(counted(plan.count, "run")), \(counted(expectations, "expectation")), no mistakes"
      )
      if expectations == 0 {
        Terminal.printError(
          "\(path): warning: no expectations. Without 'expect' an experiment cannot fail.")
      }
    }
    return .success
  }

  private static let usage = Usage(
    name: "check", operands: "FILE|DIR …", options: [],
    text:
      "Reads scripts and the recordings that they name, reports every mistake with its place, and"
      + " runs nothing.",
    example: "experiments")
}
