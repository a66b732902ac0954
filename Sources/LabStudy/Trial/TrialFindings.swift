package import LabAnswer
import LabExperiment
package import LabImport
import LabKernel
import LabMetrics
import LabText
import LabWorkload

/// What a trial comes to: the table, the tasks to blame, the worst moment.
package struct TrialFindings {
  private static let metrics = [
    "double_fires", "missed", "dropped", "dropped_pct", "lateness_max", "hitch_ratio",
  ]
  private static let pageMetrics = [
    "fires", "empty_refreshes", "double_fires", "longest_gap", "animation_error_max",
  ]
  private static let rowLimit = 8
  /// Runs last a tenth of a second longer than their recordings: at 60 Hz six refreshes.
  private static let fewRefreshes = 16

  let trial: TraceTrial
  /// The runs on the first display.
  let first: [PerformedRun]
  /// The problem that is put down to causes: dropped refreshes, or late callbacks without any.
  private let problem: Problem
  private let frames: [ImportedTrace.Frame]
  /// What the frames of a page's main thread come to.
  private let mainFrames: String?
  /// What its inputs come to.
  private let inputs: [Answer.Part]?
  /// What really happened, if a recorder in the app noted it.
  let recorded: RecordedRun?
  let app: RunMeasurement?
  private var display: TrialDisplay { trial.script.display }
  /// The driver that is judged.
  var driver: String { trial.script.driver }

  /// Looks at a trial.
  ///
  /// - Parameters:
  ///   - trial: The runs.
  ///   - trace: What was imported, of which the frames are compared; `nil` for a recording.
  /// - Throws: Why the frames could not be simulated.
  package init(_ trial: TraceTrial, of trace: ImportedTrace? = nil) throws {
    self.trial = trial
    first = trial.first
    let drops = first.contains { $0.measurement.worstMoment(in: .droppedSlot) != nil }
    problem = drops ? .droppedSlot : .lateFiring
    recorded = try trial.script.loop.flatMap { try RecordedRun($0.recording) }
    app = recorded.map { RunMeasurement($0.trace) }
    frames = trace?.frames ?? []
    mainFrames = try trace.flatMap { try Self.mainFrames($0) }
    inputs = try trace.flatMap { try Self.inputs($0) }
  }

  /// Whether nothing was wrong, and the recording has too few refreshes for that to mean anything.
  package var isTooShort: Bool {
    let rows = first[0].measurement.refreshRows(of: driver)
    let isWrong = first.contains { $0.measurement.worstMoment(in: problem) != nil }
    return !isWrong && rows.count < Self.fewRefreshes
  }

  /// Why no frame of the recording can be compared.
  private func noComparison(silent: Int) -> String {
    if display.reason == TrialDisplay.requested { return "it has the vsyncs of --display" }
    guard display.vsyncs != nil else { return "the recording does not tell of its vsyncs" }
    return silent > 0
      ? "the recording does not say what became of them" : "none of them lies at a vsync"
  }

  /// What was found, in the order of reading.
  package var paragraphs: [[Answer.Part]] {
    let warning =
      "Nothing was wrong, but the recording is too short to tell: record a second or more."
    return [[.table(table)] + sentences([("display", "display: \(display.reason)")] + rules)]
      + agreement
      + [mainFrames.map { sentences([("main frames", $0)]) } ?? [], inputs ?? [], culprits]
      + picture + [[.key], isTooShort ? sentences([("warning", warning)]) : []]
  }

  /// Sentences that each begin a line.
  func sentences(_ all: [(name: String, text: String)]) -> [Answer.Part] {
    all.map { .sentences([Answer.Sentence($0.text, as: $0.name)]) }
  }

  /// By which rules the thread goes.
  private var rules: [(String, String)] {
    let hasOneMode = trial.script.loop?.judged.modes == "default"
    let text = trial.script.rules.text
    return (text.isEmpty ? [] : [("rules", text)])
      + (hasOneMode
        ? [("modes", "modes: the default one in all arms, as that of the recorded driver")] : [])
  }

  private var table: Table {
    let isPage = trial.script.rules.isPage
    let metrics = isPage ? Self.pageMetrics : Self.metrics
    var table = Table(
      "arms",
      [.words("display").once, .words("arm")] + metrics.map { .metric($0) }
        + (isPage ? [.number("fixed_step_pct", ["fixed", "step at", "%"], .fixed(2))] : []))
    if let name = trial.script.loop?.judged.recorded.name, let app = app?[driver: name] {
      table.append(
        [.text("recorded"), .text("(your app)")] + Table.cells(of: app, metrics)
          + (isPage ? [.blank] : []))
    }
    for run in trial.runs {
      let values = metrics.map { name in
        run.result.value(of: name, driver: driver).map(Table.Cell.value) ?? .none
      }
      table.append(
        [.text(run.rate), .text(run.result.run.arm)] + values
          + (isPage ? [.number(speed(of: run.result, at: run.rate))] : []))
    }
    return table
  }

  // MARK: The capture's own frames

  /// How the frames of the recording compare with what the display link makes of its tasks.
  private var agreement: [[Answer.Part]] {
    if let loop = trial.script.loop { return loopAgreement(loop) }
    guard !frames.isEmpty, let link = first.first(where: { ["link", "raf"].contains($0.spec.arm) })
    else {
      return []
    }
    let rows = link.measurement.refreshRows(of: driver)
    let silent = frames.count { $0.outcome == .unknown }
    guard display.vsyncs != nil, let result = CaptureAgreement(frames, rows) else {
      return agreement(
        "The frames of the recording, \(frames.count), are not compared with the simulation:"
          + " \(noComparison(silent: silent)).")
    }
    let unknown = silent > 0 ? " and tells the outcome of (of \(silent) it does not)" : ""
    func share(_ count: Int) -> String {
      "\(count) (\(ReportNumber.short(.number(100 * Double(count) / Double(result.compared))))%)"
    }
    let text =
      "Of \(result.compared) frames that the recording wanted\(unknown), \(share(result.inTime)) were"
      + " in time, and \(share(result.predicted)) are predicted by a display link beside its tasks;"
      + " \(share(result.agreeing)) agree, \(counted(result.depth, "vsync")) after their own."
    guard let first = result.first else { return agreement(text) }
    let holder = holder(in: link.measurement, from: first.vsync, to: first.end)
    let vsync = ReportNumber.milliseconds(Instant.start.duration(to: first.vsync))
    let outcome =
      first.wasInTime ? "in time, and predicted to be late" : "not in time, and predicted to be"
    return agreement(
      "\(text) The first that does not is that of \(vsync) ms: \(outcome)\(holder).")
  }

  private func agreement(_ text: String) -> [[Answer.Part]] { [sentences([("agreement", text)])] }

  /// Who held the thread longest in a stretch of a run, as the end of a sentence; empty if it was
  /// free.
  func holder(in run: RunMeasurement, from begin: Instant, to end: Instant) -> String {
    let all = run.holders(from: begin, for: begin.duration(to: end)).summed()
    guard let longest = all.first else { return "" }
    return "; the thread was held longest by \(words(of: longest)),"
      + " \(ReportNumber.milliseconds(longest.time)) ms"
  }

  // MARK: Who is to blame

  /// How long each task, or other cause, is to blame for in every arm; those of most come first.
  private var blame: [(name: String, times: [Int64])] {
    var totals: [String: [Int64]] = [:]
    for (arm, run) in first.enumerated() {
      for row in run.measurement.blameRows(of: driver) where row.problem == problem {
        let name = name(of: row.blame)
        totals[name, default: first.map { _ in 0 }][arm] += row.blame.time.wholeNanoseconds
      }
    }
    return totals.filter { $0.value.contains { $0 > 0 } }.sorted { one, other in
      let sums = (one.value.reduce(0, +), other.value.reduce(0, +))
      return sums.0 != sums.1 ? sums.0 > sums.1 : one.key < other.key
    }.map { ($0.key, $0.value) }
  }

  private var culprits: [Answer.Part] {
    let blame = blame
    guard !blame.isEmpty else { return [] }
    let table = Table(
      nil,
      [.words("culprit", ["\(problem.plural) by task, ms"]).cut]
        + first.map { .number($0.spec.arm, nil, .fixed(2)) },
      blame.prefix(Self.rowLimit).map { name, times in
        [.text(name)] + times.map { .time(.nanoseconds($0)) }
      })
    let hidden = blame.count - Self.rowLimit
    return [.table(table)] + (hidden > 0 ? [.sentences(["… and \(hidden) more"])] : [])
  }

  /// The blame for programs: a row for each culprit and arm.
  package var data: [Table] {
    [
      Table(
        "blame",
        [.words("problem"), .words("culprit"), .words("arm"), .number("time_ms")],
        blame.flatMap { name, times in
          zip(first, times).map { run, time in
            [
              .text("\(problem)"), .text(name), .text(run.spec.arm), .time(.nanoseconds(time)),
            ]
          }
        })
    ]
  }

  private func words(of blame: Blame) -> String {
    task(of: blame)?.words(offset: first[0].spec.scenario.recordingStart) ?? name(of: blame)
  }

  private func name(of blame: Blame) -> String {
    blame.cause == .tasks ? task(of: blame)?.name ?? "(tasks)" : "(\(blame.cause))"
  }

  /// The task of the recording to which a part of a problem is put down.
  private func task(of blame: Blame) -> Recording.Task? {
    guard blame.cause == .tasks, let load = blame.owner, let serial = blame.serial else {
      return nil
    }
    return first[0].spec.scenario.recordedTask(serial, of: load)
  }

  // MARK: The worst moment

  /// The runs that are drawn: those of a timer and of a link, but not of the link that skips, which
  /// drops most, and on purpose.
  private var drawn: [PerformedRun] {
    trial.script.rules.isPage
      ? first.filter { ["interval", "raf"].contains($0.spec.arm) } : Array(first.prefix(2))
  }

  private var picture: [[Answer.Part]] {
    let first = drawn
    let moments = first.map { $0.measurement.worstMoment(of: driver, in: problem) }
    let longest = moments.compactMap(\.self).map(\.duration).max()
    guard let index = moments.firstIndex(where: { $0?.duration == longest }),
      let moment = moments[index], moment.duration > .zero
    else { return [] }
    let run = first[index]
    let rate = trial.runs[0].rate
    let picture = MomentPicture(moment, of: run.measurement)
    let sentence = moment.sentence(problem.plural, of: run.spec.arm, isCut: picture.isCut) {
      ": \(words(of: $0)) (\(ReportNumber.milliseconds($0.time)) of"
        + " \(ReportNumber.milliseconds(moment.duration)) ms)"
    }
    return [sentences([("moment", sentence)])]
      + first.map { picture.parts("\($0.spec.arm), \(rate)", $0.measurement, $0.trace) }
  }
}

extension Problem {
  /// What goes wrong, in words; only for dropped refreshes and late callbacks.
  var plural: String { self == .droppedSlot ? "dropped refreshes" : "late callbacks" }
}
