package import LabAnswer
package import LabExperiment
import LabMetrics
import LabPictures
package import LabResults
import LabText

/// What a person reads after a run: the question and the answer, a table, outliers, how the arms
/// differ, who is to blame, the worst moment, and the verdicts with what was measured.
package struct RunFindings {
  /// How many plots are drawn.
  private static let plotLimit = 3

  let result: ExperimentResult
  private let metrics: [String]
  let rowLimit: Int
  private let showsMoment: Bool
  private let showsBlame: Bool

  /// Tells of a result.
  ///
  /// - Parameters:
  ///   - result: What is told.
  ///   - metrics: The names of the metrics of the table; empty for those that the script names.
  ///   - rowLimit: How many rows of a table are shown at most.
  ///   - showsMoment: Whether the worst moment is drawn.
  ///   - showsBlame: Whether the causes of all runs are listed, which no file of a result has.
  package init(
    _ result: ExperimentResult, metrics: [String] = [], rowLimit: Int = 24,
    showsMoment: Bool = true, showsBlame: Bool = true
  ) {
    (self.result, self.metrics, self.rowLimit) = (result, metrics, rowLimit)
    (self.showsMoment, self.showsBlame) = (showsMoment, showsBlame)
  }

  /// Tells what was found.
  package func answer() throws(ExperimentFailure) -> Answer {
    let columns = RunColumn.all(of: result.experiment, metrics: metrics)
    var runs = ReplayedRuns(result.plan)
    let told = try told(&runs)
    let moment = showsMoment ? try worstMoment(&runs) : []
    let checks = checks(&runs)
    var answer = Answer(
      "run", of: result.experiment.path,
      [
        heading, told, RunTable(result, columns, rowLimit).parts + repetitions,
        outliers(columns), armDifferences, showsBlame ? blame : [],
      ] + moment + [
        predictions, searches,
        checks.isEmpty ? [] : [.checks(checks)],
      ],
      outcome: checks.map { $0.outcome }.max() ?? .answered)
    (answer.name, answer.command) = (result.name, result.plan.commandLine("run"))
    return answer
  }

  /// The table alone.
  package var brief: Answer {
    let columns = RunColumn.all(of: result.experiment, metrics: metrics)
    return Answer("run", of: result.experiment.path, [RunTable(result, columns, rowLimit).parts])
  }

  private var heading: [Answer.Part] {
    [.heading(result.experiment.title ?? result.name)]
      + (result.experiment.question.map { [.sentences([Answer.Sentence($0)])] } ?? [])
  }

  /// What happened in the run that is worst off, what the script answers, and the number that bears
  /// it out, or the first that does not.
  private func told(_ runs: inout ReplayedRuns) throws(ExperimentFailure) -> [Answer.Part] {
    let first = try result.headline(&runs)
    let headline = first.map { Answer.Sentence($0.text, as: "headline") }
    let because = result.experiment.answer
    let verdict = Self.verdict(of: result)
    guard because != nil || verdict != nil else {
      let rest = first?.headline.rest.map { Answer.Sentence($0, as: "why") }
      return [.sentences([headline, rest].compactMap { $0 })]
    }
    return [
      .list(
        [
          headline, because.map { Answer.Sentence($0, as: "answer") },
          verdict.map { Answer.Sentence($0, as: "verdict") },
        ].compactMap { $0 })
    ]
  }

  /// What came of the expectations, and the number that bears the answer out, or the first that
  /// does not; `nil` if the script expects nothing.
  package static func verdict(of result: ExperimentResult) -> String? {
    let summary = ExperimentSummary(result)
    guard summary.verdicts.all > 0 else { return nil }
    let isDoubted = summary.because != nil && !summary.verdicts.hold
    return (isDoubted ? "This answer of the script does not fit the result. " : "")
      + summary.sentence
  }

  /// How often the sweep points were repeated, if each only as often as its precision took.
  private var repetitions: [Answer.Part] {
    guard let precision = result.plan.precisionText else { return [] }
    let counts = (0..<result.plan.pointCount).map(result.plan.replications)
    let capped = counts.count { $0 == result.plan.replications }
    let range = counts.min() == counts.max() ? "" : "\(counts.min() ?? 0) to "
    let cap = capped == 0 ? "" : "; at the most at \(capped) of \(counts.count) points"
    return [
      .sentences(["repeated \(range)\(counts.max() ?? 0) times until \(precision)\(cap)"])
    ]
  }

  /// What the searches found, with the neighbor that fails and a word of warning where it is due.
  private var searches: [Answer.Part] {
    let parts = result.findings.prefix(rowLimit).flatMap { finding -> [Answer.Part] in
      let place = finding.place.isEmpty ? "" : finding.place + ": "
      let answer =
        switch (finding.found?.value, finding.failing?.value) {
        case (let found?, let failing?): "\(found), and not for \(failing)"
        case (let found?, nil): "\(found), the last of \(finding.tried) values tried"
        case (nil, _): "none of \(finding.tried) values tried"
        }
      let warning =
        finding.changes > 1 ? " (it begins or ceases to hold \(finding.changes) times)" : ""
      return [
        .sentences([Answer.Sentence("→ \(finding.text)")]),
        .list([Answer.Sentence("\(place)\(answer)\(warning)")]),
      ]
    }
    let hidden = result.findings.count - rowLimit
    return parts + (hidden > 0 ? [.sentences(["… and \(hidden) more in findings.csv"])] : [])
  }

  /// The plots that a script asks for, some of them.
  package static func plots(of result: ExperimentResult) -> [[Answer.Part]] {
    guard !result.experiment.plots.isEmpty else { return [] }
    return SweepPlots(result).plots.prefix(plotLimit).map {
      [.figure(.picture($0.picture(width: 640, height: 192)))]
    }
  }
}

