import LabExperiment
import LabLanguage
import LabMetrics
import LabPictures
package import LabResults
package import LabStudy
import LabText
import LabWorkload

/// Everything that a page says, before it is written.
struct PageContent {
  let result: ExperimentResult
  /// What the answer of the script is about; `nil` without an expectation that was judged.
  let answer: AnswerSubject?
  /// What the script asks to be proven; `nil` for nothing.
  let proofs: PageProofs?
  /// What the pictures show; `nil` if no run has a whole refresh.
  private(set) var stage: PageStage?

  /// How many runs are performed again at most, and for how much virtual time beside the first
  /// point.
  private static let runLimit = 2_000
  private static let timeLimit = Duration.seconds(40_000)

  init(
    _ result: ExperimentResult, triesChanges: Bool = true, shown: Case? = nil,
    proofTime: Duration? = nil
  ) throws(ResultFailure) {
    self.result = result
    let plan = result.plan
    answer = plan.answer(result.verdicts)
    proofs = try ResultFailure.ofRun { () throws(ExperimentFailure) in
      try PageProofs(plan, within: proofTime)
    }
    let evidence = answer.flatMap { result.verdicts[$0.number].closest }
    if let stage = try ResultFailure.ofRun({ () throws(ExperimentFailure) in try proofs?.stage() })
    {
      self.stage = stage
      return
    }
    let worst = Self.worstShortfall(of: result)
    let arms = result.experiment.arms.count
    let group = plan.replications * arms
    let headline = try ResultFailure.ofRun { () throws(ExperimentFailure) in
      try result.headline()
    }
    // A page shows first what its first sentence tells, else where arms differ most.
    let said = headline.flatMap { $0.headline.isSound ? nil : $0.run }
    let chosen = worst ?? said ?? Self.mostTelling(result, answer) ?? evidence?.run ?? 0
    let leader = (worst ?? said ?? evidence?.run).map { $0 % arms }
    var points: [PagePoint] = []
    var first = 0
    var tally = OwnerTally()
    var left = Self.timeLimit
    for point in 0..<plan.pointCount {
      let isFirst = point == chosen / group
      guard isFirst || (point * arms < Self.runLimit && left > .zero) else { continue }
      let run = isFirst ? chosen : point * group
      guard (run / arms * arms..<run / arms * arms + arms).contains(where: plan.performs) else {
        continue
      }
      let known = shown.flatMap { $0.index / arms == run / arms ? $0 : nil }
      guard
        let one = try PagePoint(point, of: run, in: result, known, lead: leader, answer)
      else { continue }
      guard isFirst || points.allSatisfy({ $0.runs.count == one.runs.count }) else { continue }
      if isFirst { first = points.count }
      for driver in one.drivers { tally.add(driver) }
      left -= plan[run].duration * arms
      points.append(isFirst ? one : one.withoutDrivers)
    }
    for number in points.indices where triesChanges {
      let others = number == first ? 0 : points.count - 1
      points[number].helps = try ResultFailure.ofRun { () throws(ExperimentFailure) in
        try PageHelps(points[number], in: result, sharedBy: others)
      }
    }
    let leftOut = plan.pointCount - points.count
    var ribbon: PhaseRibbon?
    if triesChanges { ribbon = try addRibbon(to: &points, &tally) }
    guard let rows = points.first?.runs else { return }
    let owners = tally.ranked
    stage = PageStage(
      points: points, first: first, owners: owners,
      sweeps: result.experiment.sweeps.filter { $0.isIndependent }.map { $0.name },
      leftOut: leftOut,
      cards: points.map { point in
        point.date == nil
          ? cards(of: point, among: points.filter { $0.date == nil }, owners)
          : ribbon?.cards(of: point, owners) ?? []
      },
      commands: [Self.showCommand(plan)],
      arms: rows.map { (result.experiment.arms[$0.arm].name, 0) },
      ribbon: ribbon)
    let counts = counts(at: points)
    stage?.counts = counts
  }

  /// What the first row has of the metric that the answer is about, if that is not about drops.
  private func counts(at points: [PagePoint]) -> (name: String, values: [String])? {
    guard let answer, !MetricWords.isAboutDrops(answer.metric),
      points.allSatisfy({ $0.date == nil })
    else { return nil }
    let values = points.map { point in
      value(answer.metric, of: point.runs[0], at: point).map {
        MetricWords.amount(answer.metric, $0)
      } ?? "–"
    }
    return (answer.metric.with(" ", for: "_"), values)
  }

