import LabExperiment
import LabLanguage
import LabPictures
import LabResults
import LabStudy
import LabText

/// The verdicts as test cases.
///
/// An experiment is a suite, an expectation a case, which has the expectation's name if it has one.
/// One that no run decides is skipped; if reports are strict it fails, and so does a suite without
/// any. A script with a mistake is a case with an error.
struct JUnitDocument: ReportDocument {
  private var suites = JUnitSuites()
  private let reasons: FailureReasons
  private let isStrict: Bool
  /// How long the runs of the next result took.
  var elapsed = Duration.zero

  init(_ reasons: FailureReasons = FailureReasons(), strict isStrict: Bool = false) {
    (self.reasons, self.isStrict) = (reasons, isStrict)
  }

  mutating func add(_ result: ExperimentResult) {
    var names: [String: Int] = [:]
    for verdict in result.verdicts { names[verdict.testName, default: 0] += 1 }
    let reasons = reasons.texts(of: result)
    var cases = result.verdicts.enumerated().map { number, verdict in
      let isTwin = names[verdict.testName] ?? 0 > 1
      let line = verdict.place.map { " (line \($0.line))" }
      return JUnitSuites.Case(
        name: verdict.testName + (isTwin ? line ?? "" : ""),
        outcome: outcome(of: verdict, result, reasons[number]))
    }
    if isStrict, cases.isEmpty {
      cases = [
        JUnitSuites.Case(
          name: "expects something",
          outcome: .failed(
            "expectation", VerdictCounts([]).sentence, text: result.experiment.path))
      ]
    }
    suites.add(result.name, cases, taking: elapsed)
  }

  mutating func add(_ script: MistakenScript) {
    let first = script.error.diagnostics.first?.headline
    let mistake = JUnitSuites.Outcome.broken(
      "mistake", first ?? script.path, text: "\(script.error)")
    suites.add(script.name, [JUnitSuites.Case(name: "can be read", outcome: mistake)])
  }

  var files: [(name: String, bytes: [UInt8])] { [("", Array(suites.text.utf8))] }

  var summary: String { suites.summary }

  private func outcome(
    of verdict: Verdict, _ result: ExperimentResult, _ reason: String?
  ) -> JUnitSuites.Outcome {
    let place = verdict.place.map { "\($0.path):\($0.line)\n" } ?? ""
    switch verdict.outcome {
    case .holds: return .passed
    case .notJudged, .undecided:
      return isStrict
        ? .failed(verdict.outcome.rawValue, verdict.openReason, text: place)
        : .skipped(verdict.openReason)
    case .fails:
      return .failed(
        "expectation", verdict.namedText(result.failureWords(of: verdict)),
        text: place + verdict.failureAdvice(reason, result.plan))
    }
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

/// Suites of test cases, for whatever reads the reports of test suites.
///
/// The schema has no attributes for a place; the text of a failure begins with it.
///
/// - Source: the XML schema of the Jenkins plug-in xUnit, `junit-10.xsd`.
struct JUnitSuites {
  /// What came of a case.
  enum Outcome {
    case passed
    /// It was not decided, with the reason.
    case skipped(String)
    /// It failed: which kind of check, in a sentence, and all that is known.
    case failed(String, String, text: String)
    /// It could not be tried, likewise.
    case broken(String, String, text: String)
  }

  /// A case of a suite.
  struct Case {
    let name: String
    let outcome: Outcome
  }

  /// How many cases of each kind there are.
  private struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0
    var time = Duration.zero

    var attributes: String {
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(seconds(time))\""
    }
  }

  private var counts = Counts()
  private var suites = ""

  /// What there is, in a few words.
  var summary: String {
    "\(counts.tests) expectations, \(counts.failures) of them fail"
      + (counts.errors == 0 ? "" : ", \(counted(counts.errors, "script")) cannot be read")
  }

  /// The file.
  var text: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"runlooplab\""
      + " \(counts.attributes)>\n" + suites + "</testsuites>\n"
  }

  /// Adds a suite; what it took serves all its cases alike, and each has its share.
  mutating func add(_ name: String, _ cases: [Case], taking time: Duration = .zero) {
    var own = Counts(tests: cases.count, time: time)
    let share = seconds(time / max(1, cases.count))
    var texts = ""
    for one in cases {
      texts +=
        "<testcase classname=\(Self.quoted(name)) name=\(Self.quoted(one.name)) time=\"\(share)\""
      switch one.outcome {
      case .passed: texts += "/>\n"
      case .skipped(let reason):
        own.skipped += 1
        texts += "><skipped message=\(Self.quoted(reason))/></testcase>\n"
      case .failed(let type, let message, let text):
        own.failures += 1
        texts += Self.element("failure", type, message, text)
      case .broken(let type, let message, let text):
        own.errors += 1
        texts += Self.element("error", type, message, text)
      }
    }
    suites +=
      "<testsuite name=\(Self.quoted(name)) \(own.attributes) skipped=\"\(own.skipped)\">\n"
      + texts + "</testsuite>\n"
    counts.tests += own.tests
    counts.failures += own.failures
    counts.errors += own.errors
    counts.time += own.time
  }

  private static func element(
    _ name: String, _ type: String, _ message: String, _ text: String
  ) -> String {
    "><\(name) type=\(quoted(type)) message=\(quoted(message))>\(SVGWriter.escaped(text))"
      + "</\(name)></testcase>\n"
  }

  /// A text in which nothing is markup; a line feed is kept in attributes, too.
  private static func quoted(_ text: String) -> String {
    "\"\(SVGWriter.escaped(text).replacing("\n", with: "&#10;"))\""
  }
}

private func seconds(_ time: Duration) -> String {
  decimalText(time / .seconds(1), decimals: 0...3)
}