extension RunFindings {
  /// How many owners of a driver are listed.
  private static let ownerLimit = 4

  /// Who is to blame in all runs, arm by arm: how late each owner made callbacks, and how many
  /// slots it dropped; nothing if no callback was late and no slot dropped.
  var blame: [Answer.Part] {
    var table = Table(
      nil,
      [
        .words("driver").once, .words("owner"), .words("cause"),
        .number("late_ms", ["late ms"], .fixed(2)), .number("dropped"),
      ])
    var hidden = 0
    for (driver, own) in shares {
      let ranked = own.enumerated().sorted { one, other in
        let (a, b) = (one.element, other.element)
        return (b.dropped, b.late, one.offset) < (a.dropped, a.late, other.offset)
      }.map { $0.element }
      let room = min(Self.ownerLimit, rowLimit - table.rows.count)
      hidden += max(0, ranked.count - room)
      for share in ranked.prefix(room) {
        table.append([
          .text(driver), .text(share.owner ?? ""), .text(share.cause.rawValue),
          .time(.nanoseconds(share.late)), .count(share.dropped),
        ])
      }
    }
    guard !table.rows.isEmpty else { return [] }
    let count = result.table.count
    let scope = count == 1 ? "" : count == 2 ? ", both runs" : ", all \(count) runs"
    return [
      .sentences(["Causes of late callbacks and dropped frames\(scope):"]),
      .table(table),
    ] + (hidden > 0 ? [.sentences(["… and \(counted(hidden, "smaller cause"))"])] : [])
  }

  /// The owners of each driver of each arm, in the order of the script.
  private var shares: [(driver: String, own: [BlameShare])] {
    let arms = result.experiment.arms
    var shares = arms.map { arm in arm.drivers.map { _ in [BlameShare]() } }
    for run in result.table.runs {
      let arm = run % arms.count
      let (drivers, loads) = (arms[arm].drivers.count, result.table.loads(of: run).count)
      let blame = result.table.record(of: run)?.blame(drivers: drivers, loads: loads) ?? []
      for (driver, own) in blame.enumerated() {
        for share in own { BlameShare.add(share, to: &shares[arm][driver]) }
      }
    }
    return zip(arms, shares).flatMap { arm, drivers in
      zip(arm.drivers, drivers).map { ("\(arm.name).\($0)", $1) }
    }
  }
}
