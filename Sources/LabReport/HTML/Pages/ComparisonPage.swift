import LabAnswer
import LabExperiment
import LabKernel
import LabLanguage
import LabMetrics
import LabPictures
package import LabResults
package import LabStudy
import LabText

extension ComparisonFindings {
  /// One of two results that a page compares.
  package struct Side {
    /// What its runs are called, as `before`.
    let name: String
    /// Where it comes from.
    let words: String
    /// The command that draws a run of it, without its number; `nil` if it is kept nowhere.
    let command: String?

    package init(name: String, words: String, command: String?) {
      (self.name, self.words, self.command) = (name, words, command)
    }

    /// The result of a folder.
    fileprivate init(name: String, folder: String) {
      self.init(name: name, words: folder, command: "runlooplab show \(Plan.quoted(folder))")
    }
  }

  /// Returns the report as one HTML file: the verdict, what was changed, the runs of both results
  /// as linked arms, and the changes, those that tell most first.
  ///
  /// - Parameters:
  ///   - comparison: What was compared.
  ///   - folders: The first and the second result, whose runs are performed again, and any that are
  ///     shown beside them.
  ///   - sides: What the results are called; `nil` for before and after.
  ///   - verdict: What is said first; `nil` for how many refreshes each drops.
  /// - Returns: The page; without the runs where one of the results is of another version of the
  ///   lab.
  /// - Throws: `InputError` about a file of a result.
  package func page(
    _ comparison: ResultComparison, of folders: [String], as sides: [Side]? = nil,
    verdict: (words: String, chip: String)? = nil
  ) throws -> String {
    let sides =
      sides ?? zip(["before", "after"], folders).map { Side(name: $0, folder: $1) }
    let results = try folders.map { try StoredResult(at: $0).result }
    var stage: PageStage?
    var excuse: String?
    do {
      if !comparison.isIdentical {
        var runs = ComparisonStage(results, sides.map { $0.name })
        stage = try runs.stage(commands: sides.map { $0.command })
      }
    } catch let error as InputError {
      excuse = "No picture of the runs: \(error)"
    }
    let title =
      (results[1].experiment.title ?? results[1].name) + ": \(sides[0].name) and \(sides[1].name)"
    let names = sides.prefix(2).map { $0.name }
    let drops = ComparisonVerdict(comparison, self, named: names)
    func text() -> String {
      var html = HTML()
      head(
        title, sides, verdict?.words ?? drops.headline,
        chip: verdict?.chip ?? (comparison.isIdentical ? "✓ identical" : drops.counts), &html)
      html.element("main") { main in
        Self.script(drops, &main)
        stage.map(PagePictures.init)?.write(&main)
        changes(comparison, drops, names, excuse, &main)
      }
      stage.map(PagePictures.init)?.end(&html)
      return PageFrame.text(title: title, body: html.text, script: stage == nil ? nil : .page)
    }
    var page = text()
    while page.utf8.count > Page.sizeLimit, stage?.shrink() ?? false { page = text() }
    return page
  }

  /// The title, the verdict, and which results they are.
  private func head(
    _ title: String, _ sides: [Side], _ verdict: String?, chip: String, _ html: inout HTML
  ) {
    html.element("header") { header in
      header.element("div", ["class": "top"]) { top in
        top.element("h1", title)
        top.element("a", chip, ["class": "chip", "href": "#s-changes"])
      }
      let words = sides.map { "\(MetricWords.capital($0.name)): \($0.words)." }
      header.element("p", words.joined(separator: " "), ["class": "q"])
      if let verdict {
        header.element("p", ["class": "a"]) { $0.element("b", MetricWords.capital(verdict)) }
      }
    }
  }

  private static let scriptLimit = 12

  /// The lines in which the scripts differ.
  private static func script(_ verdict: ComparisonVerdict, _ html: inout HTML) {
    let more = verdict.script.count - scriptLimit
    guard !verdict.script.isEmpty else { return }
    html.section("script", "What was changed", "Lines of the script, and options.") { html in
      html.element("div", ["class": "diff"]) { lines in
        for line in verdict.script.prefix(scriptLimit) {
          lines.element(line.hasPrefix("+") ? "ins" : "del", line)
        }
      }
      if more > 0 { html.element("p", "\(more) more lines differ.", ["class": "cap"]) }
    }
  }

  private static let armLimit = 40

  /// How many refreshes every arm drops, and the changes, as `compare` tells them.
  private func changes(
    _ comparison: ResultComparison, _ drops: ComparisonVerdict, _ names: [String],
    _ excuse: String?, _ html: inout HTML
  ) {
    let sentence =
      drops.arms.contains { $0.halfWidth != nil }
      ? "±: half the 95 % interval of a change. Where that includes 0, the change is not significant."
      : ""
    html.section("changes", "All differences", sentence) { html in
      if let excuse { html.element("p", excuse, ["class": "cap"]) }
      AnswerHTML.write(
        drops.counts(upTo: Self.armLimit, of: names)
          + paragraphs(comparison, of: names).joined(), "changes", &html)
    }
  }
}

