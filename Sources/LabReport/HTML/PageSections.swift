import LabAnswer
import LabExperiment
import LabLanguage
import LabPictures
import LabResults
import LabStudy
import LabText

/// The parts of a page, from top to bottom.
struct PageSections {
  let content: PageContent
  /// What `run` tells of the result, but for the worst moment and the causes, which stand beside
  /// the pictures.
  let answer: Answer
  /// Why an expectation fails.
  let explanation: Explanation?

  /// How many rows a table has.
  static let rowLimit = 200

  /// What stands in the body of the page, but for its script.
  var body: HTML {
    var html = HTML()
    head(&html)
    html.element("main") { main in
      content.proofs?.write(&main)
      content.stage.map(PagePictures.init)?.write(&main)
      sweep(&main)
      folded(&main)
    }
    return html
  }

  var result: ExperimentResult { content.result }

  var title: String { result.experiment.title ?? result.name }

  /// The expectation that the script's answer is about, behind what came of it.
  private var expected: String {
    content.answer.map { " Expected: \(result.verdicts[$0.number].text)." } ?? ""
  }

  private func head(_ html: inout HTML) {
    let verdicts = ExperimentSummary(result).verdicts
    html.element("header") { header in
      header.element("div", ["class": "top"]) { top in
        top.element("h1", title)
        top.element(
          "a",
          (content.proofs.map { "\($0.sentence); " } ?? "")
            + (result.verdicts.isEmpty
              ? verdicts.words : "\(verdicts.outcome.sign) \(verdicts.sentence)"),
          ["class": "chip", "href": "#expectations"])
      }
      if let question = result.experiment.question { header.element("p", question, ["class": "q"]) }
      for sentence in answer.namedSentences where sentence.name != "verdict" {
        header.element("p", sentence.text, ["class": "a"])
      }
      for sentence in answer.namedSentences where sentence.name == "verdict" {
        header.element("p", ["class": "a"]) { $0.element("small", sentence.text + expected) }
      }
    }
  }
}

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
    fold(&html, "Glossary") { html in
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
    ("dropped", "A frame that was wanted and did not come: the refresh shows the old one again."),
    ("hitch", MetricWords.capital(MetricWords.hitch)),
    ("refresh", "One period of the display, from a vsync to the next."),
    ("late", "A callback that began after its due instant."),
    ("▲", "Frames that were finished and never shown: a newer one came before the display did."),
    (
      "fewer", "How many fewer frames are dropped when the same run is made again with a change."
    ),
    ("breaks", MetricWords.breaks),
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
    if let explanation, let why = explanation.why {
      html.element(
        "p", "(\(explanation.run)) \(explanation.what) \(why) \(explanation.help ?? "")")
    }
    AnswerHTML.write([.checks(answer.checks)], "checks", &html)
  }

  /// What the answer has besides what stands in the head of the page and the expectations.
  private func results(_ html: inout HTML) {
    let paragraphs = answer.paragraphs.filter { parts in
      !parts.contains { part in
        switch part {
        case .heading, .checks: true
        case .sentences(let sentences), .list(let sentences): sentences.contains { $0.name != nil }
        default: false
        }
      }
    }
    AnswerHTML.write(Array(paragraphs.joined()), "results", &html)
  }

  private func script(_ html: inout HTML) {
    if let because = result.experiment.because { html.element("p", because) }
    let script = result.experiment.inputs.first?.bytes ?? []
    html.element("pre", String(decoding: script.prefix(Self.scriptLimit), as: UTF8.self))
    let plan = result.plan
    html.element(
      "p",
      "Script \(hexadecimal(ContentHash.of(script))), seed \(plan.seed),"
        + " \(counted(plan.replications, "replication")), RunLoopLab \(RunLoopLab.version)."
        + (plan.only.map { " Only the runs that satisfy '\($0)'." } ?? "")
        + " To run the experiment again:")
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
      ? "The page leaves out no run of the result."
      : "The page leaves out \(missing.joined(separator: "; "))."
  }
}

/// The values over the sweeps.
extension PageSections {
  /// How many small plots there are, and how many points have bars.
  private static let plotLimit = 6
  private static let barLimit = 12
  /// How many lines a small plot has room for.
  private static let seriesLimit = 12

  private var points: [PagePoint] { content.stage?.points.filter { $0.date == nil } ?? [] }

  /// How many columns of a map fit on a screen.
  private static let wideMap = 18

