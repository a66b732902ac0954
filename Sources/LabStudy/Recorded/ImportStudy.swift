import Foundation
package import LabAnswer
import LabImport
import LabMetrics
import LabText

/// What a trace of another tool holds, and the recording that it becomes.
package struct ImportStudy: Study {
  package var subject: String { file.path }

  private let file: TraceFile
  private let base: String

  /// Asks for the recording.
  ///
  /// - Parameters:
  ///   - file: The trace, and what is taken of it.
  ///   - base: The path of the recording without its extension.
  package init(_ file: TraceFile, to base: String) { (self.file, self.base) = (file, base) }

  /// Reads the trace.
  ///
  /// - Returns: What was kept and left out, with the files of the recording.
  package func answer(_ watch: Watch) throws -> Answer {
    let trace = try file.read()
    // Vsyncs alone may be exported alone.
    if trace.tally.found > 0, let lack = trace.lack { throw file.refusal(.empty(lack)) }
    let writer = RecordingWriter(trace, clock: file.clock)
    let recording = trace.tasks.isEmpty ? nil : writer.recording
    let texts = [(".csv", recording), (".vsyncs.csv", writer.vsyncs)].compactMap { ending, text in
      text.map { (base + ending, $0) }
    }
    let name = (file.title as NSString).lastPathComponent
    let files = [(base + ".provenance.json", writer.provenance(file: name))] + texts
    try checkDistance(of: files.map(\.0))
    // Scripts cannot name a path with blanks.
    let path = base.contains(" ") ? (base as NSString).lastPathComponent : base
    let lines =
      (recording == nil ? [] : TrialRules(of: trace).statements(recording: "\(path).csv"))
      + (writer.vsyncs == nil ? [] : ["display recorded \(path).vsyncs.csv"])
    let names = (texts + files.prefix(1)).map(\.0).joined(separator: ", ")
    let found = ImportFindings(trace: trace, file: file.title, least: file.options.least)
    return Answer(
      "import", of: subject,
      [
        found.parts + [
          .sentences(["wrote \(names)"]), .sentences(["in a script:"]),
          .script(lines.joined(separator: "\n")),
        ]
      ], files: files.map { Answer.File($0.0, Array($0.1.utf8)) })
  }

  /// Throws if the trace itself would be replaced.
  private func checkDistance(of paths: [String]) throws(UsageError) {
    let resolved = { (path: String) in URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
    guard !paths.contains(where: { resolved($0) == resolved(file.path) }) else {
      throw UsageError(
        "the recording would replace '\(file.path)'. Choose another name with --out.")
    }
  }
}

/// What was kept and left out of a trace.
struct ImportFindings {
  let trace: ImportedTrace
  /// The name of the file.
  let file: String
  /// The length in nanoseconds below which tasks were left out.
  let least: Int64

  var parts: [Answer.Part] {
    [.sentences([Answer.Sentence(heading, as: "summary")]), .table(table), .list(others + notes)]
  }

  /// One line of what is there and what was kept, and the notes.
  var summary: [Answer.Part] {
    let tally = trace.tally
    let kept = counted(tally.kept, "task") + ", \(Self.milliseconds(tally.keptTime)) ms"
    let rest =
      tally.shorter == 0
      ? ""
      : ", without \(counted(tally.shorter, "task")) shorter than \(least / 1000) us,"
        + " \(Self.milliseconds(tally.shorterTime)) ms"
    return ([Answer.Sentence(heading + ": " + kept + rest, as: "summary")] + notes).map {
      .sentences([$0])
    }
  }

  private var notes: [Answer.Sentence] { trace.notes.map { Answer.Sentence($0, as: "note") } }

  private var heading: String {
    let thread = trace.thread
    let name = thread.threadName.isEmpty ? "thread \(thread.thread)" : thread.threadName
    let place = trace.candidates.isEmpty ? "" : " of \(name) (pid \(thread.process))"
    return "\(file): \(trace.format.rawValue), \(trace.events) events, "
      + "\(Self.milliseconds(trace.windowLength)) ms\(place)"
  }

  private var table: Table {
    let tally = trace.tally
    var table = Table(
      "tally",
      [
        .words("what", []), .number("count", []), .words("things", []),
        .number("time_ms", [], .fixed(1)), .words("unit", []),
      ])
    func append(_ word: String, _ count: Int, _ things: String, _ time: Int64? = nil) {
      guard count > 0 || word == "kept" else { return }
      table.append([
        .text(word), .count(count), .text(things),
        time.map { .value(.time(.nanoseconds($0))) } ?? .blank, time == nil ? .blank : .text("ms"),
      ])
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
    return table
  }

  private var others: [Answer.Sentence] {
    guard !trace.candidates.isEmpty else { return [] }
    let rule = Answer.Sentence("thread: \(trace.rule)", as: "thread")
    let others = trace.candidates.dropFirst()
    guard let next = others.first else { return [rule] }
    let name = next.threadName.isEmpty ? "thread \(next.thread)" : next.threadName
    let more = others.count == 1 ? "" : ", and \(others.count - 1) more"
    return [
      rule,
      Answer.Sentence(
        "also there: \(name) (pid \(next.process), \(Self.milliseconds(next.busy)) ms)\(more);"
          + " --list shows all, --thread chooses", as: "other threads"),
    ]
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    decimalText((nanoseconds + 50_000) / 100_000, places: 1, atLeast: 1)
  }
}

extension ImportedTrace.Machine {
  /// What the thread had of the machine, in a sentence.
  var words: String {
    let ran = "The thread ran for \(Self.milliseconds(processor)) ms"
    guard let waited else {
      return ran + "; how long it waited for a processor, the recording does not tell."
    }
    let share = ReportNumber.fixed(100 * Double(waited) / Double(length), decimals: 2)
    return ran
      + ", and waited for a processor for \(Self.milliseconds(waited)) ms, \(share) % of the"
      + " time."
  }

  private static func milliseconds(_ time: Int64) -> String { ReportNumber.milliseconds(time) }
}
