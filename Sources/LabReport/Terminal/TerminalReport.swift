import LabExperiment
import LabMetrics
public import LabResults
import LabStudy

/// What a person reads after a run: the question and the answer, a table that fits the screen,
/// outliers, how the arms differ, who is to blame, the worst moment, and the verdicts with what was
/// measured.
public struct TerminalReport {
  private let result: ExperimentResult
  private let screen: Screen
  private let metrics: [String]
  private let showsMoment: Bool

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - result: What to report.
  ///   - screen: What it is shown on.
  ///   - metrics: The names of the metrics of the table; empty for those that the script names.
  ///   - showsMoment: Whether the worst moment is drawn.
  public init(
    _ result: ExperimentResult, on screen: Screen, metrics: [String] = [], showsMoment: Bool = true
  ) {
    self.result = result
    self.screen = screen
    self.metrics = metrics
    self.showsMoment = showsMoment
  }

  /// The report, without a line feed at the end.
  ///
  /// - Throws: What a run throws that is performed again for its picture.
  public func text() throws -> String {
    let columns = ReportColumn.all(of: result.experiment, metrics: metrics)
    let parts = [
      heading, try answer(),
      ReportTable(result, columns, screen).lines + repetitions + approximation,
      OutlierList(result, columns, screen).lines,
      ArmComparison(result, screen).lines, BlameTable(result, screen).lines,
      showsMoment ? try WorstMoment(result, screen).lines() : [],
      result.predictions.isEmpty
        ? [] : PredictionTable(result).lines(limit: ReportTable.rowLimit),
      findings, VerdictList(result, screen).lines,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  private var heading: [String] {
    [screen.style.bold(result.experiment.title ?? result.name)]
      + screen.wrapped(result.experiment.question ?? "")
  }

  /// What the script answers, and the number that bears it out, or the first that does not.
  ///
  /// A script that does not say is about the first of its expectations, and without any about what
  /// goes wrong.
  private func answer() throws -> [String] {
    let counts = VerdictCounts(result.verdicts.map(\.outcome))
    let number = ExperimentSummary(result).number.map { $0 + "; " } ?? ""
    guard let because = result.experiment.because else {
      let verdict = counts.all == 0 ? "" : number + counts.words + "."
      let headline = counts.all == 0 ? try result.headline() : nil
      return screen.wrapped(verdict) + screen.wrapped(headline ?? "")
    }
    let doubt = counts.hold ? "" : "This answer of the script does not fit the result: "
    let words = counts.hold ? counts.sentence : counts.words
    let proof = counts.all == 0 ? "" : doubt + number + words + "."
    return screen.wrapped(because, indent: 2) + screen.wrapped(proof, indent: 2)
  }

  /// How far percentiles may be off.
  private var approximation: [String] {
    result.isApproximate
      ? screen.wrapped("approximate: percentiles of long runs are within 0.1 %") : []
  }

  /// How often the sweep points were repeated, if each only as often as its precision took.
  private var repetitions: [String] {
    guard let precision = result.plan.precisionText else { return [] }
    let counts = (0..<result.plan.pointCount).map(result.plan.replications)
    let capped = counts.count { $0 == result.plan.replications }
    let range = counts.min() == counts.max() ? "" : "\(counts.min() ?? 0) to "
    let cap = capped == 0 ? "" : "; at the most at \(capped) of \(counts.count) points"
    return screen.wrapped(
      "repeated \(range)\(counts.max() ?? 0) times until \(precision)\(cap)")
  }

  /// What the searches found, with the neighbor that fails and a word of warning where it is due.
  private var findings: [String] {
    let lines = result.findings.map { finding in
      let place = finding.place.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
      let answer =
        switch (finding.found?.value, finding.failing?.value) {
        case (let found?, let failing?): "\(found), and not for \(failing)"
        case (let found?, nil): "\(found), the last of \(finding.tried) values tried"
        case (nil, _): "none of \(finding.tried) values tried"
        }
      let warning =
        finding.changes > 1 ? " (it begins or ceases to hold \(finding.changes) times)" : ""
      return "→ \(finding.text)\n    \(place.isEmpty ? "" : place + ": ")\(answer)\(warning)"
    }
    let hidden = lines.count - ReportTable.rowLimit
    return lines.prefix(ReportTable.rowLimit)
      + (hidden > 0 ? ["… and \(hidden) more in findings.csv"] : [])
  }
}
