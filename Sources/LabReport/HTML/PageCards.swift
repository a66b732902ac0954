import LabExperiment
import LabMetrics
import LabPictures
import LabResults
import LabWorkload

/// One of the three sentences of a page: what happens, why, what helps.
struct PageCard {
  let title: String
  let head: String
  var markupBetween = ""
  let text: String

  /// The headline, the bar and the sentence.
  var markup: String {
    var html = HTML()
    html.element("strong", head)
    html.markup(markupBetween)
    if !text.isEmpty { html.element("p", text) }
    return html.text
  }
}

extension PageContent {
  /// The cards of a point; the sentences of the first are those of `why`.
  func cards(of number: Int) -> [PageCard] {
    let point = points[number]
    let run = point.runs[point.lead]
    let words = number == first ? study.map { Explanation($0) } : nil
    let count = run.dropped.count
    return [
      PageCard(
        title: "What happens",
        head: count == 0
          ? "\(run.label) drops nothing"
          : "\(run.label) drops \(grouped(count)) of \(grouped(run.dropped.of)) refreshes",
        text: (run.longestStay.map { "One frame stays \($0)." } ?? "No frame stays too long.")
          + counts(of: run, at: point)),
      PageCard(
        title: "Why", head: count == 0 ? "Nothing held it up" : run.reason ?? "Frames came late",
        markupBetween: owners.bar(of: run), text: words?.why ?? ""),
      help(point, count, words),
    ]
  }

  /// What the run has of the first metrics that the script judges, its double fires and its latest
  /// callback.
  private func counts(of run: RunData, at point: PagePoint) -> String {
    let judged = result.experiment.judgedMetrics.map(\.metric)
      .reduce(into: [String]()) {
        if !["dropped", "hitches"].contains($1), !$0.contains($1) { $0.append($1) }
      }
      .prefix(2)
    let usual = ["double_fires", "lateness_max"].filter { !judged.contains($0) }
    return (judged + usual).compactMap { name in
      guard let metric = MetricDictionary.metric(named: name),
        let value = result.table.value(run: point.run + run.arm, driver: run.name, metric: name)
      else { return nil }
      let words = name.replacing("_", with: " ")
      let unit = metric.unit.symbol.isEmpty ? "" : " \(metric.unit.symbol)"
      return " \(words.prefix(1).uppercased() + words.dropFirst()): "
        + "\(ReportNumber.short(value.number, decimals: 2))\(unit)."
    }.joined()
  }

  private func help(_ point: PagePoint, _ count: Int, _ words: Explanation?) -> PageCard {
    let title = "What helps most"
    func left(_ count: Int) -> String { count == 0 ? "none left" : "\(grouped(count)) left" }
    if let best = helps.first, words != nil {
      return PageCard(
        title: title, head: "\(best.title): \(left(best.left))", text: words?.help ?? "")
    }
    guard count > 0 else { return PageCard(title: title, head: "Nothing to save", text: "") }
    guard let best = point.runs.min(by: { $0.dropped.count < $1.dropped.count }),
      best.dropped.count < count
    else { return PageCard(title: title, head: "No arm here drops fewer", text: "") }
    return PageCard(
      title: title, head: "\(best.label): \(left(best.dropped.count))",
      text: "The best of the \(point.runs.count) arms here.")
  }

  /// The changes that leave least, one for each number that is left.
  var helps: [(title: String, gloss: String, left: Int, saves: Int, breaks: Int)] {
    savings.compactMap { left, saves, rows in
      rows.first { !$0.isDominated }.map { row in
        (
          title: row.change.description,
          gloss: row.change.steps.map(\.gloss).joined(separator: "; "), left: left,
          saves: saves, breaks: row.dropped.broke
        )
      }
    }.prefix(8).map(\.self)
  }

  /// The changes beside the first that leave as little; empty for none.
  var others: String {
    guard let best = helps.first, let rows = savings.first(where: { $0.left == best.left })?.rows
    else { return "" }
    let names = rows.map(\.change.description).filter { $0 != best.title }
    guard !names.isEmpty else { return "" }
    return "As few are left with: \(names.prefix(6).joined(separator: "; "))"
      + (names.count > 6 ? "; and \(names.count - 6) more." : ".")
  }

  /// The changes that save something, by what they leave.
  private var savings: [(left: Int, saves: Int, rows: [WhatIfRow])] {
    guard let study, let whole = study.trouble else { return [] }
    let rows = study.rows.filter { row in
      row.rank != nil && (row.saving(study.primary) ?? 0) > 0
        && !row.change.steps.contains(where: \.isSingleTask)
    }
    return Dictionary(grouping: rows) { Int($0.saving(study.primary) ?? 0) }
      .sorted { $0.key > $1.key }.map { (left: Int(whole) - $0.key, saves: $0.key, rows: $0.value) }
  }
}

extension [Owner] {
  /// A bar of the owners of dropped refreshes, with their names and counts.
  fileprivate func bar(of run: RunData) -> String {
    let total = run.owners.reduce(0) { $0 + $1.count }
    guard total > 0 else { return "" }
    var html = HTML()
    html.element(
      "svg",
      [
        "viewBox": "0 0 300 14", "width": "300", "height": "14", "preserveAspectRatio": "none",
        "role": "img", "aria-label": "Dropped refreshes by what held them up",
      ]
    ) { svg in
      var passed = 0
      for (owner, count) in run.owners {
        svg.empty(
          "rect",
          [
            "class": Palette.name(of: ink(of: owner)) + " f", "x": "\(passed * 300 / total)",
            "width": "\(Swift.max(1, count * 300 / total - 1))", "height": "14",
          ])
        passed += count
      }
    }
    html.element("p") { words in
      for (place, (owner, count)) in run.owners.prefix(4).enumerated() {
        if place > 0 { words.words(" · ") }
        words.markup(swatch(owner))
        words.words("\(owner.name) \(grouped(count))")
      }
    }
    return html.text
  }

  /// The color of an owner, before its name.
  func swatch(_ owner: Owner?) -> String {
    let name = Palette.name(of: owner.map(ink) ?? .owner(Ink.ownerCount - 1))
    return "<svg class=\"sw \(name)\" viewBox=\"0 0 10 10\" width=\"10\" height=\"10\""
      + " aria-hidden=\"true\"><rect class=\"f\" width=\"10\" height=\"10\"/></svg>"
  }
}

extension Change.Step {
  fileprivate var isSingleTask: Bool {
    guard case .tasks(let selection, _) = self, case .numbers = selection.range else {
      return false
    }
    return true
  }

  /// What the step does, in plain words.
  fileprivate var gloss: String {
    let words = Change([self]).description
    switch self {
    case .tasks(let selection, .elsewhere): return "\(selection.load) on another thread"
    case .tasks(let selection, .chunks): return "\(selection.load) cut into pieces"
    case .tasks(let selection, .scaled): return "the tasks of \(selection.load) made shorter"
    case .tasks(let selection, .without): return "no \(selection.load) at all"
    case .drivers(.common): return "served in the tracking mode as well"
    case .drivers(.link): return "a display link instead of the timer"
    case .drivers(.timer): return "a timer instead of the display link"
    case .drivers(.phase): return "fires at another point of the refresh"
    case .drivers(.every): return "fires at another interval"
    case .drivers(.tolerance): return "may fire this much later"
    case .drivers: return "the driver set to \(words)"
    case .depth: return "another number of refreshes between commit and display"
    }
  }
}
