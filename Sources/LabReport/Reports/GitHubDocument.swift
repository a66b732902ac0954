import LabExperiment
import LabResults

/// Annotations for GitHub Actions, one for each expectation that fails, and the summary of the
/// step.
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

  init(_ reasons: FailureReasons = FailureReasons()) { self.reasons = reasons }

  mutating func add(_ result: ExperimentResult) {
    sections.append(MarkdownDocument.section(result))
    let reasons = reasons.texts(of: result)
    for (number, verdict) in result.verdicts.enumerated() where verdict.outcome == .fails {
      let place =
        verdict.place.map { "file=\(Self.property($0.path)),line=\($0.line)," } ?? ""
      failures.append(
        "::error \(place)title=Expectation fails::"
          + Self.message(
            "\(verdict.text)\n\(result.failureWords(of: verdict))\n"
              + verdict.failureAdvice(reasons[number], result.plan)))
    }
  }

  var files: [(name: String, bytes: [UInt8])] {
    var lines = failures
    if failures.count > Self.annotationLimit {
      lines.removeSubrange((Self.annotationLimit - 1)...)
      lines.append(
        "::error title=Expectations fail::and \(failures.count - lines.count) more; the log of the"
          + " step lists all")
    }
    return [("", Array(lines.map { $0 + "\n" }.joined().utf8))]
  }

  var summary: String { "\(failures.count) expectations fail" }

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
