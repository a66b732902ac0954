import LabExperiment
import LabKernel
import LabMetrics
import LabResults
import LabStudy

/// The verdicts of a result, each with what was measured beside the limit.
struct VerdictList {
  private let result: ExperimentResult
  private let screen: Screen

  init(_ result: ExperimentResult, _ screen: Screen) {
    self.result = result
    self.screen = screen
  }

  var lines: [String] {
    let rows = result.verdicts.map { verdict in
      // Scripts align their conditions with spaces.
      let text = verdict.text.split(separator: " ").joined(separator: " ")
      let measured = verdict.closest?.text ?? "\(verdict.outcome.rawValue): \(verdict.openReason)"
      return (verdict, text, measured)
    }
    let style = screen.style
    let windows = windows
    return rows.flatMap { verdict, text, measured -> [String] in
      let isFitting = 4 + text.count + measured.count <= screen.width
      let sign = verdict.outcome.sign
      let (mark, head, value) =
        switch verdict.outcome {
        case .holds: (style.green(sign), text, measured)
        case .notJudged, .undecided: (sign, style.dim(text), measured)
        case .fails: (style.red(sign), style.bold(text), style.red(measured))
        }
      let lines =
        isFitting
        ? ["\(mark) \(head)  \(value)"]
        : ["\(mark) \(head)"] + screen.wrapped(measured, indent: 4)
      return lines + (verdict.outcome == .fails ? failure(of: verdict, windows) : [])
    }
  }

  /// Where an expectation fails, and the command that shows it.
  private func failure(of verdict: Verdict, _ windows: [Int: String]) -> [String] {
    guard let first = verdict.failure, let run = Self.run(of: verdict) else { return [] }
    let label = result.plan.label(of: run)
    let values =
      first.run == run ? ": " + first.values : ", first in run \(first.run): \(first.values)"
    let recording = label.recordedFile.map { ", \($0)" } ?? ""
    let text =
      "\(result.failureCount(of: verdict)), worst in run \(run) (seed \(label.seed)\(recording))"
    return screen.wrapped(text + values, indent: 4)
      + ["    " + result.plan.commandLine("show", run: run) + (windows[run] ?? "")]
  }

  /// The run in which an expectation fails worst.
  private static func run(of verdict: Verdict) -> Int? {
    verdict.failure.map { verdict.closest?.run ?? $0.run }
  }

  /// The options that show the worst moment of each failing run, each of which is performed once.
  private var windows: [Int: String] {
    let runs = Set(result.verdicts.filter { $0.outcome == .fails }.compactMap(Self.run))
    return Dictionary(uniqueKeysWithValues: runs.map { ($0, window(of: $0)) })
  }

  /// The options that show the worst moment of a run; none if nothing went wrong in it.
  private func window(of run: Int) -> String {
    let spec = result.plan[run]
    // A long run is not kept as a whole for the sake of an option.
    guard let measurement = try? PerformedRun(toDraw: spec)?.measurement else { return "" }
    let moment =
      measurement.worstMoment(in: .droppedSlot) ?? measurement.worstMoment(in: .lateFiring)
    guard let moment else { return "" }
    let begin = Instant.start.duration(to: MomentPicture.start(of: moment)).wholeNanoseconds
    return " --from \(begin / 1_000_000)ms"
  }
}
