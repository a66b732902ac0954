package import LabAnswer
package import LabExperiment
package import LabPictures
package import LabResults
package import LabStudy
import LabText

/// What a person reads of results while they are made: of one experiment all there is to say, of
/// two a line and a table for each, of more a line for each.
package struct RunReport {
  /// Of how many experiments each has its table.
  private static let tableLimit = 2

  /// How many experiments there are.
  private let count: Int
  /// Whether only expectations that fail are told.
  private let isQuiet: Bool
  /// Whether each experiment is told in full.
  private let isFull: Bool
  /// Whether an expectation that is not judged counts as one that fails.
  private let isStrict: Bool
  /// The metrics of the tables; empty for those that the scripts name.
  private let metrics: [String]
  private let screen: Screen
  private let plots: TextWriter.Characters?
  private let say: (String) -> Void

  /// Prepares a report.
  ///
  /// - Parameters:
  ///   - count: How many experiments there are.
  ///   - isQuiet: Whether only expectations that fail are told.
  ///   - isFull: Whether each of several experiments is told in full, as one is.
  ///   - isStrict: Whether an expectation that is not judged counts as one that fails.
  ///   - metrics: The metrics of the tables; empty for those that the scripts name.
  ///   - screen: What it is shown on.
  ///   - plots: With what the plots that scripts ask for are drawn; `nil` for none.
  ///   - say: Prints some lines, without the last line feed.
  package init(
    of count: Int = 1, isQuiet: Bool = false, isFull: Bool = false, isStrict: Bool = false,
    metrics: [String] = [], on screen: Screen, plots: TextWriter.Characters? = nil,
    say: @escaping (String) -> Void
  ) {
    (self.count, self.isQuiet, self.isFull) = (count, isQuiet, isFull || count == 1)
    (self.isStrict, self.metrics) = (isStrict, metrics)
    (self.screen, self.plots, self.say) = (screen, plots, say)
  }

  private func wrapped(_ text: String) -> String {
    screen.wrapped(text).joined(separator: "\n")
  }

  /// Says what stands above the lines of several experiments.
  package func begin(_ heading: String?) {
    guard let heading, !isQuiet, !isFull else { return }
    say(TerminalOverview.heading(heading, on: screen))
  }

  /// Says what a result comes to, or only what fails.
  package func add(_ result: ExperimentResult, found answer: Answer? = nil) throws {
    let text = try text(of: result, found: answer)
    if !text.isEmpty { say(text) }
  }

  private func text(of result: ExperimentResult, found answer: Answer?) throws -> String {
    if isQuiet { return failures(result.name, result.verdicts).joined(separator: "\n") }
    if isFull {
      let answer = try answer ?? RunFindings(result, metrics: metrics).answer()
      return Self.text(of: answer, of: result, on: screen, plots: plots) + "\n"
    }
    let overview = TerminalOverview(ExperimentSummary(result), among: count, on: screen).text
    guard count <= Self.tableLimit else { return overview }
    let table = RunFindings(result, metrics: metrics).brief
    return overview + "\n\n" + AnswerText(on: screen).text(of: table) + "\n"
  }

  /// Returns all there is to say of a result, without a line feed at the end.
  package static func text(
    of result: ExperimentResult, on screen: Screen = Screen(), metrics: [String] = [],
    plots: TextWriter.Characters? = nil
  ) throws -> String {
    Self.text(
      of: try RunFindings(result, metrics: metrics).answer(), of: result, on: screen, plots: plots)
  }

  private static func text(
    of answer: Answer, of result: ExperimentResult, on screen: Screen,
    plots: TextWriter.Characters?
  ) -> String {
    var answer = answer
    if plots != nil { answer.paragraphs += RunFindings.plots(of: result) }
    return AnswerText(on: screen, plots ?? .plain).text(of: answer)
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

  /// Whether it says why an expectation fails.
  package var isExplained: Bool { isFull && !isQuiet }

  /// Says why an expectation fails, or what says it.
  package func add(_ explanation: Explanation?, of result: ExperimentResult) {
    guard isExplained else { return }
    if let explanation {
      let why = Answer(
        "why", of: result.name, explanation.asked(of: result.plan[result.trouble.run]))
      say(AnswerText(on: screen).text(of: why) + "\n")
    } else if !result.holds {
      let command = result.plan.commandLine("why")
      say("Why? This makes some reruns, and says it:\n    \(command)\n")
    }
  }

  /// Says what is known of a result that was begun.
  package func add(known result: ExperimentResult, of plan: Plan) {
    guard result.table.count > 0, let text = try? text(of: result, found: nil) else { return }
    say(
      "known so far, from \(result.table.count) of \(plan.count) runs; expectations are not judged:\n"
        + text)
  }

  /// Says that a result was finished before, and what fails in it.
  package func add(_ result: FinishedResult) {
    if !isQuiet {
      say(TerminalOverview(ExperimentSummary(result), among: count, on: screen).text)
    }
    guard isQuiet || isFull else { return }
    for line in failures(result.name, result.verdicts) { say(line) }
  }

  /// Says which results lost the lists of an earlier run.
  package func add(removedFrom folders: [String]) {
    guard let first = folders.first, !isQuiet else { return }
    let others = folders.count > 1 ? " and \(counted(folders.count - 1, "other folder"))" : ""
    say(
      wrapped(
        "\(first)\(others) had lists of an earlier run with --trace, which are removed. Add --trace"
          + " to write them again."))
  }

  /// Sums up all results, and says where they are.
  ///
  /// - Parameters:
  ///   - summaries: What came of each.
  ///   - out: Their folder; `nil` if they are in none.
  /// - Returns: How they end.
  package func conclude(_ summaries: [ExperimentSummary], out: String?) -> Outcome {
    if let out, !isQuiet {
      let experiments = counted(summaries.count, "experiment")
      let runs = counted(summaries.reduce(0) { $0 + $1.runs }, "run")
      let verdict = ExperimentSummary.verdicts(of: summaries).sentence
      let text = wrapped("\(experiments), \(runs): \(verdict). The files are in \(out)/.")
      say(isFull || count <= Self.tableLimit ? text : "\n" + text)
    }
    return summaries.allSatisfy { $0.verdicts.hold(strictly: isStrict) } ? .holds : .fails
  }
}

/// One experiment among several: its verdict and one number on a line, and its answer below; of
/// very many experiments, the beginning of the answer behind the verdict, or what fails.
package struct TerminalOverview {
  /// How many lines all experiments together may take, if one is enough for each.
  private static let lineLimit = 116
  /// From how many columns on one line has room for the number too.
  private static let wideLine = 120

  private let summary: ExperimentSummary
  private let screen: Screen
  private let lines: Int

  /// Creates an overview of an experiment.
  package init(_ summary: ExperimentSummary, among count: Int, on screen: Screen) {
    self.summary = summary
    self.screen = screen
    lines = max(1, Self.lineLimit / max(1, count))
  }

  /// Returns what stands above the experiments of a group, below an empty line.
  package static func heading(_ name: String, on screen: Screen) -> String {
    "\n" + screen.style.bold(name)
  }

  /// The overview, without a line feed at the end.
  package var text: String {
    let (verdicts, style) = (summary.verdicts, screen.style)
    let (details, below) = lines == 1 ? (shortDetails, []) : (number, answerLines)
    let words = verdicts.words + (summary.isOld ? ", finished before" : "")
    let sign = verdicts.sign
    let line = screen.cut("\(sign) \(summary.name)  \(words)\(details)")
    let mark = verdicts.all == 0 ? sign : verdicts.hold ? style.green(sign) : style.red(sign)
    let rest = line.dropFirst(sign.count + 1 + summary.name.count)
    return (["\(mark) \(style.bold(summary.name))\(rest)"] + below).joined(separator: "\n")
  }

  private var number: String {
    summary.evidence.map { "; \($0.split(separator: " ").joined(separator: " "))" } ?? ""
  }

  /// What one line has room for: the answer, and before it what fails or, if the line is wide, a
  /// number.
  private var shortDetails: String {
    let isShort = summary.verdicts.hold && screen.width < Self.wideLine
    return (isShort ? "" : number) + (summary.because.map { "  \($0)" } ?? "")
  }

  /// The experiment's own answer, as far as there is room for it.
  private var answerLines: [String] {
    let all = screen.wrapped(summary.because ?? "", indent: 2)
    guard all.count > lines - 1 else { return all }
    let shown = all.prefix(lines - 1)
    return shown.dropLast() + [screen.cut((shown.last ?? "") + " …")]
  }
}
