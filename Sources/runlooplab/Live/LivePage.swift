import Foundation
import LabHost
import LabReport
import LabResults
import LabStudy

/// A page with runs on this host beside the simulations of their plan and of what was carried out.
enum LivePage {
  /// Writes the page of the runs of a source.
  static func write(
    _ result: LiveResult, _ runs: [LiveRun], _ verdicts: LiveVerdicts, to path: String,
    replacing replaces: Bool
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "live-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let folders = try result.write(worlds: runs, verdicts, to: folder)
    let found = try ResultStudy(folders[0], folders[1]).findings()
    let page = try found.changes.page(
      found.comparison, of: folders, as: ComparisonFindings.Side.live(by: verdicts.source.rawValue),
      verdict: LiveConclusion.words(of: runs.filter { $0.source == verdicts.source }))
    try WholeFiles([(path, page)]).write(replacing: replaces)
  }
}

extension ComparisonFindings.Side {
  /// The sides of such a page.
  fileprivate static func live(by source: String) -> [Self] {
    [
      Self(name: "real", words: "on the run loop of one machine, by \(source)", command: nil),
      Self(name: "simulated", words: "the same plan in the lab", command: nil),
      Self(name: "replayed", words: "what was carried out, in the lab", command: nil),
    ]
  }
}
