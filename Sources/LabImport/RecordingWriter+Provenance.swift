extension RecordingWriter {
  /// Where the recording comes from, as JSON with keys in a fixed order.
  ///
  /// - Parameter file: The name of the file that was imported.
  /// - Returns: One object over several lines.
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
