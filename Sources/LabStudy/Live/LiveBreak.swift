import LabAnswer
import LabDisplay
import LabExperiment
import LabHost
import LabKernel
import LabLanguage
import LabMetrics
import LabText
import LabTrace
import LabWorkload

/// The callback that broke a run off, with what happened around it.
package struct LiveBreak {
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
  package static func bound(_ text: String) throws -> Duration {
    let words = text.split(separator: ">", maxSplits: 1).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    guard words.count == 2, words[0] == "lateness" else {
      throw UsageError(
        "'--break-at \(text)' is not of the form 'lateness > TIME'. Write"
          + " --break-at 'lateness > 5 ms'.")
    }
    return try ScriptLanguage.duration(words[1], from: "--break-at")
  }

  /// What happened around it, for readers and for programs.
  var paragraphs: [[Answer.Part]] {
    let late = LiveHost.milliseconds(point.lateness)
    let heading =
      "\(run.spec.words()), by \(run.source.rawValue): broken off at"
      + " \(LiveHost.milliseconds(Instant.start.duration(to: point.began))) ms. '\(point.driver)'"
      + " began \(late) ms late. \(account)"
    return [
      [.sentences([Answer.Sentence(heading, as: "break")])],
      ring.map { [.table($0)] } ?? [], figure.map { [.figure($0)] } ?? [], [.key],
    ]
  }

  /// What the host took since the callback before.
  private var account: String {
    guard let since = point.since else { return "It was the first callback." }
    func microseconds(_ time: Duration?) -> String {
      time.map { "\($0.wholeNanoseconds / 1_000) us" } ?? "an unknown time"
    }
    return
      "Since the end of the callback before,"
      + " \(LiveHost.milliseconds(since.duration(to: point.began))) ms ago, the thread waited"
      + " \(microseconds(point.account?.runQueueWait)) on the run queue,"
      + " \(microseconds(point.account?.stolen)) stolen."
  }

  /// The records about the callback.
  private var ring: Table? {
    let trace = run.live.trace
    let records = trace.records.filter { $0.kind != .activity }
    let place = records.firstIndex { record in
      guard record.time == point.began, case .calloutBegan = record.event else { return false }
      return trace.names[Int(record.subject)] == point.driver
    }
    guard let place else { return nil }
    let first = max(0, place - Self.records.before)
    return Table(
      "records",
      [
        .words("mark", [""]), .number("at_ms", ["ms"], .fixed(3)), .words("event"),
        .words("of"), .words("detail", [""]),
      ],
      (first..<min(records.count, place + Self.records.after)).map { index in
        let row = trace.row(of: records[index])
        return [
          index == place ? .text(">") : .blank,
          .time(Instant.start.duration(to: records[index].time)), .text(row.what),
          row.who.map { .text($0) } ?? .blank, .text(row.detail),
        ]
      })
  }

  private var figure: Figure? {
    let measurement = run.live.measurement
    let period = run.spec.scenario.panel.rate.period
    let end = Instant.start.duration(to: point.began) + period * 2
    let begin = max(.zero, end - min(point.lateness + period * 4, period * Self.refreshes))
    return Figure(
      of: run.live.trace, measurement, measurement.refreshes(from: .at(begin), for: end - begin))
  }
}