/// Two results or more as linked arms: every driver that all have, as each of them has it.
///
/// The first two are those that are compared.
struct ComparisonStage {
  /// A driver that both results have.
  private struct Pair {
    let arm, driver: String
    /// The positions of the arm in the experiments.
    let arms: [Int]
  }

  private let results: [ExperimentResult]
  private let names: [String]
  private let pairs: [Pair]
  /// The metric that the script asks for, if it is not about drops.
  private let asked: String?
  private var points: [(point: PagePoint, pair: Pair)] = []
  private var tally = OwnerTally()

  /// How many drivers and points are shown, and for how much virtual time.
  private static let pairLimit = 8
  private static let pointLimit = 12
  private static let timeLimit = Duration.seconds(10_000)

  init(_ results: [ExperimentResult], _ names: [String]) {
    (self.results, self.names) = (results, names)
    let answer = results[1].plan.answer(results[1].verdicts)
    asked = answer.map { $0.metric }.flatMap { MetricWords.isAboutDrops($0) ? nil : $0 }
    let arms = results.map { $0.experiment.arms }
    pairs = arms[0].flatMap { arm -> [Pair] in
      let places = arms.compactMap { all in all.firstIndex { $0.name == arm.name } }
      guard places.count == arms.count else { return [] }
      return arm.drivers.filter { driver in
        zip(arms, places).allSatisfy { $0[$1].drivers.contains(driver) }
      }.map { Pair(arm: arm.name, driver: $0, arms: places) }
    }.prefix(Self.pairLimit).map { $0 }
  }

  /// What the pictures show; `nil` if both results have no run with a whole refresh.
  ///
  /// - Parameter commands: What draws a run of each result; `nil` for a result that is nowhere.
  /// - Returns: The runs, ready to be drawn.
  /// - Throws: `InputError` if a run is not what it was.
  mutating func stage(commands: [String?]) throws -> PageStage? {
    let places = places
    guard let most = places.map({ $0.size }).max() else { return nil }
    // Of points that differ alike, the one that drops most has most to see.
    let ties = places.indices.filter { places[$0].size == most }
    let worst = ties.max { drops(at: places[$0].positions) < drops(at: places[$1].positions) } ?? 0
    var left = Self.timeLimit
    var first = 0
    for (number, place) in places.enumerated()
    where number == worst || (points.count < Self.pointLimit && left > .zero) {
      guard let (point, pair) = try point(place.point, at: place.positions) else { continue }
      guard points.allSatisfy({ $0.point.runs.count == point.runs.count }) else { continue }
      if number == worst { first = points.count }
      for driver in point.drivers { tally.add(driver) }
      left -= point.end * (results.count * pairs.count)
      points.append((number == worst ? point : point.withoutDrivers, pair))
    }
    guard points.indices.contains(first), !points[first].point.drivers.isEmpty else { return nil }
    let owners = tally.ranked
    return PageStage(
      points: points.map { $0.point }, first: first, owners: owners,
      sweeps: results[0].experiment.sweeps.filter { $0.isIndependent }.map { $0.name },
      leftOut: places.count - points.count,
      cards: points.map { cards(of: $0.point, $0.pair, owners) }, commands: commands,
      arms: pairs.flatMap { pair in results.indices.map { (pair.arm, $0) } })
  }

  /// The sweep points that all results have, each in the replication with the same draws in which
  /// they differ most, and by how much.
  private var places: [(point: Int, positions: [Int], size: Double)] {
    let plans = results.map { $0.plan }
    let numbers = plans.map { plan in
      Dictionary((0..<plan.pointCount).map { (plan.values(at: $0), $0) }) { first, _ in first }
    }
    return (0..<plans[0].pointCount).compactMap { point in
      let own = numbers.compactMap { $0[plans[0].values(at: point)] }
      guard own.count == plans.count else { return nil }
      let known = zip(plans, own).map { Self.positions(in: $0, at: $1) }
      let twins = known[0].keys.compactMap { seed -> ([Int], Double)? in
        let positions = known.compactMap { $0[seed] }
        guard positions.count == plans.count else { return nil }
        let sizes = pairs.compactMap { difference($0, at: positions, in: asked ?? "dropped") }
        return sizes.max().map { (positions, $0) }
      }
      return twins.max { ($0.1, $1.0[0]) < ($1.1, $0.0[0]) }.map { (point, $0.0, $0.1) }
    }
  }

  /// The positions of the first arm at a point, by the seed of the replication.
  private static func positions(in plan: Plan, at point: Int) -> [UInt64: Int] {
    let runs = (0..<plan.replications).map { plan.index(point: point, replication: $0, arm: 0) }
    return Dictionary(runs.map { (plan.label(of: $0).seed, $0) }) { first, _ in first }
  }

