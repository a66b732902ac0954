package import LabAnswer
import LabExperiment
package import LabImport
import LabKernel
import LabMetrics
import LabText
import LabTrace
import LabWorkload

/// What a trial comes to: the table, the tasks to blame, the worst moment.
package struct TrialFindings {
  private static let metrics = [
    "double_fires", "missed", "dropped", "dropped_share", "lateness_max", "hitch_ratio",
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
      ? "the recording does not say what happened to them" : "none of them lies at a vsync"
  }

  /// What was found, in the order of reading.
  package var paragraphs: [[Answer.Part]] {
    let warning =
      "Nothing was wrong, but the recording is too short to tell: record a second or more."
    return [
      [.table(table), .terms(arms)]
        + sentences([("display", "display: \(display.reason)")] + rules)
    ]
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

  /// What the arms of the table are.
  private var arms: [Answer.Term] {
    let names = table.rows.compactMap { row in
      if case .text(let name) = row[1] { name } else { nil }
    }
    return TrialScript.arms.filter { names.contains($0.name) }.map {
      Answer.Term($0.name, $0.meaning)
    }
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
      + [Answer.Part].legend(of: blame.prefix(Self.rowLimit).map { $0.name })
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
              .text(problem.rawValue), .text(name), .text(run.spec.arm), .time(.nanoseconds(time)),
            ]
          }
        })
    ]
  }

  private func words(of blame: Blame) -> String {
    task(of: blame)?.words(offset: first[0].spec.scenario.recordingStart) ?? name(of: blame)
  }

  private func name(of blame: Blame) -> String {
    blame.cause == .tasks ? task(of: blame)?.name ?? "(tasks)" : "(\(blame.cause.rawValue))"
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
    let rate = trial.runs[0].rate == "recorded" ? "recorded display" : trial.runs[0].rate
    let picture = MomentPicture(moment, of: run.measurement)
    let sentence = moment.sentence(problem.plural, of: run.spec.arm, isCut: picture.isCut) {
      ": \(words(of: $0)) (\(ReportNumber.milliseconds($0.time)) of"
        + " \(ReportNumber.milliseconds(moment.duration)) ms)"
    }
    return [sentences([("moment", sentence)])]
      + first.map { picture.parts("arm \($0.spec.arm), \(rate)", $0.measurement, $0.trace) }
  }
}

extension Problem {
  /// What goes wrong, in words; only for dropped refreshes and late callbacks.
  var plural: String { self == .droppedSlot ? "dropped frames" : "late callbacks" }
}

/// A time in which a recorded driver was not called, for no reason that the recording tells.
private struct Silence {
  let begin: Instant
  let length: Duration
  /// Whether the thread had nothing to do, and whether it slept all the time.
  let isIdle: Bool
  let isAsleep: Bool

  /// So long a lateness is no noise of waking up.
  private static let least = Duration.milliseconds(100)

  /// Finds the longest of a driver.
  init?(
    of driver: ImportedTrace.Driver, _ loop: ImportedTrace.Loop?, in run: RunMeasurement
  ) {
    let rows = run.blameRows(of: driver.name).filter { row in
      guard row.problem == .lateFiring else { return false }
      let isUnnamed = row.blame.owner.map(ImportedTrace.unnamed.contains) ?? false
      return row.blame.cause == .wake || row.blame.cause == .tasks && isUnnamed
    }
    var times: [Int: (all: Duration, idle: Duration)] = [:]
    for row in rows {
      times[row.number, default: (.zero, .zero)].all += row.blame.time
      if row.blame.cause == .wake { times[row.number]?.idle += row.blame.time }
    }
    guard
      let row = rows.max(by: { times[$0.number]?.all ?? .zero < times[$1.number]?.all ?? .zero }),
      let (all, idle) = times[row.number],
      all > max(Self.least, .nanoseconds(3 * driver.interval))
    else { return nil }
    (begin, length, isIdle) = (row.begin, all, idle * 2 > all)
    let half = row.begin.nanoseconds + all.wholeNanoseconds / 2
    let sleep = loop?.sleeps.first { $0.contains(half) }
    isAsleep = sleep.map { .nanoseconds($0.upperBound - $0.lowerBound) >= all * 0.9 } ?? false
  }

