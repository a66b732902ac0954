import LabAnswer
import LabExperiment
import LabKernel
import LabMetrics
import LabResults

/// The verdicts of a result, each with what was measured beside the limit.
struct ExpectationFindings {
  private let result: ExperimentResult

  init(_ result: ExperimentResult) { self.result = result }

  /// Tells what each expectation comes to.
  ///
  /// - Parameter runs: Performs the failing runs once more, each once.
  /// - Returns: The checks; those that fail with the command that shows it.
  func checks(_ runs: inout ReplayedRuns) -> [Answer.Check] {
    var windows: [Int: String] = [:]
    return result.verdicts.map { verdict in
      let place = verdict.place.map { Answer.Place($0.path, line: $0.line) }
      let measured = verdict.closest?.text ?? "\(verdict.outcome.rawValue): \(verdict.openReason)"
      let outcome = LabAnswer.Outcome(verdict.outcome)
      guard verdict.outcome == .fails, let first = verdict.failure else {
        let isOpen = [.notJudged, .undecided].contains(verdict.outcome)
        return Answer.Check(
          outcome, verdict.text, measured, name: verdict.name, at: place,
          reason: isOpen ? verdict.openReason : "")
      }
      let run = verdict.closest?.run ?? first.run
      let window = windows[run] ?? window(of: run, &runs)
      windows[run] = window
      let values =
        first.run == run ? ": " + first.values : ", first in run \(first.run): \(first.values)"
      let label = result.plan.label(of: run)
      let recording = label.recordedFile.map { ", \($0)" } ?? ""
      let details =
        "\(result.failureCount(of: verdict)), worst in run \(run)"
        + " (seed \(label.seed)\(recording))\(values)"
      return Answer.Check(
        outcome, verdict.text, measured, name: verdict.name, at: place, details: details,
        command: result.plan.commandLine("show", run: run) + window)
    }
  }

  /// The options that show the worst moment of a run; none if nothing went wrong in it, and for a
  /// long run, which is not kept as a whole for the sake of an option.
  private func window(of run: Int, _ runs: inout ReplayedRuns) -> String {
    guard let measurement = try? runs.performed(run)?.measurement,
      let moment = measurement.worstMoment(in: .droppedSlot)
        ?? measurement.worstMoment(in: .lateFiring)
    else { return "" }
    let begin = Instant.start.duration(to: MomentPicture.start(of: moment)).wholeNanoseconds
    return " --from \(begin / 1_000_000)ms"
  }
}