  /// The run in which the first expectation that fails is farthest beyond its limit; `nil` if all
  /// hold.
  private static func worstShortfall(of result: ExperimentResult) -> Int? {
    result.verdicts.indices.lazy.filter { result.verdicts[$0].outcome == .fails }
      .compactMap { number in
        result.plan.shortfalls(
          ofExpectation: number, findings: result.findings, metric: result.table.value
        ).min { $0.slack < $1.slack }?.run
      }.first
  }

  /// Adds the points of other first dates, and returns the ribbon that chooses among them.
  private func addRibbon(to points: inout [PagePoint], _ tally: inout OwnerTally)
    throws(ResultFailure) -> PhaseRibbon?
  {
    let plan = result.plan
    guard let base = points.first else { return nil }
    let found = try ResultFailure.ofRun { () throws(ExperimentFailure) in
      try Self.ribbon(of: plan, beside: base).map { ribbon throws(ExperimentFailure) in
        (ribbon, try ribbon.points(beside: base, command: plan.commandLine("map")))
      }
    }
    guard let (ribbon, more) = found else { return nil }
    for point in more {
      for driver in point.drivers { tally.add(driver) }
      points.append(point.withoutDrivers)
    }
    return ribbon
  }

  /// The phases of the first timer of a script with one sweep point.
  private static func ribbon(
    of plan: Plan, beside point: PagePoint
  ) throws(ExperimentFailure) -> PhaseRibbon? {
    let arms = plan.experiment.arms.count
    guard plan.pointCount == 1, plan.recordings.isEmpty, point.positions == [0] else { return nil }
    let index = (0..<arms).first { index in
      plan.performs(index) && plan[index].scenario.drivers.contains { $0.source.timer != nil }
        && !plan.isChanged(index)
    }
    return try index.flatMap { index throws(ExperimentFailure) in
      try PhaseRibbon(plan[index], arm: index)
    }
  }

  /// Takes some detail away; `false` if there is none left to take.
  mutating func shrink() -> Bool { stage?.shrink() ?? false }

  /// The run of the point at which two arms differ most in the metric that the answer is about, or
  /// in what usually tells them apart; `nil` if nothing does.
  private static func mostTelling(_ result: ExperimentResult, _ answer: AnswerSubject?) -> Int? {
    let plan = result.plan
    let arms = result.experiment.arms.count
    if let (pattern, metric) = answer.map({ ($0.driver, $0.metric) }), arms > 1 {
      let spans = (0..<plan.pointCount).map { point -> Double in
        let values = (0..<arms).flatMap { arm -> [Double] in
          let run = plan.index(point: point, replication: 0, arm: arm)
          guard plan.performs(run) else { return [] }
          return result.experiment.arms[arm].drivers.filter { $0.matches(pattern) }
            .compactMap { result.table.value(run: run, driver: $0, metric: metric)?.number }
        }
        return (values.max() ?? 0) - (values.min() ?? 0)
      }
      if let most = spans.max(), most > 0, let point = spans.firstIndex(of: most) {
        return plan.index(point: point, replication: 0, arm: 0)
      }
    }
    let finder = CaseFinder(plan, verdicts: [], value: result.table.value)
    return finder.largestDifference?.run
  }

  /// The command that draws any run, without its number.
  private static func showCommand(_ plan: Plan) -> String {
    let command = plan.commandLine("show", run: 0)
    return command.hasSuffix(" --run 0") ? String(command.dropLast(8)) : command
  }
}

/// One of the three sentences of a page: what happens, why, what helps.
struct PageCard {
  let title: String
  /// The headline; empty where there is nothing to say.
  let head: String
  var markupBetween = ""
  var text = ""

