package import LabAnswer
package import LabExperiment
import LabKernel
import LabMetrics
package import LabResults

extension RunFindings {
  /// Tells what each expectation comes to, with what was measured beside the limit.
  ///
  /// - Parameter runs: Performs the failing runs once more, each once.
  /// - Returns: The checks; those that fail with the command that shows it.
  func checks(_ runs: inout ReplayedRuns) -> [Answer.Check] {
    var windows: [Plan.Trouble: String] = [:]
    return result.verdicts.enumerated().map { number, verdict in
      let place = verdict.place.map { Answer.Place($0.path, line: $0.line) }
      let isOpen = [.notJudged, .undecided].contains(verdict.outcome)
      let measured =
        verdict.closest?.text
        ?? (isOpen ? "\(verdict.outcome.rawValue): \(verdict.openReason)" : "")
      let outcome = LabAnswer.Outcome(verdict.outcome)
      guard verdict.outcome == .fails, let first = verdict.failure else {
        return Answer.Check(
          outcome, verdict.text, measured, name: verdict.name, at: place,
          reason: isOpen ? verdict.openReason : "")
      }
      let run = verdict.closest?.run ?? first.run
      let trouble =
        result.plan.trouble(ofExpectation: number, verdict) ?? result.plan.trouble(of: run)
      let window = windows[trouble] ?? window(of: run, about: trouble.tasks, &runs)
      windows[trouble] = window
      let values =
        first.run == run ? ": " + first.values : ", first in run \(first.run): \(first.values)"
      let label = result.plan.label(of: run)
      let recording = label.recordedFile.map { ", \($0)" } ?? ""
      let old = result.plan.oldTrouble(ofExpectation: number, verdict).map { "\($0); " }
      let details =
        "\(old ?? "")\(result.failureCount(of: verdict)), worst in run \(run)"
        + " (seed \(label.seed)\(recording))\(values)"
      return Answer.Check(
        outcome, verdict.text, measured, name: verdict.name, at: place, details: details,
        command: result.plan.commandLine("show", run: run) + window)
    }
  }

  /// The options that show the worst moment of a run, or the task that took longest of those that
  /// are asked about; none if nothing went wrong in it, and for a long run, which is not kept as a
  /// whole for the sake of an option.
  private func window(
    of run: Int, about question: TaskQuestion?, _ runs: inout ReplayedRuns
  ) -> String {
    guard let measurement = try? runs.performed(run)?.measurement else { return "" }
    let task = question.flatMap { question in
      question.load.flatMap { measurement.longestTask(of: $0, question.quantity) }
    }
    let moment =
      measurement.worstMoment(in: .droppedSlot) ?? measurement.worstMoment(in: .lateFiring)
    guard let begin = task?.arrival ?? moment.map(MomentPicture.start) else { return "" }
    let start = Instant.start.duration(to: begin).wholeNanoseconds
    return " --from \(start / 1_000_000)ms"
  }
}

/// Why expectations of results fail, in the sentences of `why`.
///
/// Each run and trouble is explained once, for all reports.
package final class FailureReasons {
  /// For how many runs of an experiment reruns are made for its reports.
  private static let limit = 3

  private let jobs: Int
  private let watch: (_ name: String) -> Watch
  private var name = ""
  private var known: [Plan.Trouble: Explanation?] = [:]

  /// Knows nothing yet.
  package init(jobs: Int, watch: @escaping (String) -> Watch) {
    (self.jobs, self.watch) = (jobs, watch)
  }

  /// Returns why the first expectation that fails does; `nil` if none does, for runs on a host, and
  /// where a run cannot be explained.
  package func explanation(of result: ExperimentResult) -> Explanation? {
    result.holds || !result.plan.recordings.isEmpty
      ? nil : explanation(of: result.trouble, in: result)
  }

  private func explanation(
    of trouble: Plan.Trouble, in result: ExperimentResult
  ) -> Explanation? {
    if name != result.name { (name, known) = (result.name, [:]) }
    if let explanation = known[trouble] { return explanation }
    var explanation: Explanation?
    do throws(ExperimentFailure) {
      explanation = try result.explanation(of: trouble, jobs: jobs)
    } catch {
      watch(name).warns("\(error)")
    }
    known[trouble] = .some(explanation)
    return explanation
  }

  /// Says in the checks of an answer why they fail.
  ///
  /// Expectations that fail in one run and by one metric share a reason. Beyond some runs, and
  /// where a run cannot be explained, there is none.
  package func explain(_ answer: inout Answer, of result: ExperimentResult) {
    var texts: [Int: String] = [:]
    var troubles: Set<Plan.Trouble> = []
    for (number, verdict) in result.verdicts.enumerated() {
      guard let trouble = result.plan.trouble(ofExpectation: number, verdict),
        troubles.contains(trouble) || troubles.count < Self.limit
      else { continue }
      troubles.insert(trouble)
      texts[number] = explanation(of: trouble, in: result)?.text
    }
    answer.paragraphs = answer.paragraphs.map { parts in
      parts.map { part in
        guard case .checks(var checks) = part else { return part }
        for (number, text) in texts { checks[number].reason = text }
        return .checks(checks)
      }
    }
  }
}

extension RunFindings {
  /// Every prediction beside what was measured, of so many rows in all as are shown.
  var predictions: [Answer.Part] {
    let predictions = result.predictions
    var parts: [Answer.Part] = []
    var left = rowLimit
    var rest = predictions[...]
    while let first = rest.first, left > 0 {
      let rows = rest.prefix { $0.text == first.text }
      rest = rest.dropFirst(rows.count)
      parts += [
        .sentences([Answer.Sentence("≈ " + first.text)]),
        .table(Self.table(rows.prefix(left), of: first)),
      ]
      left -= rows.count
    }
    let hidden = predictions.count - rowLimit
    return parts
      + (hidden > 0 ? [.sentences(["… and \(hidden) rows more in predictions.csv"])] : [])
  }

  private static func table(_ rows: ArraySlice<Prediction>, of first: Prediction) -> Table {
    Table(
      nil,
      first.point.map { .words($0.name) } + [
        .words("subject", [""]), .number("predicted", nil, .atMost(4)),
        .number("measured", nil, .atMost(4)), .words("unit", [""]),
      ],
      rows.map { row in
        row.point.map { .text($0.value) } + [
          .text(row.subject), .number(row.predicted), .number(row.measured), .text(row.unit),
        ]
      })
  }
}