  /// What is missing, and what to do.
  func words(_ name: String) -> String {
    let (begin, length) = (Instant.start.duration(to: begin), length)
    let time =
      "\(ReportNumber.milliseconds(length)) ms from \(ReportNumber.milliseconds(begin)) ms on"
    if isIdle, isAsleep {
      return "For \(time) the thread slept, and '\(name)' was called when it woke up: the app was"
        + " suspended, or starved of a processor, which the lab does not model."
    }
    return isIdle
      ? "The recording lacks a mode: for \(time) the thread had nothing to do, and '\(name)' was not"
        + " called. Record the mode by 'recorder.observe'."
      : "The recording may lack a mode: work without a name held the thread for \(time), as it looks"
        + " if the loop ran in a mode that the recorder did not observe. Record the mode by"
        + " 'recorder.observe', or name the work by 'recorder.task'."
  }
}

extension TrialFindings {
  /// What the app's own driver did, what the lab makes of it, and how far they agree.
  func loopAgreement(_ loop: TrialLoop) -> [[Answer.Part]] {
    let run = first[0]
    let recorded = loop.judged.recorded
    let rows = run.measurement.refreshRows(of: driver)
    guard
      let result = LoopAgreement(
        loop, run.measurement.firingRows(of: driver), vsyncs: rows.map(\.vsync.nanoseconds))
    else {
      return [sentences([("agreement", "The lab predicts no callout of '\(recorded.name)'.")])]
    }
    let real = app?[driver: recorded.name]
    let lab = run.measurement[driver: driver]
    let missed = [real, lab].map { $0?.dueInstants.missed ?? 0 }
    let edge = result.onEdge == 0 ? "" : ", \(result.onEdge) more on the edge of one"
    let count = result.differing
    let differ =
      count == 0
      ? "none differs"
      : "\(count) \(count == 1 ? "differs" : "differ") (\(Self.percent(result.dateShare)) agree)"
    var words = [
      "Your \(recorded.kind.rawValue) '\(recorded.name)' was called \(result.fired.recorded) times and"
        + " missed \(counted(missed[0], "fire date")), in the lab \(result.fired.predicted) and"
        + " \(missed[1]). Of \(counted(result.dates, "fire date")) \(differ)."
        + " \(Self.percent(result.refreshShare)) of the callbacks begin in the same refresh\(edge),"
        + " and lateness differs by \(Int((result.distance / 1000).rounded())) us in the mean."
    ]
    let drops = app.flatMap { DropAgreement($0.refreshRows(of: recorded.name), rows) }
    let counts = [lab, real].compactMap { $0?.frames?.slots?.dropped }
    if let drops, counts.count == 2 { words.append(drops.words(lab: counts[0], app: counts[1])) }
    let found = sentences([
      ("agreement", words.joined(separator: " ")), ("verdict", verdict(loop, result, drops)),
    ])
    guard !result.isGood, let first = result.first, let trace = self.recorded?.trace, let app else {
      return [found]
    }
    let begin = Instant(nanoseconds: max(0, first.due))
    // Of a long one the start.
    let length = min(
      begin.duration(to: Instant(nanoseconds: max(0, first.end))), .milliseconds(100))
    func picture(_ heading: String, _ run: RunMeasurement, _ trace: Trace) -> [Answer.Part] {
      MomentPicture(from: begin, for: length, of: run).parts(heading, run, trace)
    }
    return [
      found, picture("the app, recorded", app, trace),
      picture("the lab, simulated", run.measurement, run.trace),
    ]
  }

