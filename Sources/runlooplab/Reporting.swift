import Foundation
import LabExperiment
import LabPictures
import LabReport
import LabResults
import LabStudy
import LabText

/// What a person reads of results: of one experiment all there is to say, of several a line for
/// each.
struct Reporting {
  /// Whether only expectations that fail are printed.
  let isQuiet: Bool
  /// How many experiments there are.
  let count: Int
  /// Whether each experiment is reported in full.
  let isFull: Bool
  /// Whether an expectation that is not judged counts as one that fails.
  var isStrict = false
  /// The metrics of the tables; empty for those that the scripts name.
  var metrics: [String] = []

  /// Prints what stands above the lines of several experiments.
  func begin(_ heading: String?) {
    guard let heading, !isQuiet, !isFull else { return }
    Terminal.print(TerminalOverview.heading(heading, on: Terminal.screen))
  }

  /// Prints what a result comes to.
  func report(_ result: ExperimentResult) throws {
    let text = try text(of: result, on: Terminal.screen)
    if !text.isEmpty { Terminal.print(text) }
    if isFull, Terminal.isTerminal, !result.experiment.plots.isEmpty {
      Terminal.print(Self.plots(result))
    }
  }

  /// Returns what a result comes to, or only what fails.
  func text(of result: ExperimentResult, on screen: Screen) throws -> String {
    if isQuiet { return failures(result.name, result.verdicts).joined(separator: "\n") }
    if isFull {
      return try TerminalReport(result, on: screen, metrics: metrics).text() + "\n"
    }
    return TerminalOverview(ExperimentSummary(result), among: count, on: screen).text
  }

  /// What speaks against a result in few words; strictly, also what nothing decides.
  private func failures(_ name: String, _ verdicts: [Verdict]) -> [String] {
    if isStrict, verdicts.isEmpty { return ["\(name): \(VerdictCounts([]).sentence)"] }
    return verdicts.filter { $0.isFailure(strictly: isStrict) }.map { verdict in
      let details = verdict.failure?.values ?? (verdict.outcome == .fails ? "" : verdict.openReason)
      return "\(name): \(verdict.outcome.rawValue): \(verdict.text)"
        + (details.isEmpty ? "" : "\n    \(details)")
    }
  }

  /// How many runs are performed at a time if no option says.
  static var jobs: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// How many plots are printed.
  private static let plotLimit = 3

  /// The plots that a script asks for, in text.
  private static func plots(_ result: ExperimentResult) -> String {
    let writer = TextWriter(
      Terminal.showsBraille ? .braille : .plain, colours: Terminal.showsColours)
    let pictures = SweepPlots(result).plots.prefix(plotLimit)
      .map { $0.picture(width: 640, height: 192) }
    return pictures.map { "\($0.name)\n\(writer.text(of: $0))\n" }.joined(separator: "\n")
  }

  /// Prints what is known of a result that was begun.
  func report(partial writer: ResultWriter, of plan: Plan) {
    let known = writer.known
    guard known.table.count > 0, let text = try? text(of: known, on: Terminal.screen) else {
      return
    }
    Terminal.print(
      "known so far, from \(known.table.count) of \(plan.count) runs; expectations are not judged:\n"
        + text)
  }

  /// Says that a result was finished before, and what fails in it.
  func report(_ result: FinishedResult) {
    if !isQuiet {
      let summary = ExperimentSummary(result)
      Terminal.print(TerminalOverview(summary, among: count, on: Terminal.screen).text)
    }
    guard isQuiet || isFull else { return }
    for line in failures(result.name, result.verdicts) { Terminal.print(line) }
  }

  /// Returns an explanation, or warns if it cannot be given.
  static func explanation(_ explain: () throws -> Explanation?) -> Explanation? {
    do {
      return try explain()
    } catch {
      // What cannot be explained has its verdict all the same.
      Terminal.printError("runlooplab: warning: \(error)")
      return nil
    }
  }

  /// Prints why a run is as it is.
  static func print(_ explanation: Explanation) {
    Terminal.print(wrapped("Why? (\(explanation.run)) \(explanation.text)") + "\n")
  }

  /// Breaks text into lines as wide as the terminal.
  static func wrapped(_ text: String) -> String {
    Terminal.screen.wrapped(text).joined(separator: "\n")
  }

  /// Says which results lost the lists of an earlier run.
  func report(removedFrom folders: [String]) {
    guard let first = folders.first, !isQuiet else { return }
    let others = folders.count > 1 ? " and \(counted(folders.count - 1, "other folder"))" : ""
    Terminal.print(
      Self.wrapped(
        "\(first)\(others) had lists of an earlier run with --trace, which are removed. Add --trace to"
          + " write them again."))
  }

  /// How the command ends after some results.
  func status(of summaries: [ExperimentSummary]) -> ExitStatus {
    summaries.allSatisfy { $0.verdicts.hold(strictly: isStrict) } ? .success : .expectationFailed
  }

  /// Sums up all results, and says where they are.
  func conclude(_ summaries: [ExperimentSummary], out: String) -> ExitStatus {
    if !isQuiet {
      let experiments = counted(summaries.count, "experiment")
      let runs = counted(summaries.reduce(0) { $0 + $1.runs }, "run")
      let verdict = ExperimentSummary.verdicts(of: summaries).sentence
      let text = Self.wrapped("\(experiments), \(runs): \(verdict). The files are in \(out)/.")
      Terminal.print(isFull || summaries.count < 2 ? text : "\n" + text)
    }
    return status(of: summaries)
  }
}
