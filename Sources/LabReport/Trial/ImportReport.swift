public import LabImport
import LabText

/// What was kept and left out of a trace, as a person reads it.
public struct ImportReport {
  private let trace: ImportedTrace
  private let file: String
  private let least: Int64

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - trace: What was imported.
  ///   - file: The name of the file.
  ///   - least: The length in nanoseconds below which tasks were left out.
  public init(_ trace: ImportedTrace, file: String, least: Int64) {
    self.trace = trace
    self.file = file
    self.least = least
  }

  /// The report, without a line feed at the end.
  public var text: String {
    ([heading] + table + others + trace.notes.flatMap { Self.note($0) }).joined(separator: "\n")
  }

  /// One line of what is there and what was kept, and the notes.
  public var summary: String {
    let kept =
      counted(trace.tally.kept, "task") + ", \(Self.milliseconds(trace.tally.keptTime)) ms"
    return ([heading + ": " + kept] + trace.notes.flatMap { Self.note($0) })
      .joined(separator: "\n")
  }

  private var heading: String {
    let thread = trace.thread
    let name = thread.threadName.isEmpty ? "thread \(thread.thread)" : thread.threadName
    let place = trace.candidates.isEmpty ? "" : " of \(name) (pid \(thread.process))"
    return "\(file): \(trace.format.rawValue), \(trace.events) events, "
      + "\(Self.milliseconds(trace.windowLength)) ms\(place)"
  }

  private var table: [String] {
    let tally = trace.tally
    var table = TextTable([.left, .left, .right])
    func append(_ word: String, _ count: Int, _ things: String, _ time: Int64? = nil) {
      guard count > 0 || word == "kept" else { return }
      let time = time.map { Self.milliseconds($0) + " ms" } ?? ""
      table.append(["  " + word, "\(count) \(things)", time])
    }
    let most = least == 0 ? "tasks" : "tasks of \(least / 1000) us and more"
    append("kept", tally.kept, most, tally.keptTime)
    append("left out", tally.shorter, "shorter tasks", tally.shorterTime)
    append("left out", tally.outside, "tasks outside the window")
    append("cut", tally.overlapping, "tasks that overlap the next")
    append("cut", tally.unfinished, "tasks without an end")
    append("dropped", tally.endsWithoutBegin, "ends without a begin")
    append("dropped", tally.withoutDuration, "slices without a duration")
    append("dropped", tally.negativeDurations, "slices with a negative duration")
    append("dropped", tally.withoutTime, "events without a time")
    append("dropped", tally.lost, "slices of lost packets, of all threads")
    append("dropped", tally.samples, "samples, which are not tasks")
    append("mended", tally.loneSurrogates + tally.repairedNames, "flaws of names")
    append("vsyncs", trace.vsyncs.count, trace.vsyncSource.map { "from \($0)" } ?? "")
    return table.lines
  }

  private var others: [String] {
    guard !trace.candidates.isEmpty else { return [] }
    var lines = Self.note("thread: \(trace.rule)")
    let others = trace.candidates.dropFirst()
    guard let next = others.first else { return lines }
    let name = next.threadName.isEmpty ? "thread \(next.thread)" : next.threadName
    let more = others.count == 1 ? "" : ", and \(others.count - 1) more"
    lines += Self.note(
      "also there: \(name) (pid \(next.process), \(Self.milliseconds(next.busy)) ms)\(more);"
        + " --list shows all, --thread chooses")
    return lines
  }

  private static func note(_ text: String) -> [String] { Screen().wrapped(text, indent: 2) }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    decimalText((nanoseconds + 50_000) / 100_000, places: 1, atLeast: 1)
  }
}
