import LabExperiment
import LabLanguage
import LabPictures
import LabResults
import LabText

/// The verdicts as test cases, for whatever reads the reports of test suites.
///
/// An experiment is a suite, an expectation a case, which has the expectation's name if it has one.
/// One that no run decides is skipped; if reports are strict it fails, and so does a suite without
/// any. A script with a mistake is a case with an error. What the runs of a suite took serves all
/// its cases alike: each has its share. The schema has no attributes for a place; the text of a
/// failure begins with it.
///
/// - Source: the XML schema of the Jenkins plug-in xUnit, `junit-10.xsd`.
struct JUnitDocument: ReportDocument {
  /// How many cases of each kind there are.
  private struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0
    var time = Duration.zero

    static func + (one: Self, other: Self) -> Self {
      Counts(
        tests: one.tests + other.tests, failures: one.failures + other.failures,
        errors: one.errors + other.errors, skipped: one.skipped + other.skipped,
        time: one.time + other.time)
    }
  }

  private var suites: [String] = []
  private var counts = Counts()
  private let reasons: FailureReasons
  private let isStrict: Bool
  /// How long the runs of the next result took.
  var elapsed = Duration.zero

  init(_ reasons: FailureReasons = FailureReasons(), strict isStrict: Bool = false) {
    (self.reasons, self.isStrict) = (reasons, isStrict)
  }

  mutating func add(_ result: ExperimentResult) {
    let verdicts = result.verdicts
    let failing = verdicts.count { $0.isFailure(strictly: isStrict) }
    let isEmpty = isStrict && verdicts.isEmpty
    let own = Counts(
      tests: verdicts.count + (isEmpty ? 1 : 0), failures: failing + (isEmpty ? 1 : 0),
      skipped: isStrict ? 0 : VerdictCounts(verdicts.map(\.outcome)).open, time: elapsed)
    var names: [String: Int] = [:]
    for verdict in verdicts { names[verdict.testName, default: 0] += 1 }
    let share = elapsed / max(1, own.tests)
    let reasons = reasons.texts(of: result)
    let cases = verdicts.enumerated().map { number, verdict in
      text(of: verdict, result, reasons[number], isTwin: names[verdict.testName] ?? 0 > 1, share)
    }
    add(result.name, own, cases + (isEmpty ? [emptiness(of: result, share)] : []))
  }

  mutating func add(_ script: MistakenScript) {
    let first = script.error.diagnostics.first?.headline
    let text =
      "<testcase classname=\(Self.quoted(script.name)) name=\"can be read\" time=\"0\">"
      + "<error type=\"mistake\" message=\(Self.quoted(first ?? script.path))>"
      + SVGWriter.escaped("\(script.error)") + "</error></testcase>\n"
    add(script.name, Counts(tests: 1, errors: 1), [text])
  }

  private mutating func add(_ name: String, _ own: Counts, _ cases: [String]) {
    suites.append(
      "<testsuite name=\(Self.quoted(name)) \(Self.attributes(own)) skipped=\"\(own.skipped)\">\n"
        + cases.joined() + "</testsuite>\n")
    counts = counts + own
  }

  var files: [(name: String, bytes: [UInt8])] {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"runlooplab\""
      + " \(Self.attributes(counts))>\n" + suites.joined() + "</testsuites>\n"
    return [("", Array(text.utf8))]
  }

  var summary: String {
    "\(counts.tests) expectations, \(counts.failures) of them fail"
      + (counts.errors == 0 ? "" : ", \(counted(counts.errors, "script")) cannot be read")
  }

  private func text(
    of verdict: Verdict, _ result: ExperimentResult, _ reason: String?, isTwin: Bool,
    _ time: Duration
  ) -> String {
    let line = verdict.place.map { " (line \($0.line))" } ?? ""
    let place = verdict.place.map { "\($0.path):\($0.line)\n" } ?? ""
    let name = verdict.testName + (isTwin ? line : "")
    let head =
      "<testcase classname=\(Self.quoted(result.name)) name=\(Self.quoted(name))"
      + " time=\"\(Self.seconds(time))\""
    switch verdict.outcome {
    case .holds: return head + "/>\n"
    case .notJudged, .undecided:
      let (kind, words) = (verdict.outcome.rawValue, verdict.openReason)
      return isStrict
        ? head + "><failure type=\"\(kind)\" message=\"\(words)\">" + SVGWriter.escaped(place)
          + "</failure></testcase>\n"
        : head + "><skipped message=\"\(words)\"/></testcase>\n"
    case .fails:
      return head
        + "><failure type=\"expectation\" message="
        + "\(Self.quoted(verdict.namedText(result.failureWords(of: verdict))))>"
        + SVGWriter.escaped(place + verdict.failureAdvice(reason, result.plan))
        + "</failure></testcase>\n"
    }
  }

  /// The case of a script that expects nothing.
  private func emptiness(of result: ExperimentResult, _ time: Duration) -> String {
    "<testcase classname=\(Self.quoted(result.name)) name=\"expects something\""
      + " time=\"\(Self.seconds(time))\">"
      + "<failure type=\"expectation\" message=\"\(VerdictCounts([]).sentence)\">"
      + SVGWriter.escaped(result.experiment.path) + "</failure></testcase>\n"
  }

  private static func seconds(_ time: Duration) -> String {
    decimalText(time / .seconds(1), decimals: 0...3)
  }

  static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// A text in which nothing is markup; a line feed is kept in attributes, too.
  private static func escaped(_ text: String) -> String {
    SVGWriter.escaped(text).replacing("\n", with: "&#10;")
  }

  private static func attributes(_ counts: Counts) -> String {
    "tests=\"\(counts.tests)\" failures=\"\(counts.failures)\" errors=\"\(counts.errors)\""
      + " time=\"\(seconds(counts.time))\""
  }
}

extension Verdict {
  /// What the case of an expectation is called: its name, so that another limit is the same test.
  var testName: String { name ?? text }

  /// Words about an expectation, behind its text if the case is not called so.
  func namedText(_ words: String) -> String { name == nil ? words : "\(text): \(words)" }
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