  private func verdict(
    _ loop: TrialLoop, _ result: LoopAgreement, _ drops: DropAgreement?
  ) -> String {
    var words: [String] = []
    if let machine = loop.recording.loop?.machine { words.append(machine.words) }
    words += loop.reservations
    if loop.recording.loop?.runs.isEmpty != true, loop.judged.recorded.kind == .timer,
      let silence = app.flatMap({
        Silence(of: loop.judged.recorded, loop.recording.loop, in: $0)
      })
    {
      words.append(silence.words(loop.judged.recorded.name))
    }
    if result.first != nil, result.isGood {
      words.append("They agree but for \(listed(Self.differences(result, drops))).")
    } else if let first = result.first {
      let holder = holder(
        in: self.first[0].measurement, from: Instant(nanoseconds: max(0, first.due)),
        to: Instant(nanoseconds: max(0, first.end)))
      words.append(
        "The first difference: the fire date \(ReportNumber.milliseconds(first.due)) ms,"
          + " \(first.words)\(holder).")
    } else {
      let refreshes = drops.map(\.differing) ?? 0
      words.append(
        result.onEdge > 0
          ? "They agree but for the edge, where waking up decides\(Self.and(drops))."
          : refreshes > 0
            ? "They agree in the fire dates, and differ in \(Self.refreshes(refreshes))."
            : "They agree.")
    }
    return words.joined(separator: " ")
  }

  private static func refreshes(_ count: Int) -> String { counted(count, "refresh", "refreshes") }

  /// What differs, each by its number, as it is counted before.
  private static func differences(_ result: LoopAgreement, _ drops: DropAgreement?) -> [String] {
    [
      (result.differing, "fire date", "fire dates"),
      (result.elsewhere, "callback in another refresh", "callbacks in another refresh"),
      (drops?.differing ?? 0, "dropped refresh", "dropped refreshes"),
    ].filter { $0.0 > 0 }.map { counted($0.0, $0.1, $0.2) }
  }

  /// The refreshes that differ, as the end of a sentence; empty if none does.
  private static func and(_ drops: DropAgreement?) -> String {
    guard let drops, drops.differing > 0 else { return "" }
    return ", and for \(refreshes(drops.differing))"
  }

  /// A share with two decimals, cut, so that 100 % is said of all alone.
  static func percent(_ share: Double) -> String {
    share == 100
      ? "100 %" : "\(ReportNumber.fixed((share * 100).rounded(.down) / 100, decimals: 2)) %"
  }
}

extension TrialFindings {
  /// How the frames of a page's main thread compare with those that the lab predicts.
  static func mainFrames(_ trace: ImportedTrace) throws -> String? {
    guard let page = trace.page else { return nil }
    let told =
      page.reported == 0
      ? ""
      : " Of \(page.reported) refreshes of which the compositor tells, \(share(page.reportedRight, of: page.reported))"
        + " have a main frame, or none, as it says."
    guard let result = try MainFrameAgreement(page, trace.tasks) else {
      return
        "The main frames of the page, \(page.mainFrames.count), are not compared with the simulation:"
        + " the compositor noted too few vsyncs.\(told)"
    }
    let late = result.late == 0 ? "None began" : "\(result.late) began"
    let behind = result.late == 0 ? "" : ", \(result.lateBehindTask) of them right behind a task"
    return
      "Of \(result.compared) main frames of the page, \(share(result.sameRefresh, of: result.compared))"
      + " begin in the refresh that is predicted, half of them within \(ReportNumber.milliseconds(result.half)) ms"
      + " of the prediction and nine of ten within \(ReportNumber.milliseconds(result.mostly)) ms. The usual one"
      + " begins \(ReportNumber.milliseconds(result.handover)) ms after its vsync. \(late) more than 1 ms later\(behind)."
      + told
  }

  /// How fast a motion goes that takes a fixed step for each callback, as a share of the speed that
  /// it should have.
  func speed(of result: RunResult, at rate: String) -> Double? {
    let arm = result.run.arm
    guard arm != "raf-time" else { return 100 }
    func value(_ name: String) -> Double? {
      result.value(of: name, driver: driver)?.number
    }
    guard let fires = value("fires"), let first = value("fired_first"),
      let end = value("fired_end"),
      first < end
    else { return nil }
    let rate = rate == "recorded" ? trial.script.display.rates[0] : rate
    let step =
      arm == "raf"
      ? 1000 / (Double(rate.dropLast(3)) ?? 60) : Double(TrialScript.pageInterval(rate))
    return 100 * (fires - 1) * step / (end - first)
  }

  private static func share(_ count: Int, of all: Int) -> String {
    "\(count) (\(ReportNumber.fixed(100 * Double(count) / Double(all), decimals: 2))%)"
  }
}

