import LabExperiment
import LabLanguage
import LabResults
import LabStudy

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
