import LabImport
import LabKernel
import LabMetrics
import LabText
import LabTrace

/// A time in which a recorded driver was not called, for no reason that the recording tells.
private struct Silence {
  let begin: Instant
  let length: Duration
  /// Whether the thread had nothing to do.
  let isIdle: Bool

  /// So long a lateness is no noise of waking up.
  private static let least = Duration.milliseconds(100)

  /// Finds the longest of a driver.
  init?(of driver: ImportedTrace.Driver, in run: RunMeasurement) {
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
  }

  /// What is missing, and what to do.
  func words(_ name: String) -> String {
    let (begin, length) = (Instant.start.duration(to: begin), length)
    let time =
      "\(ReportNumber.milliseconds(length)) ms from \(ReportNumber.milliseconds(begin)) ms on"
    return isIdle
      ? "The recording lacks a mode: for \(time) the thread had nothing to do, and '\(name)' was not"
        + " called. Record the mode by 'recorder.observe'."
      : "The recording may lack a mode: work without a name held the thread for \(time), as it looks"
        + " if the loop ran in a mode that the recorder did not observe. Record the mode by"
        + " 'recorder.observe', or name the work by 'recorder.task'."
  }
}

extension TrialReport {
  /// What the app's own driver did, what the lab makes of it, and how far they agree.
  func loopAgreement(_ loop: TrialLoop) -> [String] {
    let run = first[0]
    let rows = run.measurement.refreshRows(of: Self.driver)
    guard
      let result = LoopAgreement(
        loop, run.measurement.firingRows(of: Self.driver), vsyncs: rows.map(\.vsync.nanoseconds))
    else { return Screen().wrapped("The lab predicts no callout of '\(loop.driver.name)'.") }
    let (fired, missed) = (result.fired, result.missed)
    let refreshes = 100 * Double(result.sameRefresh) / Double(max(1, result.sameDates))
    let edge = result.onEdge == 0 ? "" : ", \(result.onEdge) more on the edge of one"
    var lines = Screen().wrapped(
      "Your \(loop.driver.kind.rawValue) '\(loop.driver.name)' was called \(fired.recorded) times and"
        + " missed \(counted(missed.recorded, "date")); the lab says \(fired.predicted) and \(missed.predicted)."
        + " They agree in \(Self.percent(result.dateShare)) of the dates and, of those, in"
        + " \(Self.percent(refreshes)) of the refreshes\(edge). Lateness differs by"
        + " \(Int((result.distance / 1000).rounded())) us in the mean.")
    let recorded = RecordedRun(loop.recording)?.trace
    let measured = recorded.map { RunMeasurement($0) }
    lines += Screen().wrapped(verdict(loop, result, measured))
    guard let first = result.first, let recorded, let measured else { return lines }
    let begin = Instant(nanoseconds: max(0, first.due))
    // Of a long one the start.
    let length = min(
      begin.duration(to: Instant(nanoseconds: max(0, first.end))), .milliseconds(100))
    func picture(_ heading: String, _ run: RunMeasurement, _ trace: Trace) -> [String] {
      MomentPicture(from: begin, for: length, of: run, width: Screen.usualWidth)
        .lines(heading, run, trace)
    }
    return lines + picture("the app, recorded", measured, recorded)
      + picture("the lab, simulated", run.measurement, run.trace)
  }

  private func verdict(
    _ loop: TrialLoop, _ result: LoopAgreement, _ recorded: RunMeasurement?
  ) -> String {
    var words: [String] = []
    if loop.disturbance > 0.02 {
      words.append(
        "The recording was disturbed: the thread waited \(Self.percent(100 * loop.disturbance)) of the"
          + " time to be woken, which the lab does not model.")
    }
    if loop.recording.loop?.runs.isEmpty == true {
      words.append(
        "The recording lacks the modes of the loop: a driver that is silent while the loop tracks a"
          + " finger looks late here. Record with 'LabRecorder', which notes them.")
    } else if loop.driver.kind == .timer,
      let silence = recorded.flatMap({ Silence(of: loop.driver, in: $0) })
    {
      words.append(silence.words(loop.driver.name))
    }
    if let first = result.first {
      let holder = holder(
        in: self.first[0].measurement, from: Instant(nanoseconds: max(0, first.due)),
        to: Instant(nanoseconds: max(0, first.end)))
      words.append(
        "The first difference: the date \(ReportNumber.milliseconds(first.due)) ms,"
          + " \(first.words)\(holder).")
    } else {
      words.append(
        result.onEdge == 0 ? "They agree." : "They agree but for the edge, where waking up decides."
      )
    }
    return words.joined(separator: " ")
  }

  /// A share with two decimals, cut, so that 100 % is said of all alone.
  private static func percent(_ share: Double) -> String {
    share == 100
      ? "100 %" : "\(ReportNumber.fixed((share * 100).rounded(.down) / 100, decimals: 2)) %"
  }
}
