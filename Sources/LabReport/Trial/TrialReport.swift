import LabExperiment
public import LabImport
import LabKernel
import LabMetrics
import LabText
import LabWorkload

/// The report of a trial: the table, the tasks to blame, the worst moment.
public struct TrialReport {
  private static let columns = [
    "double_fires", "missed", "dropped", "dropped_pct", "lateness_max", "hitch_ratio",
  ].compactMap(ReportColumn.init)
  private static let pageColumns = [
    "fires", "empty_refreshes", "double_fires", "longest_gap", "animation_error_max",
  ].compactMap(ReportColumn.init)
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
  private let mainFrames: [String]
  /// What its inputs come to.
  private let inputs: [String]
  /// What really happened, if a recorder in the app noted it.
  let recorded: RecordedRun?
  let app: RunMeasurement?
  private var display: TrialDisplay { trial.script.display }
  /// The driver that is judged.
  var driver: String { trial.script.driver }

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - trial: What to report.
  ///   - trace: What was imported, of which the frames are compared; `nil` for a recording.
  /// - Throws: Why the frames could not be simulated.
  public init(_ trial: TraceTrial, of trace: ImportedTrace? = nil) throws {
    self.trial = trial
    first = trial.first
    let drops = first.contains { $0.measurement.worstMoment(in: .droppedSlot) != nil }
    problem = drops ? .droppedSlot : .lateFiring
    recorded = trial.script.loop.flatMap { RecordedRun($0.recording) }
    app = recorded.map { RunMeasurement($0.trace) }
    frames = trace?.frames ?? []
    mainFrames = try trace.map { try Self.mainFrames($0) } ?? []
    inputs = try trace.map { try Self.inputs($0) } ?? []
  }

  /// Whether nothing was wrong, and the recording has too few refreshes for that to mean anything.
  public var isTooShort: Bool {
    let rows = first[0].measurement.refreshRows(of: driver)
    let isWrong = first.contains { $0.measurement.worstMoment(in: problem) != nil }
    return !isWrong && rows.count < Self.fewRefreshes
  }

  private var warning: [String] {
    isTooShort
      ? ["Nothing was wrong, but the recording is too short to tell: record a second or more."] : []
  }

  /// Why no frame of the recording can be compared.
  private func noComparison(silent: Int) -> String {
    if display.reason == TrialDisplay.requested { return "it has the vsyncs of --display" }
    guard display.vsyncs != nil else { return "the recording does not tell of its vsyncs" }
    return silent > 0
      ? "the recording does not say what became of them" : "none of them lies at a vsync"
  }

  /// The report, without a line feed at the end.
  public var text: String {
    ([table, agreement, mainFrames, inputs, culprits, picture, warning].filter { !$0.isEmpty }.map {
      $0.joined(separator: "\n")
    })
    .joined(separator: "\n\n")
  }

  private var table: [String] {
    let isPage = trial.script.rules.isPage
    let columns = isPage ? Self.pageColumns : Self.columns
    var table = TextTable([.left, .left] + columns.map { _ in .right } + (isPage ? [.right] : []))
    let headings = ReportColumn.headings(["display", "arm"], columns)
    for (line, speed) in zip(headings, ["fixed", "step at", "%"]) {
      table.append(line + (isPage ? [speed] : []))
    }
    table.appendRule()
    if let name = trial.script.loop?.judged.recorded.name, let app = app?[driver: name] {
      table.append(
        ["recorded", "(your app)"]
          + columns.map { $0.metric.value(app).map(ReportNumber.short) ?? "–" })
    }
    var last = ""
    for run in trial.runs {
      let values = columns.map { column in
        run.result.value(of: column.metric.name, driver: driver).map(ReportNumber.short) ?? "–"
      }
      table.append(
        [run.rate == last ? "" : run.rate, run.result.run.arm] + values
          + (isPage ? [speed(of: run.result, at: run.rate)] : []))
      last = run.rate
    }
    let silent = trial.script.loop?.judged.modes == "default"
    return table.lines + ["display: \(display.reason)"]
      + Screen().wrapped(trial.script.rules.text)
      + (silent ? ["modes: the default one in all arms, as that of the recorded driver"] : [])
  }

