import LabExperiment
import LabMetrics
import LabPictures
import LabResults
import LabTrace

/// The parts of a page, from top to bottom.
struct PageSections {
  let result: ExperimentResult
  let found: [[String]]
  let explanation: Explanation?
  let cases: [PageCase]
  let leftOut: [String]
  var html = HTML()
  var figures = 0

  /// How many rows a table has.
  static let rowLimit = 200
  /// How many bytes of the script are shown.
  static let scriptLimit = 200_000
  /// How many plots there are.
  static let plotLimit = 12

  init(
    _ result: ExperimentResult, _ found: [[String]], _ explanation: Explanation?,
    _ cases: [PageCase], leftOut: [String]
  ) {
    (self.result, self.found, self.cases, self.leftOut) = (result, found, cases, leftOut)
    self.explanation = explanation
    write()
  }

  /// The page.
  var text: String { PageFrame.text(title: title, body: html.text) }

  var title: String { result.experiment.title ?? result.name }

  mutating func write() {
    head()
    if let first = cases.first {
      figure(first.strip)
      html.element(
        "p", "\(first.title): \(first.choice.reason).", ["class": "muted"])
    }
    verdicts()
    table()
    for (number, one) in cases.enumerated() { pictures(of: one, number) }
    replay()
    plots()
    if let first = cases.first { summaries(of: first) }
    repetition()
    glossary()
    html.markup("<script>\(PageScript.text)</script>\n")
  }

  /// Begins a part of the page.
  mutating func open(_ title: String, _ attributes: KeyValuePairs<String, String> = [:]) {
    html.markup("<section>\n")
    html.element("h2", title, attributes)
  }

  /// Ends a part of the page.
  mutating func close() { html.markup("</section>\n") }

  // MARK: The head

  mutating func head() {
    html.element("h1", title)
    if let question = result.experiment.question { html.element("p", question) }
    let verdicts = ExperimentSummary(result).verdicts
    html.element("p", verdicts.sentence, ["class": "badge"])
    if let because = result.experiment.because { html.element("p", because) }
  }

  mutating func verdicts() {
    if let explanation {
      open("Why?")
      html.element("p", "(\(explanation.run)) \(explanation.text)")
      close()
    }
    guard !result.verdicts.isEmpty else { return }
    open("Verdicts")
    let ordered =
      result.verdicts.filter { $0.outcome == .fails }
      + result.verdicts.filter { $0.outcome != .fails }
    html.table(
      "Verdicts", ["expectation", "verdict", "judged", "failing", "first that fails"],
      ordered.map { verdict in
        [
          verdict.text, "\(verdict.outcome.sign) \(verdict.outcome.rawValue)",
          String(verdict.judged),
          String(verdict.failing),
          verdict.failure.map { "run \($0.run): \($0.values)" } ?? "",
        ]
      }, limit: Self.rowLimit, rest: "verdicts.csv")
    findings()
    close()
  }

  mutating func findings() {
    guard !found.isEmpty else { return }
    html.element("h3", "Searches")
    html.table(
      "Searches", ["search", "at", "found", "and not for"],
      found.map { row in row.prefix(2) + [row[2].isEmpty ? "none" : row[2], row[3]] },
      limit: Self.rowLimit, rest: "findings.csv")
  }

  mutating func table() {
    open("Results")
    let plan = result.plan
    let sweeps = result.experiment.sweeps.map(\.name)
    let metrics = result.experiment.tableMetrics.compactMap(MetricDictionary.metric(named:))
    var rows: [[String]] = []
    var hidden = 0
    for group in plan.groups {
      for driver in group.arm.drivers {
        guard rows.count < Self.rowLimit else {
          hidden += 1
          continue
        }
        rows.append(
          ["\(group.arm.name).\(driver)"] + group.values
            + metrics.map { mean(of: $0, group, driver) })
      }
    }
    html.table(
      "Results", ["driver"] + sweeps + metrics.map(\.column), rows, limit: Self.rowLimit,
      rest: "summary.csv"
    ) { MetricDictionary.metric(inColumn: $0)?.meaning }
    if hidden > 0 {
      html.element("p", "\(hidden) rows more are in summary.csv.", ["class": "muted"])
    }
    predictions()
    close()
  }

  func mean(of metric: Metric, _ group: RunGroup, _ driver: String) -> String {
    let values = result.table.numbers(of: metric.name, driver: driver, in: group)
    return SampleStatistics(values).mean.map { Self.short($0) } ?? "–"
  }

  mutating func predictions() {
    guard !result.predictions.isEmpty else { return }
    html.element("h3", "Theory beside measurement")
    html.table(
      "Theory beside measurement", ["prediction", "driver", "at", "predicted", "measured", ""],
      result.predictions.map { row in
        [
          row.text, row.subject,
          row.point.map { "\($0.name) = \($0.value)" }.joined(separator: ", "),
          row.predicted.map { Self.short($0) } ?? "–",
          row.measured.map { Self.short($0) } ?? "–", row.unit,
        ]
      }, limit: Self.rowLimit, rest: "predictions.csv")
  }

  static func short(_ number: Double) -> String {
    MetricValue.number((number * 100).rounded() / 100).description
  }
}
