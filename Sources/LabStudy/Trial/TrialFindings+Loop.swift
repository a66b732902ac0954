import LabAnswer
import LabImport
import LabKernel
import LabMetrics
import LabText
import LabTrace

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
    var words = [
      "Your \(recorded.kind.rawValue) '\(recorded.name)' was called \(result.fired.recorded) times and"
        + " missed \(counted(missed[0], "date")); the lab says \(result.fired.predicted) and \(missed[1])."
        + " They agree in \(Self.percent(result.dateShare)) of the dates and, of those, in"
        + " \(Self.percent(result.refreshShare)) of the refreshes\(edge). Lateness differs by"
        + " \(Int((result.distance / 1000).rounded())) us in the mean."
    ]
    let count = result.differing
    let differ = count == 0 ? "none differs" : "\(count) \(count == 1 ? "differs" : "differ")"
    words.append("\(counted(result.dates, "date")), \(differ).")
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
    if loop.disturbance > 0.02 {
      words.append(
        "The recording was disturbed: the thread waited \(Self.percent(100 * loop.disturbance)) of the"
          + " time to be woken, which the lab does not model.")
    }
    if loop.recording.loop?.runs.isEmpty == true {
      words.append(
        "The recording lacks the modes of the loop: a driver that is silent while the loop tracks a"
          + " finger looks late here. Record with 'LabRecorder', which notes them.")
    } else if loop.judged.recorded.kind == .timer,
      let silence = app.flatMap({
        Silence(of: loop.judged.recorded, loop.recording.loop, in: $0)
      })
    {
      words.append(silence.words(loop.judged.recorded.name))
    }
    if result.first != nil, result.isGood {
      let dates = counted(result.differing + result.elsewhere, "date")
      words.append("They agree but for \(dates)\(Self.and(drops)).")
    } else if let first = result.first {
      let holder = holder(
        in: self.first[0].measurement, from: Instant(nanoseconds: max(0, first.due)),
        to: Instant(nanoseconds: max(0, first.end)))
      words.append(
        "The first difference: the date \(ReportNumber.milliseconds(first.due)) ms,"
          + " \(first.words)\(holder).")
    } else {
      let refreshes = drops.map(\.differing) ?? 0
      words.append(
        result.onEdge > 0
          ? "They agree but for the edge, where waking up decides\(Self.and(drops))."
          : refreshes > 0
            ? "They agree in the dates, and differ in \(Self.refreshes(refreshes))."
            : "They agree.")
    }
    return words.joined(separator: " ")
  }

  private static func refreshes(_ count: Int) -> String { counted(count, "refresh", "refreshes") }

  /// The refreshes that differ, as the end of a sentence; empty if none does.
  private static func and(_ drops: DropAgreement?) -> String {
    guard let drops, drops.differing > 0 else { return "" }
    return ", and for \(refreshes(drops.differing))"
  }

  /// A share with two decimals, cut, so that 100 % is said of all alone.
  private static func percent(_ share: Double) -> String {
    share == 100
      ? "100 %" : "\(ReportNumber.fixed((share * 100).rounded(.down) / 100, decimals: 2)) %"
  }
}