  // MARK: The capture's own frames

  /// How the frames of the recording compare with what the display link makes of its tasks.
  private var agreement: [String] {
    if let loop = trial.script.loop { return loopAgreement(loop) }
    guard !frames.isEmpty, let link = first.first(where: { ["link", "raf"].contains($0.spec.arm) })
    else {
      return []
    }
    let rows = link.measurement.refreshRows(of: driver)
    let silent = frames.count { $0.outcome == .unknown }
    guard display.vsyncs != nil, let result = CaptureAgreement(frames, rows) else {
      return Screen().wrapped(
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
    guard let first = result.first else { return Screen().wrapped(text) }
    let holder = holder(in: link.measurement, from: first.vsync, to: first.end)
    let vsync = ReportNumber.milliseconds(Instant.start.duration(to: first.vsync))
    let outcome =
      first.wasInTime ? "in time, and predicted to be late" : "not in time, and predicted to be"
    return Screen().wrapped(
      "\(text) The first that does not is that of \(vsync) ms: \(outcome)\(holder).")
  }

  /// Who held the thread longest in a stretch of a run, as the end of a sentence; empty if it was
  /// free.
  func holder(in run: RunMeasurement, from begin: Instant, to end: Instant) -> String {
    let all = run.holders(from: begin, for: begin.duration(to: end)).summed()
    guard let longest = all.first else { return "" }
    return "; the thread was held longest by \(task(of: longest)?.words ?? name(of: longest)),"
      + " \(ReportNumber.milliseconds(longest.time)) ms"
  }

  // MARK: Who is to blame

  private var culprits: [String] {
    var totals: [String: [Int64]] = [:]
    for (arm, run) in first.enumerated() {
      for row in run.measurement.blameRows(of: driver) where row.problem == problem {
        let name = name(of: row.blame)
        totals[name, default: first.map { _ in 0 }][arm] += row.blame.time.wholeNanoseconds
      }
    }
    let ranked = totals.filter { $0.value.contains { $0 > 0 } }.sorted { one, other in
      let sums = (one.value.reduce(0, +), other.value.reduce(0, +))
      return sums.0 != sums.1 ? sums.0 > sums.1 : one.key < other.key
    }
    guard !ranked.isEmpty else { return [] }
    var table = TextTable([.left] + first.map { _ in .right })
    table.append(["\(problem.plural) by task, ms"] + first.map(\.spec.arm))
    table.appendRule()
    for (name, times) in ranked.prefix(Self.rowLimit) {
      table.append([Self.cut(name)] + times.map { ReportNumber.milliseconds($0) })
    }
    let hidden = ranked.count - Self.rowLimit
    return table.lines + (hidden > 0 ? ["… and \(hidden) more"] : [])
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

  private var picture: [String] {
    let first = drawn
    let moments = first.map { $0.measurement.worstMoment(of: driver, in: problem) }
    let longest = moments.compactMap(\.self).map(\.duration).max()
    guard let index = moments.firstIndex(where: { $0?.duration == longest }),
      let moment = moments[index], moment.duration > .zero
    else { return [] }
    let run = first[index]
    let rate = trial.runs[0].rate
    let picture = MomentPicture(moment, of: run.measurement, width: Screen.usualWidth)
    let heading = moment.sentence(problem.plural, of: run.spec.arm, isCut: picture.isCut) {
      ": \(task(of: $0)?.words ?? name(of: $0)) (\(ReportNumber.milliseconds($0.time)) of"
        + " \(ReportNumber.milliseconds(moment.duration)) ms)"
    }
    let lines =
      Screen().wrapped(heading)
      + first.flatMap { picture.lines("\($0.spec.arm), \(rate)", $0.measurement, $0.trace) }
    return lines + [""] + Screen().legend(of: lines.joined(separator: "\n"))
  }

  // MARK: Words

  private static func cut(_ name: String) -> String {
    name.count <= 40 ? name : name.prefix(39) + "…"
  }
}

extension Problem {
  /// What goes wrong, in words; only for dropped refreshes and late callbacks.
  var plural: String { self == .droppedSlot ? "dropped refreshes" : "late callbacks" }
}
