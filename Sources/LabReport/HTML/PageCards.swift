import LabAnswer
import LabExperiment
import LabMetrics
import LabPictures
import LabResults
import LabText

/// One of the three sentences of a page: what happens, why, what helps.
struct PageCard {
  let title: String
  /// The headline; empty where there is nothing to say.
  let head: String
  var markupBetween = ""
  var text = ""

  /// The title, the headline, the bar and the sentence; empty without a headline.
  var markup: String {
    guard !head.isEmpty else { return "" }
    var html = HTML()
    html.element("h2", title)
    html.element("strong", head)
    html.markup(markupBetween)
    if !text.isEmpty { html.element("p", text) }
    return html.text
  }
}

extension PageContent {
  /// The cards of a point: by the metric that the answer is about; why and what helps only if
  /// something is wrong.
  func cards(
    of point: PagePoint, among points: [PagePoint], _ owners: [Owner]
  ) -> [PageCard] {
    let run = point.runs[point.lead]
    let isWrong = run.dropped.count > 0
    let symptom = asksNothing ? run.headline?.why : nil
    let cause = PageCard(
      title: "Why", head: isWrong ? run.reason ?? "Frames came late" : symptom ?? "",
      markupBetween: owners.bar(of: run), text: point.helps?.why ?? "")
    let isAboutDrops = answer.map { MetricWords.isAboutDrops($0.metric) } ?? true
    let third = isAboutDrops && isWrong ? help(point, run.dropped.count) : nil
    return [happening(run, at: point), cause, third ?? range(of: point, among: points)]
  }

  /// Whether the script says nothing of what the page is about: then it is the worst symptom.
  private var asksNothing: Bool { answer == nil && proofs == nil }

  /// What happens: the metric that the answer is about in words, then the others.
  private func happening(_ run: RunData, at point: PagePoint) -> PageCard {
    let drops = run.drops
    let stays = run.longestStay.map { " One frame stays \($0)." } ?? ""
    let ratio = value("hitch_ratio", of: run, at: point)?.number
    let grade = ratio.flatMap { ratio in
      ratio > 0
        ? " Hitch time ratio: \(ReportNumber.short(ratio, decimals: 1)) ms/s, which Apple rates as"
          + " \(HitchScale.organizer.words(of: ratio))." : nil
    }
    let asked = answer.flatMap { answer -> (metric: String, value: MetricValue)? in
      guard !MetricWords.isAboutDrops(answer.metric) else { return nil }
      return value(answer.metric, of: run, at: point).map { (answer.metric, $0) }
    }
    if asksNothing, let headline = run.headline {
      let name = point.runs.count > 1 ? "\(run.label): " : ""
      let text = (stays + (grade ?? "")).drop { $0 == " " }
      return PageCard(title: "What happens", head: name + headline.what, text: String(text))
    }
    var (head, rest) = ("\(run.label) \(drops)", "")
    if let (metric, value) = asked {
      // What never happens is no headline where frames drop.
      if value.number == 0, run.dropped.count > 0 {
        rest = MetricWords.sentence(metric, value)
      } else {
        (head, rest) = (MetricWords.headline(run.label, metric, value), " It \(drops).")
      }
    }
    let text = (rest + stays + (grade ?? "") + counts(of: run, at: point)).drop { $0 == " " }
    return PageCard(
      title: Self.title(proofs == nil ? result.plan.replications(at: point.index) : nil),
      head: head, text: String(text))
  }

  /// What is said of a run: where others are at the same point, it is one of them.
  private static func title(_ replications: Int?) -> String {
    guard let replications else { return "In this one run" }
    return replications > 1 ? "In one of \(grouped(replications)) runs" : "What happens"
  }

  func value(_ metric: String, of run: RunData, at point: PagePoint) -> MetricValue? {
    result.table.value(run: point.positions[0] + run.arm, driver: run.name, metric: metric)
  }

  /// What the run has of the other metrics that the script judges, its double fires and its latest
  /// callback.
  private func counts(of run: RunData, at point: PagePoint) -> String {
    let judged = result.experiment.judgedMetrics.map { $0.metric }
      .reduce(into: [String]()) {
        if !["dropped", "hitches", "hitch_ratio"].contains($1), !$0.contains($1) { $0.append($1) }
      }
      .prefix(2)
    let usual = ["double_fires", "lateness_max"].filter { !judged.contains($0) }
    return (judged + usual).filter { $0 != answer?.metric }.compactMap { name in
      value(name, of: run, at: point).map { MetricWords.sentence(name, $0) }
    }.joined()
  }

  private func help(_ point: PagePoint, _ count: Int) -> PageCard? {
    let title = "What helps most"
    func left(_ count: Int) -> String { count == 0 ? "none left" : "\(grouped(count)) left" }
    if let helps = point.helps, let best = helps.rows.first {
      return PageCard(
        title: title, head: "\(best.title): \(left(best.left))", text: helps.text)
    }
    guard point.runs.count > 1 else { return nil }
    guard let best = point.runs.min(by: { $0.dropped.count < $1.dropped.count }),
      best.dropped.count < count
    else { return PageCard(title: title, head: "No arm here drops fewer") }
    return PageCard(
      title: title, head: "\(best.label): \(left(best.dropped.count))",
      text: "The best of the \(point.runs.count) arms here.")
  }

  /// From what to what the metric of the answer goes: over the arms here, or over the points of an
  /// experiment with one arm.
  private func range(of point: PagePoint, among points: [PagePoint]) -> PageCard {
    let metric = answer?.metric ?? "dropped"
    let isSweep = point.runs.count == 1
    let rows =
      isSweep
      ? points.map { ($0.words, value(metric, of: $0.runs[0], at: $0)) }
      : point.runs.map { ($0.label, value(metric, of: $0, at: point)) }
    let known = rows.compactMap { name, value in value.map { (name: name, value: $0) } }
    guard let least = known.min(by: { $0.value.number < $1.value.number }),
      let most = known.max(by: { $0.value.number < $1.value.number }),
      least.value.number < most.value.number
    else { return PageCard(title: "", head: "") }
    let words = { MetricWords.amount(metric, $0) }
    return PageCard(
      title: MetricWords.name(of: metric) + (isSweep ? " over the sweep" : " of the arms"),
      head: "From \(words(least.value)) to \(words(most.value))",
      text: "Least: \(least.name). Most: \(most.name).")
  }
}

extension [Owner] {
  /// A bar of the owners of dropped refreshes, with their names and counts.
  func bar(of run: RunData) -> String {
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
    let name = Palette.name(of: owner.map(ink) ?? .owner(ColorRole.ownerCount - 1))
    return "<svg class=\"sw \(name)\" viewBox=\"0 0 10 10\" width=\"10\" height=\"10\""
      + " aria-hidden=\"true\"><rect class=\"f\" width=\"10\" height=\"10\"/></svg>"
  }
}
