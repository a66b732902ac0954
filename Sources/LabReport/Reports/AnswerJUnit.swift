package import LabAnswer
import LabPictures
import LabStudy
import LabText

/// How answers ended, as test cases for whatever reads the reports of test suites.
///
/// An experiment is a suite, and what it expects its cases. Of all else a question is a suite and
/// an answer a case, which is skipped if nothing was judged or decided. The schema has no
/// attributes for a place; the text of a failure begins with it.
///
/// - Source: the XML schema of the Jenkins plug-in xUnit, `junit-10.xsd`.
package struct AnswerJUnit {
  private var counts = Counts()
  private var suites = ""

  /// Writes answers.
  package init(_ answers: [Answer], strict isStrict: Bool = false) {
    var studies: Set<String> = []
    for answer in answers {
      if let name = answer.name {
        add(
          name, Self.cases(of: answer, isStrict), taking: answer.elapsed ?? .zero,
          beginning: answer.firstSentence)
      } else if studies.insert(answer.study).inserted {
        add(
          answer.study,
          answers.filter { $0.name == nil && $0.study == answer.study }.map {
            Case(name: $0.subject, outcome: Self.outcome(of: $0))
          })
      }
    }
  }

  /// What there is, in a few words.
  package var summary: String {
    "\(counts.tests) expectations, \(counts.failures) of them fail"
      + (counts.errors == 0 ? "" : ", \(counted(counts.errors, "script")) cannot be read")
  }

  /// The file.
  package var text: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"runlooplab\""
      + " \(counts.attributes)>\n" + suites + "</testsuites>\n"
  }

  // MARK: Cases

  /// A case of a suite.
  private struct Case {
    let name: String
    let outcome: Result
  }

  /// What came of a case.
  private enum Result {
    case passed
    /// It was not decided, with the reason.
    case skipped(String)
    /// It failed: which kind of check, in a sentence, and all that is known.
    case failed(String, String, text: String)
    /// It could not be tried, likewise.
    case broken(String, String, text: String)
  }

  private static func outcome(of answer: Answer) -> Result {
    switch answer.outcome {
    case .holds: .passed
    case .answered: .skipped("Nothing was to be judged: \(answer.headline)")
    case .undecided: .skipped(answer.headline)
    case .fails, .mistaken:
      .failed(answer.study, answer.headline, text: AnswerText().text(of: answer))
    }
  }

  /// What an experiment expects; each has its name if it has one, so that another limit is the same
  /// test.
  private static func cases(of answer: Answer, _ isStrict: Bool) -> [Case] {
    let checks = answer.checks
    if answer.outcome == .mistaken {
      let text = checks.map { $0.details }.joined(separator: "\n")
      return [
        Case(
          name: "can be read",
          outcome: .broken("mistake", checks.first?.details ?? answer.subject, text: text))
      ]
    }
    if isStrict, checks.isEmpty {
      return [
        Case(
          name: "expects something",
          outcome: .failed("expectation", VerdictCounts([]).sentence, text: answer.subject))
      ]
    }
    var names: [String: Int] = [:]
    for check in checks { names[check.name ?? check.text, default: 0] += 1 }
    return checks.map { check in
      let name = check.name ?? check.text
      let line = check.place?.line.map { " (line \($0))" } ?? ""
      return Case(
        name: name + (names[name] ?? 0 > 1 ? line : ""), outcome: outcome(of: check, isStrict))
    }
  }

  private static func outcome(of check: Answer.Check, _ isStrict: Bool) -> Result {
    let place = check.place.map { "\($0.path):\($0.line ?? 1)\n" } ?? ""
    switch check.outcome {
    case .holds: return .passed
    case .answered, .undecided:
      return isStrict
        ? .failed(check.openWords, check.reason, text: place) : .skipped(check.reason)
    case .fails, .mistaken:
      return .failed(
        "expectation", (check.name == nil ? "" : "\(check.text): ") + check.details,
        text: place + check.advice)
    }
  }

  // MARK: Suites

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

  /// Adds a suite, with what is said of it first; what it took serves all its cases alike, and each
  /// has its share.
  private mutating func add(
    _ name: String, _ cases: [Case], taking time: Duration = .zero,
    beginning headline: String? = nil
  ) {
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
      + (headline.map {
        "<properties><property name=\"headline\" value=\(Self.quoted($0))/></properties>\n"
      } ?? "") + texts + "</testsuite>\n"
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

extension Answer.Check {
  var openWords: String { outcome == .undecided ? "undecided" : "not judged" }

  /// Why it fails, if that is known, and the command that shows it.
  var advice: String {
    [reason, command ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
