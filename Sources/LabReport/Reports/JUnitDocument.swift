import LabExperiment
import LabResults

/// The verdicts as test cases, for whatever reads the reports of test suites.
///
/// An experiment is a suite, an expectation a case; one that no run decides is skipped. There are no
/// times, since they would differ from run to run.
///
/// - Source: the XML schema of Ant's JUnit task, as its readers take it.
struct JUnitDocument: ReportDocument {
  private struct Counts {
    var tests = 0
    var failures = 0
    var skipped = 0

    var attributes: String {
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\" time=\"0\""
    }

    static func + (one: Counts, other: Counts) -> Counts {
      Counts(
        tests: one.tests + other.tests, failures: one.failures + other.failures,
        skipped: one.skipped + other.skipped)
    }
  }

  private var suites: [String] = []
  private var counts = Counts()

  mutating func add(_ result: ExperimentResult) {
    let own = Counts(
      tests: result.verdicts.count, failures: result.verdicts.count { $0.outcome == .fails },
      skipped: result.verdicts.count { $0.outcome == .notJudged })
    var names: [String: Int] = [:]
    for verdict in result.verdicts { names[verdict.text, default: 0] += 1 }
    let cases = result.verdicts.map { verdict in
      Self.text(of: verdict, result, isTwin: names[verdict.text] ?? 0 > 1)
    }
    suites.append(
      "<testsuite name=\(Self.quoted(result.name)) \(own.attributes)>\n"
        + cases.joined() + "</testsuite>\n")
    counts = counts + own
  }

  var files: [(name: String, bytes: [UInt8])] {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"runlooplab\""
      + " \(counts.attributes)>\n" + suites.joined() + "</testsuites>\n"
    return [("", Array(text.utf8))]
  }

  var summary: String { "\(counts.tests) expectations, \(counts.failures) of them fail" }

  private static func text(
    of verdict: Verdict, _ result: ExperimentResult, isTwin: Bool
  ) -> String {
    let line = verdict.place.map { " (line \($0.line))" } ?? ""
    let place =
      verdict.place.map { " file=\(quoted($0.path)) line=\"\($0.line)\"" } ?? ""
    let head =
      "<testcase classname=\(quoted(result.name)) name=\(quoted(verdict.text + (isTwin ? line : "")))"
      + "\(place) time=\"0\""
    switch verdict.outcome {
    case .holds: return head + "/>\n"
    case .notJudged: return head + "><skipped message=\"no run was selected\"/></testcase>\n"
    case .fails:
      return head
        + "><failure type=\"expectation\" message=\(quoted(verdict.failureWords))>"
        + escaped(verdict.repetition(of: result)) + "</failure></testcase>\n"
    }
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// A text in which nothing is markup; characters that XML 1.0 forbids are replaced.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += "&#10;"
      case _ where scalar.value < 0x20 || 0xfffe...0xffff ~= scalar.value: escaped += "\u{fffd}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Verdict {
  /// In how many comparisons an expectation fails, and the first of them.
  var failureWords: String {
    "fails in \(failing) of \(judged)" + (failure.map { "; run \($0.run): \($0.values)" } ?? "")
  }

  /// The command that shows the first run that fails.
  func repetition(of result: ExperimentResult) -> String {
    "runlooplab show \(result.experiment.path)" + (failure.map { " --run \($0.run)" } ?? "")
  }
}
