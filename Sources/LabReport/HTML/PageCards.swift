import LabExperiment
import LabMetrics
import LabPictures
import LabResults
import LabText

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
        markupBetween: owners.bar(of: run), text: point.helps?.why ?? ""),
      help(point, count),
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
      let number =
        switch metric.unit {
        case .milliseconds: spoken(Int64((value.number * 1_000_000).rounded()))
        case .count, .refreshes: grouped(Int(value.number))
        default: "\(ReportNumber.short(value.number, decimals: 2)) \(metric.unit.symbol)"
        }
      switch name {
      case "double_fires":
        return value.number == 0
          ? " It never fires twice in a refresh."
          : " It fires twice in \(number) \(number == "1" ? "refresh" : "refreshes")."
      case "lateness_max":
        return value.number < 0.05
          ? " No callback is late." : " The latest callback is \(number) late."
      default:
        let words = name.replacing("_", with: " ")
        return " \(words.prefix(1).uppercased() + words.dropFirst()): \(number)."
      }
    }.joined()
  }

  private func help(_ point: PagePoint, _ count: Int) -> PageCard {
    let title = "What helps most"
    func left(_ count: Int) -> String { count == 0 ? "none left" : "\(grouped(count)) left" }
    if let helps = point.helps, let best = helps.rows.first {
      return PageCard(
        title: title, head: "\(best.title): \(left(best.left))", text: helps.text)
    }
    guard count > 0 else { return PageCard(title: title, head: "Nothing to save", text: "") }
    guard let best = point.runs.min(by: { $0.dropped.count < $1.dropped.count }),
      best.dropped.count < count
    else { return PageCard(title: title, head: "No arm here drops fewer", text: "") }
    return PageCard(
      title: title, head: "\(best.label): \(left(best.dropped.count))",
      text: "The best of the \(point.runs.count) arms here.")
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