extension TrialFindings {
  /// How long the inputs of a recording took, and whether the lab says why; `nil` without any.
  static func inputs(_ trace: ImportedTrace) throws -> [Answer.Part]? {
    guard let result = try InputAgreement(trace), let longest = result.longest else { return nil }
    let wait = longest.predicted(.wait) ?? 0
    var sentences = [
      "Of \(counted(result.pairs.count, "input")) of the recording"
        + " \(result.words(.wait, "waited", "beside the other tasks")).",
      "The longest wait, of \(longest.input.name) at"
        + " \(ReportNumber.milliseconds(longest.input.arrived)) ms, took"
        + " \(ReportNumber.milliseconds(longest.recorded(.wait) ?? 0)) ms"
        + " (\(ReportNumber.milliseconds(wait)) in the lab)"
        + (longest.holder.map { ", behind \($0.words(offset: .nanoseconds(trace.windowOffset)))" }
          ?? "") + ".",
    ]
    let seen = result.agreement(in: .presentation).compared
    if seen > 0 {
      sentences.append(
        "Of \(counted(seen, "input")) that a frame shows"
          + " \(result.words(.presentation, "were seen", "in the first frame after their end")).")
    } else if result.pairs.contains(where: { $0.recorded(.presentation) != nil }) {
      sentences.append(
        "When they were seen is not compared: the recording has no frames and vsyncs of the page.")
    }
    if let inp = trace.interactionToNextPaint {
      sentences.append("Interaction to next paint: \(ReportNumber.milliseconds(inp)) ms.")
    }
    return [
      .sentences([Answer.Sentence(sentences.joined(separator: " "), as: "inputs")]),
      .table(result.table),
    ]
  }
}

extension InputAgreement {
  /// The input that waited longest, the first of equals.
  fileprivate var longest: Pair? {
    pairs.enumerated().max {
      ($0.element.recorded(.wait) ?? 0, $1.offset) < ($1.element.recorded(.wait) ?? 0, $0.offset)
    }?.element
  }

  /// How many inputs did something when the lab predicts it.
  fileprivate func words(_ quantity: TaskQuantity, _ did: String, _ place: String) -> String {
    let (same, compared) = agreement(in: quantity)
    let share = ReportNumber.fixed(100 * Double(same) / Double(compared), decimals: 2)
    return "\(same) (\(share)%) \(did) within \(ReportNumber.milliseconds(tolerance)) ms of what"
      + " the lab predicts \(place)"
  }

  /// The quantities that the file tells, recorded and in the lab.
  fileprivate var table: Table {
    let quantities = [TaskQuantity.wait, .response, .presentation, .shown].filter { quantity in
      pairs.contains { $0.recorded(quantity) != nil }
    }
    let statistics: [(name: String, thousandths: Int)] = [("p98", 980), ("max", 1000)]
    func row(_ name: String, _ time: (Pair, TaskQuantity) -> Int64?) -> [Table.Cell] {
      var cells = [Table.Cell.text(name)]
      for quantity in quantities {
        let times = pairs.compactMap { time($0, quantity) }.sorted()
        for (_, thousandths) in statistics {
          let time = times.isEmpty ? nil : Duration.nanoseconds(times.percentile(thousandths))
          cells.append(.time(time))
        }
      }
      return cells
    }
    var columns = [Table.Column.words("inputs")]
    for quantity in quantities {
      for (name, _) in statistics { columns.append(.metric("\(quantity.rawValue)_\(name)")) }
    }
    return Table(
      "inputs", columns, [row("recorded") { $0.recorded($1) }, row("lab") { $0.predicted($1) }])
  }
}

extension ImportedTrace {
  /// The interaction to next paint of the inputs, as the file tells them; `nil` if it does not.
  package var interactionToNextPaint: Int64? {
    var longest: [Int64: Int64] = [:]
    for input in inputs {
      guard let number = input.interaction, let shown = input.shown else { continue }
      longest[number] = max(longest[number] ?? 0, shown - input.arrived)
    }
    return Array(longest.values).interactionToNextPaint
  }
}

extension [Int64] {
  /// The percentile of ascending numbers, in thousandths.
  fileprivate func percentile(_ thousandths: Int) -> Int64 {
    self[Percentile.position(thousandths, of: count)]
  }
}
