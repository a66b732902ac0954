import LabPictures
import LabText

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
