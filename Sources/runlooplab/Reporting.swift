import LabExperiment
import LabPictures
import LabReport

/// What a person reads of results.
enum Reporting {
  /// Prints the table and the verdicts of a result, or only what fails.
  static func report(_ result: ExperimentResult, quiet: Bool) {
    let text = text(result, quiet: quiet, colours: Terminal.showsColours)
    if !text.isEmpty { Terminal.print(text) }
    if !quiet, Terminal.isRead, !result.experiment.plots.isEmpty { Terminal.print(plots(result)) }
  }

  /// The plots that a script asks for, in text.
  private static func plots(_ result: ExperimentResult) -> String {
    let writer = TextWriter(
      Terminal.showsBraille ? .braille : .plain, colours: Terminal.showsColours)
    let pictures = SweepPlots(result).plots.prefix(plotLimit)
      .map { $0.picture(width: 640, height: 192) }
    return pictures.map { "\($0.name)\n\(writer.text(of: $0))\n" }.joined(separator: "\n")
  }

  /// How many plots are printed.
  private static let plotLimit = 3

  /// Returns the table and the verdicts of a result, or only what fails.
  static func text(_ result: ExperimentResult, quiet: Bool, colours: Bool) -> String {
    guard quiet else { return TerminalReport(result, colours: colours).text + "\n" }
    return result.verdicts.filter { $0.outcome == .fails }.map {
      "\(result.name): fails: \($0.text)\n    \($0.failure?.values ?? "")"
    }.joined(separator: "\n")
  }

  /// Says that a result was finished before, and what fails in it.
  static func report(_ result: FinishedResult, quiet: Bool) {
    if !quiet { Terminal.print("\(result.name): finished before.\n") }
    for expectation in result.expectations where expectation.outcome == .fails {
      Terminal.print("\(result.name): fails: \(expectation.text)")
    }
  }

  /// Sums up all results, and says where they are.
  static func conclude(
    _ summaries: [ExperimentSummary], out: String, quiet: Bool
  ) -> ExitStatus {
    if !quiet {
      if summaries.count > 1 {
        Terminal.print(TerminalOverview(summaries, colours: Terminal.showsColours).text + "\n")
      }
      let experiments = counted(summaries.count, "experiment")
      let runs = counted(summaries.reduce(0) { $0 + $1.runs }, "run")
      let verdict = ExperimentSummary.verdict(of: summaries)
      Terminal.print("\(experiments), \(runs): \(verdict). The files are in \(out)/.")
    }
    return summaries.allSatisfy(\.holds) ? .success : .expectationFailed
  }
}
