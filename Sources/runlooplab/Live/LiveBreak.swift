import Foundation
import LabDisplay
import LabExperiment
import LabHost
import LabKernel
import LabLanguage
import LabMetrics
import LabReport
import LabText
import LabTrace
import LabWorkload

/// The callback that broke a run off, with what happened around it.
struct LiveBreak {
  private let run: LiveRun
  private let point: HostStage.BreakPoint

  /// How many records are shown before the callback, and behind its beginning.
  private static let records = (before: 14, after: 8)
  /// How many refreshes are shown at most.
  private static let refreshes = 8

  /// Creates what is said of a run; `nil` if nothing broke it off.
  init?(_ run: LiveRun) {
    guard let point = run.breakPoint else { return nil }
    (self.run, self.point) = (run, point)
  }

  /// Reads a condition such as `lateness > 5 ms`.
  static func bound(_ text: String) throws -> Duration {
    let words = text.split(separator: ">", maxSplits: 1).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard words.count == 2, words[0] == "lateness" else {
      throw UsageError(
        "'--break-at \(text)' is not of the form 'lateness > TIME'. Write"
          + " --break-at 'lateness > 5 ms'.")
    }
    return try ScriptLanguage.duration(words[1], from: "--break-at")
  }

  var text: String {
    let late = LiveReport.milliseconds(point.lateness)
    let heading =
      "\(run.spec.words()), by \(run.source.rawValue): broken off at"
      + " \(LiveReport.milliseconds(Instant.start.duration(to: point.began))) ms. '\(point.driver)'"
      + " began \(late) ms late. \(account)"
    return (Terminal.screen.wrapped(heading) + ring + timeline).joined(separator: "\n") + "\n"
  }

  /// What the host took since the callback before.
  private var account: String {
    guard let since = point.since else { return "It was the first callback." }
    func microseconds(_ time: Duration?) -> String {
      time.map { "\($0.wholeNanoseconds / 1_000) us" } ?? "an unknown time"
    }
    return
      "Since the end of the callback before,"
      + " \(LiveReport.milliseconds(since.duration(to: point.began))) ms ago, the thread waited"
      + " \(microseconds(point.account?.runQueueWait)) on the run queue,"
      + " \(microseconds(point.account?.stolen)) stolen."
  }

  /// The records about the callback.
  private var ring: [String] {
    let trace = run.live.trace
    let records = trace.records.filter { $0.kind != .activity }
    let place = records.firstIndex { record in
      guard record.time == point.began, case .calloutBegan = record.event else { return false }
      return trace.names[Int(record.subject)] == point.driver
    }
    guard let place else { return [] }
    var table = TextTable([.left, .right, .left, .left, .left])
    table.append(["", "ms", "event", "of", ""])
    let first = max(0, place - Self.records.before)
    for index in first..<min(records.count, place + Self.records.after) {
      let record = records[index]
      let row = trace.row(of: record)
      table.append([
        index == place ? ">" : "",
        String(format: "%.3f", Double(record.time.nanoseconds) / 1e6), row.what,
        row.who ?? "", row.detail,
      ])
    }
    return [""] + table.lines
  }

  private var timeline: [String] {
    let (measurement, trace) = (run.live.measurement, run.live.trace)
    let period = run.spec.scenario.panel.rate.period
    let end = Instant.start.duration(to: point.began) + period * 2
    let begin = max(.zero, end - min(point.lateness + period * 4, period * Self.refreshes))
    let refreshes = measurement.refreshes(from: .at(begin), for: end - begin)
    let screen = Terminal.screen
    let isWide = refreshes.count * (Timeline.usualColumns + 1) + 17 <= screen.width
    let timeline = measurement.timeline(
      of: trace, refreshes: refreshes,
      columns: isWide ? Timeline.usualColumns : Timeline.usualColumns / 2)
    guard let text = timeline?.text(width: screen.width) else { return [] }
    return ["", screen.marked(text)] + screen.legend(of: text)
  }
}
