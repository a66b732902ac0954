import Foundation
import LabReport
import LabResults
import LabStudy
import LabText

/// The reports on comparisons that `compare --report` asks for.
struct CompareReports {
  static let option = Option(
    "--report", "KIND[=FILE]",
    "also write a report: markdown (for the comment of a pull request), junit, github; FILE '-' is"
      + " standard output (default: compared.md, compared.junit.xml, standard output)"
  ).about(.result, .trace)

  private let requests: [ReportRequest]
  private let replaces: Bool
  private var subjects: [ComparedDocument.Subject] = []

  init(_ arguments: Arguments) throws {
    requests = try arguments.all("--report").map { try ReportRequest($0) }
    replaces = arguments.has("--force")
    for request in requests where !ComparedDocument.kinds.contains(request.kind) {
      throw UsageError(
        "a comparison is told by \(Spelling.list(ComparedDocument.kinds.map(\.rawValue))), and not by"
          + " '\(request.kind.rawValue)'.")
    }
    let streamed = requests.filter { $0.target == .standardOutput && $0.kind != .github }
    guard streamed.count < 2 else {
      throw UsageError("standard output takes one report. Write the others to files, as KIND=FILE.")
    }
    unsafe Terminal.isTaken = !streamed.isEmpty
  }

  /// Takes in a comparison and how the command ends after it.
  mutating func add(name: String, headline: String?, text: String, _ status: ExitStatus) {
    let first = text.split(separator: "\n").first.map(String.init) ?? ""
    let outcome: ComparedDocument.Outcome =
      status == .success ? .met : status == .undecided ? .open : .failed
    subjects.append(
      ComparedDocument.Subject(name: name, headline: headline ?? first, text: text, outcome))
  }

  /// Writes all reports.
  func write() throws {
    let document = ComparedDocument(subjects)
    for request in requests {
      let text = document.text(request.kind)
      let path: String
      switch request.target {
      case .standardOutput:
        try Terminal.writeResults(Array(text.utf8))
        continue
      case .file(let file): path = file
      case .beside: path = request.kind == .junit ? "compared.junit.xml" : "compared.md"
      }
      try WholeFiles([(path, text)]).write(replacing: replaces)
      Terminal.print("\(request.kind.rawValue): \(path)")
    }
  }
}
