import LabAnswer
import LabExperiment
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

    /// Creates a side.
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
    func text() -> String {
      var html = HTML()
      head(title, sides, verdict, comparison, &html)
      html.element("main") { main in
        Self.script(DropVerdict(comparison), &main)
        stage.map(PagePictures.init)?.write(&main)
        arms(DropVerdict(comparison), names, &main)
        changes(comparison, names, excuse, &main)
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
    _ title: String, _ sides: [Side], _ verdict: (words: String, chip: String)?,
    _ comparison: ResultComparison,
    _ html: inout HTML
  ) {
    let drops = DropVerdict(comparison)
    html.element("header") { header in
      header.element("div", ["class": "top"]) { top in
        top.element("h1", title)
        top.element(
          "a", verdict?.chip ?? (comparison.isIdentical ? "✓ identical" : drops.counts),
          ["class": "chip", "href": "#s-changes"])
      }
      let words = sides.map { "\(MetricWords.capital($0.name)): \($0.words)." }
      header.element("p", words.joined(separator: " "), ["class": "q"])
      if let verdict = verdict?.words ?? drops.headline {
        header.element("p", ["class": "a"]) { $0.element("b", MetricWords.capital(verdict)) }
      }
    }
  }

  private static let scriptLimit = 12

  /// The lines in which the scripts differ.
  private static func script(_ verdict: DropVerdict, _ html: inout HTML) {
    let more = verdict.script.count - scriptLimit
    guard !verdict.script.isEmpty else { return }
    html.section("script", "What was changed", "Lines of the script.") { html in
      html.element("div", ["class": "diff"]) { lines in
        for line in verdict.script.prefix(scriptLimit) {
          lines.element(line.hasPrefix("+") ? "ins" : "del", line)
        }
      }
      if more > 0 { html.element("p", "\(more) more lines differ.", ["class": "cap"]) }
    }
  }

  private static let armLimit = 40

  /// How many refreshes every arm drops.
  private func arms(_ verdict: DropVerdict, _ names: [String], _ html: inout HTML) {
    guard !verdict.arms.isEmpty else { return }
    html.section("arms", "Better or worse", "Dropped frames of all runs, arm by arm.") { html in
      html.table(
        "Better or worse",
        ["arm"] + names + verdict.table.names(verdict.table.shown()).dropFirst(3),
        verdict.table.texts(verdict.table.shown()), limit: Self.armLimit, rest: "runs.csv"
      ) { column in
        switch column {
        case "±": "Half the 95 % interval of the change; empty for one pair of runs."
        case "verdict": "Within noise: the interval of the change includes 0."
        default: nil
        }
      }
    }
  }

  /// Every change, or a line for each family of metrics.
  private func changes(
    _ comparison: ResultComparison, _ names: [String], _ excuse: String?, _ html: inout HTML
  ) {
    html.section("changes", "What changed") { html in
      html.element("p", summary(comparison).joined(separator: " "), ["class": "cap"])
      if let excuse { html.element("p", excuse, ["class": "cap"]) }
      for state in State.allCases {
        let changes = table(comparison, state, of: names)
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
          $0.labels + [String($0.count), names[$0.side]]
        }, limit: Self.rowLimit, rest: "runs.csv")
    }
  }
}
