/// Writes what was imported as files of the lab.
package struct RecordingWriter: Sendable {
  /// Which time a task holds the thread for.
  package enum Clock: String, Hashable, Sendable {
    /// From its begin to its end.
    case wall
    /// While the thread was running, where the file says so.
    case cpu
  }

  /// The trace to write.
  package let trace: ImportedTrace
  /// The time that counts as the duration.
  package let clock: Clock

  package init(_ trace: ImportedTrace, clock: Clock = .wall) {
    self.trace = trace
    self.clock = clock
    hasArrivals = trace.tasks.contains { $0.arrived != nil }
  }

  /// The recording: `start_us,duration_us,name`, one row a task.
  ///
  /// Begin and end are rounded to microseconds, halves up; the duration is their difference. A task
  /// that overlaps the next one after that is cut. If the trace says when tasks were ordered, the
  /// first column is `arrived_us`, and tasks may wait for others.
  package var recording: String {
    var text = (hasArrivals ? "arrived_us" : "start_us") + ",duration_us,name\n"
    for task in rows { text += "\(task.start),\(task.duration),\(Self.field(task.name))\n" }
    return text
  }

  /// Returns a name as a field of CSV, which no spreadsheet takes for a formula.
  ///
  /// - Source: RFC 4180, section 2.
  private static func field(_ name: String) -> String {
    let safe =
      name.unicodeScalars.first.map("=+-@\t\r".unicodeScalars.contains) == true ? "'" + name : name
    guard safe.contains(where: { $0 == "\"" || $0 == "," }) else { return safe }
    return "\"" + safe.replacing("\"", with: "\"\"") + "\""
  }

  /// The vsyncs: a column `vsync_ns`; nil without any.
  package var vsyncs: String? {
    guard !trace.vsyncs.isEmpty else { return nil }
    return "vsync_ns\n" + trace.vsyncs.map { "\($0)\n" }.joined()
  }

  private let hasArrivals: Bool

  private var rows: [(start: Int64, duration: Int64, name: String)] {
    var rows: [(start: Int64, duration: Int64, name: String)] = []
    // The pass of the last task, and when its first one began.
    var last: (pass: Int64, begin: Int64)?
    for task in trace.tasks {
      let length = clock == .cpu ? task.cpu ?? task.duration : task.duration
      let start = Self.microseconds(task.start)
      let end = Self.microseconds(task.start + length)
      if hasArrivals {
        if let pass = task.pass, pass == last?.pass, let arrived = rows.last?.start {
          // Those of one pass come together, so that nothing runs between them.
          rows.append((arrived, end - start, task.name))
        } else {
          let arrived = Self.microseconds(task.arrived ?? task.start)
          // Those that were ordered before they wait in the order in which they ran, and those of
          // the next pass come when this one has begun.
          let least = max(rows.last?.start ?? 0, last.map { $0.begin } ?? 0)
          rows.append((max(arrived, least), end - start, task.name))
          last = task.pass.map { ($0, start) }
        }
        continue
      }
      if let last = rows.last, last.start + last.duration > start {
        rows[rows.count - 1].duration = start - last.start
      }
      rows.append((start, end - start, task.name))
    }
    return rows
  }

  private static func microseconds(_ nanoseconds: Int64) -> Int64 { (nanoseconds + 500) / 1000 }
}

extension RecordingWriter {
  /// Where the recording comes from, as JSON with keys in a fixed order.
  package func provenance(file: String) -> String {
    let tally = trace.tally
    var members: [(String, String)] = [
      ("format", Self.quoted(trace.format.rawValue)),
      ("file", Self.quoted(file)),
      ("process", "\(trace.thread.process)"),
      ("process_name", Self.quoted(trace.thread.processName)),
      ("thread", "\(trace.thread.thread)"),
      ("thread_name", Self.quoted(trace.thread.threadName)),
      ("rule", Self.quoted(trace.rule)),
      ("window_start_ns", "\(trace.windowStart)"),
      ("window_length_ns", "\(trace.windowLength)"),
      ("duration_is", Self.quoted(clock.rawValue)),
      ("events", "\(trace.events)"),
    ]
    members += Self.counts(tally)
    members.append(("truncated", tally.isTruncated ? "true" : "false"))
    if let source = trace.vsyncSource {
      members.append(("vsyncs", "\(trace.vsyncs.count)"))
      members.append(("vsync_source", Self.quoted(source)))
    }
    let facts = trace.provenance.map { "    \(Self.quoted($0.name)): \(Self.quoted($0.value))" }
    members.append(("source", "{\n" + facts.joined(separator: ",\n") + "\n  }"))
    let notes = trace.notes.map { "    \(Self.quoted($0))" }
    members.append(
      ("notes", notes.isEmpty ? "[]" : "[\n" + notes.joined(separator: ",\n") + "\n  ]"))
    let lines = members.map { "  \"\($0.0)\": \($0.1)" }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  private static func counts(_ tally: ImportedTrace.Tally) -> [(String, String)] {
    [
      ("tasks_found", Int64(tally.found)), ("found_ns", tally.foundTime),
      ("tasks_kept", Int64(tally.kept)), ("kept_ns", tally.keptTime),
      ("tasks_shorter", Int64(tally.shorter)), ("shorter_ns", tally.shorterTime),
      ("tasks_outside", Int64(tally.outside)), ("overlaps_cut", Int64(tally.overlapping)),
      ("unfinished", Int64(tally.unfinished)),
      ("ends_without_begin", Int64(tally.endsWithoutBegin)),
      ("without_duration", Int64(tally.withoutDuration)),
      ("negative_durations", Int64(tally.negativeDurations)),
      ("without_time", Int64(tally.withoutTime)), ("lost", Int64(tally.lost)),
      ("samples", Int64(tally.samples)), ("lone_surrogates", Int64(tally.loneSurrogates)),
      ("repaired_names", Int64(tally.repairedNames)),
      ("wall_with_cpu_ns", tally.wallWithCPU), ("cpu_ns", tally.cpu),
    ].map { ($0.0, "\($0.1)") }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in Label.clean(text, length: .max).unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
