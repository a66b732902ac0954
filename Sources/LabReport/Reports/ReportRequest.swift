import LabExperiment
import LabMetrics
package import LabText

/// A report that was asked for: its kind, and where it goes.
package struct ReportRequest: Hashable, Sendable {
  /// Where a report goes.
  package enum Target: Hashable, Sendable {
    /// A file for each experiment, beside the folder of its result.
    case beside
    /// One file for all experiments.
    case file(String)
    /// Standard output.
    case standardOutput
  }

  /// What it tells.
  package let kind: ReportKind
  /// Where it goes.
  package let target: Target

  /// Creates a request.
  package init(_ kind: ReportKind, to target: Target) {
    self.kind = kind
    self.target = target
  }

  /// Reads a request, `KIND` or `KIND=FILE`; the file `-` is standard output.
  package init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let kind = ReportKind(rawValue: name) else {
      let names = ReportKind.allCases.map(\.rawValue)
      throw UsageError(
        "there is no report '\(name)'." + Spelling.hint(for: name, among: names)
          + " The reports are \(Spelling.list(names)).")
    }
    self.kind = kind
    switch parts.count == 2 ? String(parts[1]) : nil {
    case nil: target = kind == .github ? .standardOutput : .beside
    case "":
      throw UsageError(
        "'--report \(text)' names no file. Write '\(name)=FILE'.")
    case "-" where kind == .hgrm:
      throw UsageError(
        "'hgrm' writes a file for each driver. Name a folder: '--report hgrm=DIR'.")
    case "-": target = .standardOutput
    case let path?: target = .file(path)
    }
  }
}
