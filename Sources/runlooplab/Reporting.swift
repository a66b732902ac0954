import LabExperiment
import LabReport

/// What a person reads of results.
enum Reporting {
  /// Prints the table and the verdicts of a result, or only what fails.
  static func report(_ result: ExperimentResult, quiet: Bool) {
    if quiet {
      for verdict in result.verdicts where verdict.outcome == .fails {
        Terminal.print(
          "\(result.name): fails: \(verdict.text)\n    \(verdict.failure?.values ?? "")")
      }
    } else {
      Terminal.print(TerminalReport(result, colours: Terminal.showsColours).text + "\n")
    }
  }

  /// Sums up all results, and says where they are.
  static func conclude(_ results: [ExperimentResult], out: String) -> ExitStatus {
    if results.count > 1 {
      Terminal.print(TerminalOverview(results, colours: Terminal.showsColours).text + "\n")
    }
    let verdicts = results.flatMap(\.verdicts)
    let failing = verdicts.count { $0.outcome == .fails }
    let experiments = counted(results.count, "experiment")
    let runs = counted(results.reduce(0) { $0 + $1.table.count }, "run")
    let verdict =
      switch (verdicts.count, failing) {
      case (0, _): "nothing was expected of them: add 'expect' statements"
      case (1, 0): "the one expectation holds"
      case (let count, 0): "all \(count) expectations hold"
      case (let count, _): "\(failing) of \(count) expectations fail"
      }
    Terminal.print("\(experiments), \(runs): \(verdict). The files are in \(out)/.")
    return failing == 0 ? .success : .expectationFailed
  }
}
