import Foundation
import LabReport
import LabResults
import LabText

/// `runlooplab report`: a result that was written before as a page.
enum ReportCommand {
  static let subcommand = Command.Subcommand(
    usage, "write a result as a page with pictures"
  ) { words in
    let arguments = try usage.parse(words)
    guard let folder = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("name the folder of one result.")
    }
    let stored = try StoredResult(at: folder)
    let path = arguments.text("--html") ?? folder.trimmingSuffix("/") + ".html"
    try Pages.write(
      Page(stored, why: Reporting.explanation { try stored.result.explanation(jobs: 1) }).text,
      to: path, replacing: arguments.has("--force"))
    Terminal.print("\(stored.result.name): the page is \(path).")
    return .success
  }

  private static let usage = Usage(
    name: "report", operands: "RESULT",
    options: [
      Option("--html", "FILE", "where the page is written (default: RESULT.html)"),
      Option("--force", nil, "replaces a file that is no page of the lab"),
    ],
    text:
      "Writes a result as one HTML file: verdicts, tables, pictures of the runs that show most, plots"
      + " over the sweeps, and a replay. The few runs that it shows are performed again; their"
      + " fingerprints must be those of the result.",
    example: "results/stutter-jump")
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) && count > suffix.count ? String(dropLast(suffix.count)) : self
  }
}
