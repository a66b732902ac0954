import LabExperiment
import LabLanguage
import LabResults
import LabStudy
import LabText

/// Annotations for GitHub Actions, one for each expectation that fails and each mistake, and the
/// summary of the step.
///
/// - Source: GitHub, *Workflow commands for GitHub Actions*.
struct GitHubDocument: ReportDocument {
  /// GitHub shows ten annotations of a kind for a step, and drops the others without a word.
  private static let annotationLimit = 10
  /// GitHub rejects a summary of more than 1,024 kB as a whole.
  private static let summaryLimit = 900_000

  private var failures: [String] = []
  private var sections: [String] = []
  private let reasons: FailureReasons
  private let isStrict: Bool

  init(_ reasons: FailureReasons = FailureReasons(), strict isStrict: Bool = false) {
    (self.reasons, self.isStrict) = (reasons, isStrict)
  }

  mutating func add(_ result: ExperimentResult) {
    sections.append(MarkdownDocument.section(result))
    let reasons = reasons.texts(of: result)
    for (number, verdict) in result.verdicts.enumerated()
    where verdict.isFailure(strictly: isStrict) {
      let isOpen = verdict.outcome != .fails
      let name = verdict.name.map { "'\($0)'" } ?? "Expectation"
      let words =
        isOpen
        ? "\(verdict.outcome.rawValue): \(verdict.openReason)"
        : result.failureWords(of: verdict) + "\n"
          + verdict.failureAdvice(reasons[number], result.plan)
      failures.append(
        Self.annotation(
          verdict.place?.path, verdict.place?.line,
          "\(name) \(isOpen ? "is \(verdict.outcome.rawValue)" : "fails")",
          "\(verdict.text)\n\(words)"))
    }
    if isStrict, result.verdicts.isEmpty {
      failures.append(
        Self.annotation(
          result.experiment.path, 1, "Nothing is expected", VerdictCounts([]).sentence))
    }
  }

  mutating func add(_ script: MistakenScript) {
    sections.append(MarkdownDocument.section(script))
    for mistake in script.error.diagnostics {
      failures.append(
        Self.annotation(
          mistake.path, mistake.position?.line, column: mistake.position?.column, "Mistake",
          mistake.message))
    }
  }

  /// An annotation on a line of its own; one that warns does not fail.
  static func annotation(
    _ path: String?, _ line: Int?, column: Int? = nil, _ title: String, _ text: String,
    isWarning: Bool = false
  ) -> String {
    let place = [
      path.map { "file=\(property($0.hasPrefix("./") ? String($0.dropFirst(2)) : $0))" },
      line.map { "line=\($0)" }, column.map { "col=\($0)" },
    ].compactMap(\.self)
    let properties = (place + ["title=\(property(title))"]).joined(separator: ",")
    return "::\(isWarning ? "warning" : "error") \(properties)::\(message(text))"
  }

  /// As many annotations as GitHub shows, each on a line.
  static func text(of annotations: [String]) -> String {
    var lines = annotations
    if annotations.count > annotationLimit {
      lines.removeSubrange((annotationLimit - 1)...)
      lines.append(
        "::error title=More::and \(annotations.count - lines.count) more; the log of the step lists"
          + " all")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  var files: [(name: String, bytes: [UInt8])] {
    [("", Array(Self.text(of: failures).utf8))]
  }

  var summary: String { counted(failures.count, "annotation") }

  /// The Markdown for the summary of the step, as many experiments as fit.
  var stepSummary: String {
    var text = ""
    for (index, section) in sections.enumerated() {
      guard text.utf8.count + section.utf8.count <= Self.summaryLimit else {
        return text + "\n\(sections.count - index) experiments more do not fit here.\n"
      }
      text += section + "\n"
    }
    return text
  }

  private static func message(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
