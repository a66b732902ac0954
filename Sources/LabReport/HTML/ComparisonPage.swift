import LabAnswer
import LabExperiment
import LabMetrics
import LabPictures
package import LabResults
package import LabStudy
import LabText

extension ComparisonFindings {
  /// Returns the report as one HTML file: the run that changed most, as both results have it, and
  /// the changes, those that tell most first.
  ///
  /// - Parameters:
  ///   - comparison: What was compared.
  ///   - folders: The first and the second result, from which that run is performed again.
  ///   - names: What the results are called, and what is said of them; by default where they are.
  /// - Returns: The page; without the run where one of the results is of another version of the
  ///   lab.
  /// - Throws: `InputError` about a file of a result.
  package func page(
    _ comparison: ResultComparison, of folders: [String],
    as names: [(name: String, words: String)]? = nil
  ) throws -> String {
    let names = names ?? [("first", folders[0]), ("second", folders[1])]
    let results = try folders.map { try StoredResult(at: $0).result }
    let rows = ranked
    var html = HTML()
    let title = "Two results of \(results[0].name)"
    html.element("header") { header in
      header.element("div", ["class": "top"]) { top in
        top.element("h1", title)
        top.element(
          "span",
          comparison.isIdentical
            ? "✓ identical"
            : rows.contains { $0.state != .few }
              ? "\(grouped(comparison.significant)) values changed significantly"
              : "\(grouped(comparison.changed)) of \(grouped(comparison.compared)) values changed",
          ["class": "chip"])
      }
      let words = names.map {
        "\($0.name.prefix(1).uppercased())\($0.name.dropFirst()): \($0.words)."
      }
      header.element("p", words.joined(separator: " "), ["class": "q"])
    }
    var drawn: (words: String, drivers: [DrawnDriver]) = ("", [])
    var excuse = ""
    do {
      // What a person sees comes before what only a table shows.
      let family = MetricFamily.of("dropped")?.name
      let row = rows.first { $0.family == family } ?? rows.first
      if let row { drawn = try drivers(of: row.change, results, names.map(\.name)) }
    } catch let error as InputError {
      excuse = "No picture of the runs: \(error)"
    }
    html.element("main") { main in
      Self.draw(drawn.words, drawn.drivers, &main)
      main.section("changes", "What changed") { html in
        html.element("p", summary(comparison), ["class": "cap"])
        if !excuse.isEmpty { html.element("p", excuse, ["class": "cap"]) }
        for state in State.allCases {
          let changes = table(comparison, state)
          guard !changes.rows.isEmpty else { continue }
          html.element("h3", state.title, ["class": "mini"])
          html.table(
            state.title, changes.names(changes.shown()), changes.texts(changes.shown()),
            limit: Self.rowLimit, rest: "runs.csv")
        }
        guard !comparison.unpaired.isEmpty else { return }
        html.table(
          "Runs without a partner", comparison.labels + ["runs", "only in"],
          comparison.unpaired.map {
            $0.labels + [String($0.count), names[$0.side].name]
          }, limit: Self.rowLimit, rest: "runs.csv")
      }
    }
    return PageFrame.text(title: title, body: html.text)
  }

  /// The driver of a change in the replication in which it changed most, from both results, and
  /// what the run is called; none if no replication is in both.
  private func drivers(
    of change: ResultComparison.Change, _ results: [ExperimentResult], _ names: [String]
  ) throws -> (words: String, drivers: [DrawnDriver]) {
    let driver = change.labels.last ?? ""
    let metric = MetricDictionary.metric(inColumn: change.metric)?.name ?? change.metric
    let runs = results.map { result in
      let own = result.plan.indices.filter { run in
        let label = result.plan.label(of: run)
        return result.plan.performs(run)
          && label.point.map(\.value) + [label.arm] == change.labels.dropLast()
      }
      return Dictionary(own.map { (result.plan.label(of: $0).seed, $0) }) { run, _ in run }
    }
    let pairs = runs[0].compactMap { seed, run in runs[1][seed].map { [run, $0] } }
    let most = pairs.map { pair in
      let values = zip(results, pair).map {
        $0.table.value(run: $1, driver: driver, metric: metric)?.number ?? 0
      }
      return (pair: pair, size: abs(values[1] - values[0]))
    }.max { ($0.size, $1.pair[0]) < ($1.size, $0.pair[0]) }
    guard let pair = most?.pair else { return ("", []) }
    let drivers = try zip(results, pair).enumerated().map { place, found in
      let performed = try PerformedRun(found.0.plan[found.1])
      try found.0.check(performed.trace, of: performed.spec)
      return DrawnDriver(
        driver, label: names[place], arm: place, performed.trace,
        performed.measurement, taskName: Case.taskNames(of: performed.spec.scenario))
    }
    return (
      "\(results[0].plan[pair[0]].words(driver: driver)): the greatest change of"
        + " \(metric).", drivers
    )
  }

  /// Draws a driver as both results have it.
  private static func draw(_ words: String, _ drivers: [DrawnDriver], _ html: inout HTML) {
    guard let first = drivers.first, drivers.allSatisfy({ $0.refreshes.count > 1 }) else { return }
    let lead = first.dropped.count < drivers[1].dropped.count ? 1 : 0
    let (stretch, width) = (PageWindow(drivers, lead: lead).stretch, PageSections.width)
    let pictures = [
      (
        "see", "See it", "\(words) \(PageSections.words(of: drivers))",
        Replay.picture(of: drivers, in: stretch, width: width)
      ),
      (
        "over", "Where in the run", PageSections.overview,
        Overview.picture(of: drivers, window: stretch, width: width)
      ),
      (
        "look", "Look closer",
        PageSections.lanes(hasModes: drivers.contains { !$0.modes.isEmpty }),
        Lanes.picture(of: drivers, in: stretch, commits: false, width: width)
      ),
    ]
    for (id, title, words, picture) in pictures {
      html.section(id, title, words) {
        $0.element("div", ["class": "pic"]) {
          $0.markup(SVGWriter(.page(id: id)).text(of: picture))
        }
      }
    }
  }
}
