import LabExperiment
import LabReport

/// What a person reads of results.
enum Reporting {
  /// Prints the table and the verdicts of a result, or only what fails.
  static func report(_ result: ExperimentResult, quiet: Bool) {
    let text = text(result, quiet: quiet, colours: Terminal.showsColours)
    if !text.isEmpty { Terminal.print(text) }
  }

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

  /// Says why the first expectation that fails does: what happened, why, and what helps.
  ///
  /// Some reruns are made for it, 200 or about an hour of virtual time; with long runs, which allow too
  /// few, it says how to ask. What stands in the files does not depend on it.
  static func explain(_ result: ExperimentResult, path: String, jobs: Int) {
    guard !result.holds else { return }
    let trouble = result.trouble
    let run = result.plan[trouble.run]
    let budget = min(200, Int(Duration.seconds(3600) / run.duration))
    guard budget >= 50 else {
      Terminal.print("Why? 'runlooplab why \(path)' makes some reruns, and says it.\n")
      return
    }
    do {
      let explanation = try Explanation(
        of: run, driver: trouble.driver, by: trouble.metric, jobs: jobs, budget: budget)
      Terminal.print(wrapped("Why? " + explanation.text) + "\n")
    } catch {
      // What cannot be explained has its verdict all the same.
      Terminal.printError("runlooplab: warning: \(error)")
    }
  }

  /// Breaks text into lines of at most 80 columns.
  static func wrapped(_ text: String) -> String { TextTable.wrapped(text) }

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
