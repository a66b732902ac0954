import LabAnswer
import LabExperiment
import LabLanguage
import LabMetrics
import LabPictures
import LabResults
import LabStudy
import LabText

/// What is folded at the end of a page: expectations, results, the script, words.
extension PageSections {
  /// How many bytes of the script are shown.
  private static let scriptLimit = 100_000

  func folded(_ html: inout HTML) {
    let verdicts = ExperimentSummary(result).verdicts
    fold(
      &html, "Expectations: \(verdicts.words)", id: "expectations", isOpen: !verdicts.hold,
      expectations)
    fold(&html, "Results", results)
    fold(&html, "Script and how to repeat it", script)
    fold(&html, "Words") { html in
      html.element("dl") { list in
        for (word, meaning) in Self.words {
          list.element("dt", word)
          list.element("dd", meaning)
        }
      }
      html.element("p", "'runlooplab explain WORD' has the rest.", ["class": "cap"])
    }
  }

  private static let words = [
    ("dropped", "A refresh that shows the old frame again although a new one was due."),
    ("hitch", "An unbroken run of dropped refreshes; the frame stays for one refresh more."),
    ("refresh", "One period of the display, from a vsync to the next."),
    ("late", "A callback that began after its due instant."),
    ("▲", "Frames that were finished and never shown: a newer one came before the display did."),
    ("saves", "How many fewer refreshes are dropped when the same run is done with a change."),
    ("breaks", "How many of the refreshes that are dropped then were not dropped before."),
  ]

  private func fold(
    _ html: inout HTML, _ title: String, id: String = "", isOpen: Bool = false,
    _ content: (inout HTML) -> Void
  ) {
    html.markup(
      "<details" + (id.isEmpty ? "" : " id=\"\(id)\"") + (isOpen ? " open=\"open\"" : "")
        + " aria-label=\"\(title)\">\n")
    html.element("summary", title)
    content(&html)
    html.markup("</details>\n")
  }

  private func expectations(_ html: inout HTML) {
    if let why = content.explanation?.why, let explanation = content.explanation {
      html.element(
        "p", "(\(explanation.run)) \(explanation.what) \(why) \(explanation.help ?? "")")
    }
    let all = zip(result.verdicts, content.shortfalls).map { ($0, $1) }
    let ordered = all.filter { $0.0.outcome == .fails } + all.filter { $0.0.outcome != .fails }
    html.table(
      "Expectations", ["expectation", "verdict", "judged", "failing", "first that fails"],
      ordered.map { verdict, shortfalls in
        [
          verdict.text, "\(verdict.outcome.sign) \(verdict.outcome.rawValue)",
          grouped(verdict.judged), grouped(verdict.failing) + Verdict.ties(among: shortfalls),
          verdict.failure.map { "run \($0.run): \($0.values)" } ?? "",
        ]
      }, limit: Self.rowLimit, rest: "verdicts.csv")
    guard !content.findings.isEmpty else { return }
    html.table(
      "Searches", ["search", "at", "found", "and not for"],
      content.findings.map { row in row.prefix(2) + [row[2].isEmpty ? "none" : row[2], row[3]] },
      limit: Self.rowLimit, rest: "findings.csv")
  }

  private func results(_ html: inout HTML) {
    let sweeps = result.experiment.sweeps.map(\.name)
    let metrics = result.experiment.tableMetrics.compactMap(MetricDictionary.metric(named:))
    let rows = result.plan.groups.flatMap { group in
      group.arm.drivers.map { driver in
        ["\(group.arm.name).\(driver)"] + group.values
          + metrics.map { metric in
            result.mean(of: metric.name, driver: driver, in: group)
              .map { ReportNumber.short($0, decimals: 2) } ?? "–"
          }
      }
    }
    html.table(
      "Results", ["driver"] + sweeps + metrics.map(\.column), rows, limit: Self.rowLimit,
      rest: "summary.csv"
    ) { MetricDictionary.metric(inColumn: $0)?.meaning }
    guard !result.predictions.isEmpty else { return }
    html.table(
      "Theory beside measurement", ["prediction", "driver", "at", "predicted", "measured", ""],
      result.predictions.map { row in
        [
          row.text, row.subject,
          row.point.map { "\($0.name) = \($0.value)" }.joined(separator: ", "),
          row.predicted.map { ReportNumber.short($0, decimals: 2) } ?? "–",
          row.measured.map { ReportNumber.short($0, decimals: 2) } ?? "–", row.unit,
        ]
      }, limit: Self.rowLimit, rest: "predictions.csv")
  }

  private func script(_ html: inout HTML) {
    if let because = result.experiment.because { html.element("p", because) }
    let script = result.experiment.inputs.first?.bytes ?? []
    html.element("pre", String(decoding: script.prefix(Self.scriptLimit), as: UTF8.self))
    let plan = result.plan
    html.element(
      "p",
      "Script \(hexadecimal(ContentHash.of(script))), seed \(plan.seed), \(plan.replications)"
        + " replications, RunLoopLab \(RunLoopLab.version)."
        + (plan.only.map { " Only the runs that satisfy '\($0)'." } ?? "")
        + " To perform the experiment again:")
    html.element("pre", plan.commandLine("run"))
    html.element("p", leftOut, ["class": "cap"])
  }

  /// What the page does not show.
  private var leftOut: String {
    guard let stage = content.stage else { return "No run has a whole refresh." }
    let missing = [
      stage.point.leftOut > 0 ? "\(stage.point.leftOut) drivers in the pictures" : "",
      stage.leftOut > 0 ? "\(stage.leftOut) points of the sweeps" : "",
      result.plan.replications > 1 ? "all replications but one in the pictures of runs" : "",
      stage.detail(of: stage.first).parts != nil ? "detail of the veiled part of the runs" : "",
      (result.experiment.inputs.first?.bytes.count ?? 0) > Self.scriptLimit
        ? "the end of the script" : "",
    ].filter { !$0.isEmpty }
    return missing.isEmpty
      ? "Nothing was left out." : "Left out: \(missing.joined(separator: "; "))."
  }
}
