import Foundation
import LabExperiment
import LabReport
import LabResults
import LabStudy
import LabText

/// Where the pages of experiments are written.
final class Pages {
  private let folder: String
  /// The one page that was named; `nil` for a page beside each result.
  private let file: String?
  private let replaces: Bool
  /// What the pages show of their experiments, by name.
  private var strips: [String: String] = [:]

  /// The option that asks for pages.
  static let option = Option(
    "--html", "[=FILE]",
    "also write a page with a replay: results/NAME.html, or DIR/NAME.html with '--out DIR'",
    more: ", one for each experiment",
    value: .attachedFile)

  /// Reads `--html`; `nil` if no pages are asked for.
  init?(_ arguments: Arguments, in folder: String, names: [String], shard: Shard) throws {
    guard arguments.has("--html") else { return nil }
    file = arguments.text("--html")
    self.folder = folder
    replaces = arguments.has("--force")
    guard shard.isWhole else {
      throw UsageError(
        "a shard has no page. Join all shards by 'runlooplab merge', then use 'show --as page'.")
    }
    guard file?.isEmpty != true else { throw UsageError("'--html=' needs a file.") }
    guard names.count == 1 || file == nil else {
      throw UsageError(
        "there are \(names.count) experiments, and '--html=FILE' is one page. Write"
          + " '--html'.")
    }
    if let file { try WholeFiles.checkFolder(of: file) }
    for name in names { try WholeFiles.check(file ?? path(name), replacing: replaces) }
    if names.count > 1 { try WholeFiles.check(path("index"), replacing: replaces) }
  }

  /// Writes the page of a result.
  func write(_ page: Page, named name: String) throws {
    strips[name] = page.strip
    try WholeFiles([(file ?? path(name), page.text)]).write(replacing: replaces)
  }

  /// Writes the page of a result that was finished before.
  func write(finished plan: Plan, named name: String) throws {
    let folder = (folder as NSString).appendingPathComponent(name)
    let result = try StoredResult(at: folder, of: plan).result
    try write(Page(result, why: result.explanation(.terminal(about: name))), named: name)
  }

  /// Where a reader begins: the page of one experiment, or the one that leads to several.
  func first(of summaries: [ExperimentSummary]) -> String? {
    summaries.count > 1 ? path("index") : summaries.first.map { file ?? path($0.name) }
  }

  /// Writes a page that leads to those of several experiments.
  func writeIndex(of summaries: [ExperimentSummary], under headings: [String?]) throws {
    guard summaries.count > 1 else { return }
    let strips = summaries.map { self.strips[$0.name] }
    let index = IndexPage(summaries, under: headings, strips: strips).text
    try WholeFiles([(path("index"), index)]).write(replacing: replaces)
  }

  private func path(_ name: String) -> String {
    (folder as NSString).appendingPathComponent(name + ".html")
  }
}