  /// By how much a metric of a driver differs; `nil` if a result does not have its run.
  private func difference(_ pair: Pair, at positions: [Int], in metric: String) -> Double? {
    let runs = zip(positions, pair.arms).map(+)
    guard zip(results, runs).allSatisfy({ $0.table.record(of: $1) != nil }) else { return nil }
    let values = values(pair, at: positions, of: metric).map { $0?.number ?? 0 }
    return (values.max() ?? 0) - (values.min() ?? 0)
  }

  /// How many refreshes the runs of a point drop.
  private func drops(at positions: [Int]) -> Double {
    pairs.flatMap { values($0, at: positions, of: "dropped") }.reduce(0) { $0 + ($1?.number ?? 0) }
  }

  private func values(_ pair: Pair, at positions: [Int], of metric: String) -> [MetricValue?] {
    results.indices.map { side in
      results[side].table.value(
        run: positions[side] + pair.arms[side], driver: pair.driver, metric: metric)
    }
  }

  /// The runs of a point, those that changed most first; `nil` if a result does not have them.
  private func point(_ number: Int, at positions: [Int]) throws -> (PagePoint, Pair)? {
    guard pairs.allSatisfy({ difference($0, at: positions, in: "dropped") != nil }) else {
      return nil
    }
    var drivers: [DrawnDriver] = []
    for (place, pair) in pairs.enumerated() {
      for side in results.indices {
        let performed = try PerformedRun(results[side].plan[positions[side] + pair.arms[side]])
        try results[side].check(performed.trace, of: performed.spec)
        let hasSeveral = pairs.count { $0.arm == pair.arm } > 1
        drivers.append(
          DrawnDriver(
            pair.driver,
            label: (hasSeveral ? "\(pair.arm).\(pair.driver)" : pair.arm) + ", \(names[side])",
            arm: results.count * place + side, performed.trace, performed.measurement,
            taskName: Case.taskNames(of: performed.spec.scenario)))
      }
    }
    guard drivers.allSatisfy({ $0.refreshes.count > 1 }) else { return nil }
    let metric = asked ?? "dropped"
    let sizes = pairs.map { difference($0, at: positions, in: metric) ?? 0 }
    let ranked = pairs.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }
    let count = results.count
    let rows = ranked.flatMap { pair in (0..<count).map { count * pair + $0 } }
    let both = Array(rows.prefix(count))
    let lead =
      both.indices.max {
        (drivers[both[$0]].dropped.count, $1) < (drivers[both[$1]].dropped.count, $0)
      } ?? 0
    let window = PageWindow(
      both.map { drivers[$0] }, lead: lead,
      problem: CaseFinder.problem(of: metric) ?? .droppedSlot)
    let plan = results[0].plan
    let values = zip(results[0].experiment.sweeps, plan.values(at: number))
      .filter(\.0.isIndependent)
    var words = values.map { "\($0.name) = \($1)" }
    let replication = plan.label(of: positions[0]).replication
    if replication > 0 { words.append("replication \(replication)") }
    return (
      PagePoint(
        number, at: positions, words: words.joined(separator: ", "), values: values.map(\.1),
        drivers, lead: both[lead], order: rows, together: count, shown: both,
        notes: drivers.indices.map {
          $0 % count == 0
            ? "" : PagePoint.note(drivers[$0], beside: drivers[$0 - $0 % count])
        }, window: window.stretch), pairs[ranked[0]]
    )
  }

  /// What became of the driver that changed most, and why each result drops what it does.
  private func cards(of point: PagePoint, _ pair: Pair, _ owners: [Owner]) -> [PageCard] {
    let row = point.order[0]
    let runs = results.indices.map { point.runs[row + $0] }
    let counts = runs.map { $0.dropped.count }
    let drops = words("dropped", counts.map(grouped))
    let head = asked.flatMap { metric -> String? in
      let found = values(pair, at: point.positions, of: metric)
      guard let one = found[0], let other = found[1] else { return nil }
      return words(metric, [one, other].map { MetricWords.amount(metric, $0) })
    }
    let stays = runs.map { $0.longestStay ?? "no longer than a refresh" }
    let happening = PageCard(
      title: pairs.count > 1 ? "What differs most here" : "What differs here",
      head: "\(pair.arm): \(head ?? drops)",
      text: (head == nil ? "" : "\(MetricWords.capital(drops)). ")
        + "The longest stay of a frame: "
        + zip(names, stays).map { "\($0) \($1)" }.joined(separator: "; ") + ".")
    return [happening]
      + runs.indices.map { side in
        PageCard(
          title: "Why, \(names[side])",
          head: counts[side] > 0 ? runs[side].reason ?? "Frames came late" : "",
          markupBetween: owners.bar(of: runs[side]))
      }
  }

  /// A value of both results, the second first, as the verdict says it.
  private func words(_ metric: String, _ amounts: [String]) -> String {
    let name = metric.with(" ", for: "_")
    return amounts[0] == amounts[1]
      ? "\(name) \(amounts[0]) in both" : "\(name) \(amounts[1]) instead of \(amounts[0])"
  }
}