  func sweep(_ html: inout HTML) {
    let plots = SweepPlots(result)
    let all = plots.plots
    let shown = all.filter { $0.series.count <= Self.seriesLimit && !$0.isZero }
    let pictures = shown.map {
      $0.picture(width: $0.smallSize.width, height: $0.smallSize.height)
    }
    let maps = HeatMaps(result).maps
    let hasBars =
      maps.isEmpty && (2...Self.barLimit).contains(points.count)
      && points.contains { $0.runs.contains { $0.dropped.count > 0 } }
    guard !pictures.isEmpty || !maps.isEmpty || hasBars else { return }
    let sentences = [
      hasBars ? "Bars: dropped frames, on one scale." : "",
      maps.isEmpty ? "" : "The outlined cell is the point above\(means).",
      pictures.isEmpty ? "" : "Lines: means of the runs, which are dots.",
    ]
    html.section(
      "sweep", "Over the sweep", sentences.filter { !$0.isEmpty }.joined(separator: " "),
      controls: maps.isEmpty ? { _ in } : Self.hint
    ) { html in
      html.element("div", ["class": "multi"]) { multi in
        if hasBars { bars(&multi) }
        for map in maps where !map.isEven { table(map, &multi) }
        for (number, picture) in pictures.prefix(Self.plotLimit).enumerated() {
          multi.markup(SVGWriter(.page(id: "m\(number)")).text(of: picture))
        }
      }
      for (words, even) in [
        (
          "0",
          maps.filter { $0.isEven && $0.range != nil }.map { $0.title }
            + all.filter { $0.isZero }.map { $0.title.with(" in ", for: ", ") }
        ),
        ("Undefined", maps.filter { $0.range == nil }.map { $0.title }),
      ] where !even.isEmpty {
        // A metric of all drivers stands there already where each of them does.
        let names = even.enumerated().filter { number, name in
          !even.prefix(number).contains { $0 == name || $0.hasSuffix(".\(name)") }
        }.map { $0.element }.joined(separator: ", ")
        html.element("p", "\(words) at all points: \(names).", ["class": "cap"])
      }
      let even = all.count(where: { $0.isZero })
      let hidden = plots.leftOut + all.count - even - min(pictures.count, Self.plotLimit)
      if hidden > 0 {
        html.element(
          "p", "\(hidden) more plots: 'runlooplab show RESULT --as plot' draws them.",
          ["class": "cap"])
      }
    }
  }

  /// What a cell is where a point has several runs.
  private var means: String {
    result.plan.replications > 1 ? "; a cell is the mean of its runs" : ""
  }

  private static func hint(_ html: inout HTML) {
    html.element("span", "Press a cell to see its point above.", ["class": "say"])
  }

  /// A block of bars for each point, on one scale.
  private func bars(_ html: inout HTML) {
    let most = max(1, points.flatMap { $0.runs.map { $0.dropped.count } }.max() ?? 1)
    for point in points {
      html.element("div") { block in
        block.element("h3", point.words, ["class": "mini"])
        block.element("table", ["class": "bars", "aria-label": "Dropped at \(point.words)"]) {
          table in
          for row in point.rows {
            let run = point.runs[row]
            table.element("tr") { cells in
              cells.element("th", run.label, ["scope": "row"])
              cells.share(run.dropped.count * 100 / most, .arm(run.arm))
              cells.element("td", grouped(run.dropped.count), ["class": "r"])
            }
          }
        }
      }
    }
  }

  /// How many columns a map has, if they are more than a screen shows.
  private static func sign(of map: HeatMap) -> String {
    map.columns.count > wideMap ? " · \(map.columns.count) columns" : ""
  }

  /// A heat map as a table whose cells lead to their points.
  private func table(_ map: HeatMap, _ html: inout HTML) {
    html.element("div", ["class": "heat"]) { html in
      html.element("table", ["aria-label": map.title]) { table in
        table.element("caption", map.title + Self.sign(of: map))
        for (name, cells) in zip(map.rows, map.cells) {
          table.element("tr") { row in
            row.element("th", name, ["scope": "row"])
            for (column, cell) in zip(map.columns, cells) {
              row.element("td", ["class": cell?.fails == true ? "fails" : "holds"]) {
                self.cell(cell, of: map, [name, column], &$0)
              }
            }
          }
        }
        table.element("tr") { foot in
          foot.element("th", "\(map.rowName) ↓ \(map.columnName) →")
          for name in map.columns { foot.element("th", name, ["scope": "col"]) }
        }
      }
    }
  }

  private func cell(
    _ cell: HeatMap.Cell?, of map: HeatMap, _ values: [String], _ html: inout HTML
  ) {
    let words = cell?.value.map { ReportNumber.short($0, decimals: 2) } ?? "–"
    let heat = cell.flatMap(map.ink).map(Palette.name) ?? "cell"
    guard let number = points.firstIndex(where: { $0.values == values }) else {
      return html.element("span", ["class": heat]) { $0.element("b", words) }
    }
    html.element(
      "button",
      [
        "class": heat, "data-p": "\(number)",
        "aria-label":
          "\(map.rowName) = \(values[0]), \(map.columnName) = \(values[1]): \(words)",
        "aria-pressed": "\(number == content.stage?.first)",
      ]
    ) { $0.element("b", words) }
  }
}

extension HeatMap {
  /// Whether a sentence says it all: every value is 0, or none is there.
  fileprivate var isEven: Bool { range == nil || isZero }

  /// The ground of a cell; `nil` if it is undefined.
  fileprivate func ink(of cell: Cell) -> ColorRole? {
    guard let value = cell.value, let range = shared ?? range else { return nil }
    return .heat(Self.step(value, range))
  }
}
