import LabExperiment
import LabPictures
import LabResults

/// The verdicts as test cases, for whatever reads the reports of test suites.
///
/// An experiment is a suite, an expectation a case; one that no run decides is skipped. There are
/// no times, since they would differ from run to run.
///
/// - Source: the XML schema of Ant's JUnit task, as its readers take it.
struct JUnitDocument: ReportDocument {
  private var suites: [String] = []
  private var counts = VerdictCounts([])
  private let reasons: FailureReasons

  init(_ reasons: FailureReasons = FailureReasons()) { self.reasons = reasons }

  mutating func add(_ result: ExperimentResult) {
    let own = VerdictCounts(result.verdicts.map(\.outcome))
    var names: [String: Int] = [:]
    for verdict in result.verdicts { names[verdict.text, default: 0] += 1 }
    let reasons = reasons.texts(of: result)
    let cases = result.verdicts.enumerated().map { number, verdict in
      Self.text(of: verdict, result, reasons[number], isTwin: names[verdict.text] ?? 0 > 1)
    }
    suites.append(
      "<testsuite name=\(Self.quoted(result.name)) \(Self.attributes(own))>\n"
        + cases.joined() + "</testsuite>\n")
    counts = counts + own
  }

  var files: [(name: String, bytes: [UInt8])] {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"runlooplab\""
      + " \(Self.attributes(counts))>\n" + suites.joined() + "</testsuites>\n"
    return [("", Array(text.utf8))]
  }

  var summary: String { "\(counts.all) expectations, \(counts.failing) of them fail" }

  private static func text(
    of verdict: Verdict, _ result: ExperimentResult, _ reason: String?, isTwin: Bool
  ) -> String {
    let line = verdict.place.map { " (line \($0.line))" } ?? ""
    let place =
      verdict.place.map { " file=\(quoted($0.path)) line=\"\($0.line)\"" } ?? ""
    let head =
      "<testcase classname=\(quoted(result.name)) name=\(quoted(verdict.text + (isTwin ? line : "")))"
      + "\(place) time=\"0\""
    switch verdict.outcome {
    case .holds: return head + "/>\n"
    case .notJudged, .undecided:
      return head + "><skipped message=\"\(verdict.openReason)\"/></testcase>\n"
    case .fails:
      return head
        + "><failure type=\"expectation\" message=\(quoted(result.failureWords(of: verdict)))>"
        + SVGWriter.escaped(verdict.failureAdvice(reason, result.plan))
        + "</failure></testcase>\n"
    }
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// A text in which nothing is markup; a line feed is kept in attributes, too.
  private static func escaped(_ text: String) -> String {
    SVGWriter.escaped(text).replacing("\n", with: "&#10;")
  }

  private static func attributes(_ counts: VerdictCounts) -> String {
    "tests=\"\(counts.all)\" failures=\"\(counts.failing)\" errors=\"0\" skipped=\"\(counts.open)\""
      + " time=\"0\""
  }
}

extension ExperimentResult {
  /// In how many comparisons an expectation fails, and the first of them.
  func failureWords(of verdict: Verdict) -> String {
    failureCount(of: verdict) + (verdict.failure.map { "; run \($0.run): \($0.values)" } ?? "")
  }
}

extension Verdict {
  /// Why an expectation fails, if it is known, and the command that shows the run.
  func failureAdvice(_ reason: String?, _ plan: Plan) -> String {
    (reason.map { $0 + "\n" } ?? "") + plan.commandLine("show", run: failure?.run)
  }
}