  /// Of what it is said, what happened there, and the rest, as JSON.
  var said: String {
    JSONText.object([
      ("place", JSONText.quoted(title)), ("what", JSONText.quoted("\(head).")),
      ("why", JSONText.quoted(text)),
    ])
  }

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
    let reason = isWrong ? run.reason ?? "Frames came late" : symptom ?? ""
    let why = point.helps?.why ?? ""
    let cause = PageCard(
      title: "Why", head: reason, markupBetween: owners.bar(of: run),
      text: why == reason ? "" : why)
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
      ratio > 0 ? " Hitch time ratio: \(HitchGrade.words(of: ratio)) by Apple's scale." : nil
    }
    let asked = answer.flatMap { answer -> String? in
      guard !MetricWords.isAboutDrops(answer.metric),
        let value = value(answer.metric, of: run, at: point),
        // That nothing of it happens is no news where frames are dropped.
        value.number != 0 || run.dropped.count == 0
      else { return nil }
      return MetricWords.headline(run.label, answer.metric, value)
    }
    if asksNothing, let headline = run.headline {
      let text = (stays + (headline.isGraded ? "" : grade ?? "")).drop { $0 == " " }
      return PageCard(
        title: title(of: run, at: point), head: headline.what, text: String(text))
    }
    let rest = (asked == nil ? "" : " It \(drops).") + stays + (grade ?? "")
    let text = (rest + counts(of: run, at: point, isAskedSaid: asked != nil)).drop { $0 == " " }
    return PageCard(
      title: title(of: run, at: point),
      head: asked ?? "\(run.label) \(drops)", text: String(text))
  }

  /// What is said of a run: where there are others, it is called as the answer calls it, with its
  /// seed where there are several.
  private func title(of run: RunData, at point: PagePoint) -> String {
    guard proofs == nil else { return "In this one run" }
    guard result.plan.count > 1, let first = point.positions.first else { return "What happens" }
    let spec = result.plan[first + run.arm]
    let isDrawn = result.plan.replications(at: point.index) > 1
    return spec.heading + (isDrawn ? ", seed \(spec.seed)" : "")
  }

  func value(_ metric: String, of run: RunData, at point: PagePoint) -> MetricValue? {
    result.table.value(run: point.positions[0] + run.arm, driver: run.name, metric: metric)
  }

  /// What the run has of the other metrics that the script judges, its double fires, and, where no
  /// frame stays too long, its latest callback.
  private func counts(of run: RunData, at point: PagePoint, isAskedSaid: Bool) -> String {
    let judged = result.experiment.judgedMetrics.map { $0.metric }
      .reduce(into: [String]()) {
        if !["dropped", "hitches", "hitch_ratio"].contains($1), !$0.contains($1) { $0.append($1) }
      }
      .prefix(2)
    let usual = (["double_fires"] + (run.longestStay == nil ? ["lateness_max"] : []))
      .filter { !judged.contains($0) }
    return (judged + usual).filter { !isAskedSaid || $0 != answer?.metric }.compactMap { name in
      value(name, of: run, at: point).map { MetricWords.sentence(name, $0) }
    }.joined()
  }

  private func help(_ point: PagePoint, _ count: Int) -> PageCard? {
    let title = "What helps most"
    func left(_ count: Int) -> String { count == 0 ? "none left" : "\(grouped(count)) left" }
    if let helps = point.helps, let best = helps.rows.first {
      return PageCard(
        title: title, head: helps.head ?? "\(best.title): \(left(best.left))", text: helps.text)
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
  /// A bar of the owners of dropped frames, with their names and counts.
  func bar(of run: RunData) -> String {
    let total = run.owners.reduce(0) { $0 + $1.count }
    guard total > 0 else { return "" }
    var html = HTML()
    html.element(
      "svg",
      [
        "viewBox": "0 0 300 14", "width": "300", "height": "14", "preserveAspectRatio": "none",
        "role": "img", "aria-label": "Dropped frames by what held them up",
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

/// What the script of the page of a result draws, for another page that has the same script.
package enum PageData {
  /// Writes it as members of an object of JSON.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - triesChanges: Whether to say of the drivers that drop refreshes what would help, which
  ///     takes some hundred runs more.
  ///   - shown: A point that was performed already, and is not performed again.
  ///   - proofTime: How much virtual time the runs for all that is to be proven may take, about;
  ///     `nil` for as much as they do.
  /// - Returns: What is drawn, if a run has a whole refresh, and what is proven, as HTML, if the
  ///   script asks for it; `null` where that takes more time.
  /// - Throws: What a run throws that is performed again.
  package static func members(
    of result: ExperimentResult, triesChanges: Bool, shown: Case? = nil, proofTime: Duration? = nil
  ) throws(ResultFailure) -> [(String, String)] {
    let content = try PageContent(
      result, triesChanges: triesChanges, shown: shown, proofTime: proofTime)
    var members = content.stage.map { [("data", $0.json)] } ?? []
    if let proofs = content.proofs {
      guard !proofs.isCut else { return members + [("proofs", "null")] }
      var html = HTML()
      proofs.write(&html)
      members.append(("proofs", JSONText.quoted(html.text)))
    }
    return members
  }
}
