/// The format of a file, recognized by its first bytes.
package enum TraceFormat: String, Hashable, Sendable, CaseIterable {
  /// Chrome's trace events in JSON: Chromium, DevTools, Node, and others.
  case chrome = "Chrome trace"
  /// Packets of Perfetto: Chromium or Android.
  case perfetto = "Perfetto trace"
  /// A profile of the Firefox Profiler, raw or processed.
  case firefox = "Firefox profile"
  /// Tables of Instruments, exported by `xctrace`.
  case instruments = "Instruments export"
  /// The text of `perf script`.
  case perf = "perf script"
  /// The text of ftrace, `trace-cmd report` or systrace.
  case ftrace = "ftrace"
}

extension TraceFormat {
  private static let containers: [([UInt8], String)] = [
    ([0x50, 0x4b, 3, 4], "this is a zip archive. Unpack it first."),
    ([0x28, 0xb5, 0x2f, 0xfd], "this file is compressed by zstd. Unpack it first: zstd -d FILE"),
    ([0x42, 0x5a, 0x68], "this file is compressed by bzip2. Unpack it first: bunzip2 FILE"),
    ([0xfd, 0x37, 0x7a, 0x58, 0x5a], "this file is compressed by xz. Unpack it first: unxz FILE"),
    ([0x1f, 0x8b], "this file is compressed twice. Unpack it once: gunzip FILE"),
    (
      Array("PERFILE2".utf8),
      "this is a recording of perf. Turn it into text first: perf script --ns > FILE.txt"
    ),
    (
      Array("SIMPLEPERF".utf8),
      "this is a recording of simpleperf: samples without tasks. Record a trace of Perfetto with the"
        + " category sched instead."
    ),
    (
      Array("bplist0".utf8),
      "this is a property list. Export a table first: xcrun xctrace export --input FILE.trace"
    ),
    ([0xff, 0xfe], "this text is in UTF-16. Save it as UTF-8."),
    ([0xfe, 0xff], "this text is in UTF-16. Save it as UTF-8."),
  ]

  /// The reason why a file without a byte cannot serve.
  package static let nothing = ImportFailure.empty("the file is empty.")

  /// Recognizes a format.
  ///
  /// - Parameter head: The first 4 KB of the file, or all of it, after unpacking.
  /// - Returns: The format.
  /// - Throws: The reason why the file cannot serve, and what to do instead.
  package static func recognize(_ head: [UInt8]) throws(ImportFailure) -> TraceFormat {
    for (start, reason) in containers where head.starts(with: start) {
      throw .unsupported(reason)
    }
    var body = head[...]
    if body.starts(with: [0xef, 0xbb, 0xbf]) { body = body.dropFirst(3) }
    body = body.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
    guard let first = body.first else {
      throw head.isEmpty
        ? Self.nothing : .empty("the file begins with \(head.count) blanks or more.")
    }
    if head[0] == 0x0a, !isText(head), isPacket(head) { return .perfetto }
    if head.prefix(64).contains(0), head.count > 1, body.starts(with: [0x7b, 0]) || first == 0 {
      throw .unsupported("this text may be in UTF-16 or UTF-32. Save it as UTF-8.")
    }
    // A thread may be called '<idle>' or '[kworker]': what such a line is, is told by all of it.
    let line = body.prefix { $0 != 0x0a && $0 != 0x22 }
    if let format = TextLine.format(Array(line)) { return format }
    let text = String(decoding: body.prefix(4096), as: UTF8.self)
    switch first {
    case 0x7b: return try recognizeObject(text)
    case 0x5b: return .chrome
    case 0x3c: return try recognizeMarkup(text)
    default: return try recognizeText(text)
    }
  }

  /// Whether bytes are a text: none but those of white space is a control character.
  private static func isText(_ head: [UInt8]) -> Bool {
    head.allSatisfy { $0 >= 0x20 || [0x09, 0x0a, 0x0d].contains($0) }
  }

  private static func isPacket(_ head: [UInt8]) -> Bool {
    var packet = ProtobufReader(head[1...])
    guard let length = packet.varint(), length > 0, length < 1 << 32 else { return false }
    guard let key = packet.varint(), key >> 3 > 0, [0, 1, 2, 5].contains(key & 7) else {
      return false
    }
    return true
  }

  private static func recognizeObject(_ text: String) throws(ImportFailure) -> TraceFormat {
    let has = { (key: String) in text.contains("\"\(key)\"") }
    if has("traceEvents") { return .chrome }
    if has("$schema"), text.contains("speedscope") {
      throw .unsupported("this is a profile of speedscope: samples without tasks. Record a trace.")
    }
    if has("nodes"), has("startTime") || has("samples") || has("callFrame") {
      throw .unsupported(
        "this is a CPU profile: it holds samples, no tasks. Record a trace instead: in DevTools by"
          + " the Performance panel, in Node by --trace-event-categories node,v8.")
    }
    if has("lighthouseVersion") {
      throw .unsupported(
        "this is a report of Lighthouse, which holds no tasks. Run it with --save-assets, and take the"
          + " .trace.json that it writes.")
    }
    if text.prefix(64).contains("\"log\""), has("creator") {
      throw .unsupported(
        "this is a HAR: it holds requests, no tasks. In DevTools save the profile of the Performance"
          + " panel instead.")
    }
    if has("snapshot"), has("node_fields") {
      throw .unsupported("this is a snapshot of the heap: it holds no tasks. Record a trace.")
    }
    if has("recording"), has("version"), has("displayName") {
      throw .unsupported("recordings of Safari are not supported.")
    }
    let isWrapper = has("label") && has("markers") && has("frames")
    if has("meta") || has("libs") || has("fileType") || isWrapper { return .firefox }
    return .chrome
  }

  private static func recognizeMarkup(_ text: String) throws(ImportFailure) -> TraceFormat {
    let lower = text.lowercased()
    if lower.hasPrefix("<!doctype html") || lower.hasPrefix("<html") { return .ftrace }
    if lower.contains("<trace-query-result") { return .instruments }
    if lower.contains("<trace-toc") {
      throw .unsupported(
        "this is a table of contents. \(instruments.remedy)")
    }
    if let format = lineFormat(text) { return format }
    throw .unsupported("this XML is not an export of xctrace.")
  }

  private static func recognizeText(_ text: String) throws(ImportFailure) -> TraceFormat {
    if text.hasPrefix("start_us,duration_us") {
      throw .unsupported("this is a recording already. Use it as it is.")
    }
    if text.hasPrefix("Application,ProcessID") {
      throw .unsupported(
        "this is a capture of frames, which 'measure' and 'compare' take; it holds no tasks.")
    }
    if isOfTest(text) { throw ofTest }
    if text.hasPrefix("*version") { throw .unsupported("traces of ART hold calls, no tasks.") }
    if text.hasPrefix("# tracer") || text.hasPrefix("TRACE:") || text.hasPrefix("cpus=")
      || text.contains("\n# tracer") || text.contains("\nTRACE:")
    {
      return .ftrace
    }
    if let format = lineFormat(text) { return format }
    if lines(of: text).contains(where: isEventWithoutTime) { throw withoutTimes }
    throw unknown
  }

  /// The format of the first line that is of one; `nil` if none of the first is.
  private static func lineFormat(_ text: String) -> TraceFormat? {
    lines(of: text).lazy.compactMap { TextLine.format(Array($0.utf8)) }.first
  }

  private static func lines(of text: String) -> ArraySlice<Substring> {
    text.split(whereSeparator: \.isNewline).prefix(40)
  }

  /// Whether the first line is an event of a run, such as `0 ms joined commit default`.
  package static func isOfTest(_ text: String) -> Bool {
    let words = text.prefix { !$0.isNewline }.split(separator: " ")
    return words.count > 3 && Double(words[0]) != nil && words[1] == "ms"
      && ["joined", "declared", "run_began", "vsync"].contains(words[2])
  }

  /// What is thrown of the events of a test, as `LabTesting` records them.
  package static let ofTest = ImportFailure.unsupported(
    "these are the events of a test with LabTesting, which no subcommand reads: the test itself"
      + " compares a run with them, 'lab.expect().isAsRecorded(in:)'. 'runlooplab show' draws a run"
      + " of a script.")

  /// What is thrown of a text of `perf script` without times.
  package static let withoutTimes = ImportFailure.unsupported(
    "this is a text of perf script without times. Write them: perf script --ns -F"
      + " comm,tid,cpu,time,event,trace")

  /// Whether a line is `COMMAND PID/TID [CPU] PERIOD EVENT:`, as `perf script` writes it without
  /// times; the process, the processor and the period may be left out.
  ///
  /// Without a processor the event has a colon in it, such as `sched:sched_switch:`, or ends the
  /// line: words and numbers of a console do neither.
  private static func isEventWithoutTime(_ line: Substring) -> Bool {
    var words = line.split(whereSeparator: \.isWhitespace)[...]
    guard let number = words.dropFirst().firstIndex(where: isThread) else { return false }
    words = words[(number + 1)...]
    let isOnProcessor =
      words.first.map {
        $0.hasPrefix("[") && $0.hasSuffix("]") && Int($0.dropFirst().dropLast()) != nil
      } ?? false
    if isOnProcessor { words.removeFirst() }
    if let period = words.first, Int(period) != nil { words.removeFirst() }
    guard let event = words.first, event.hasSuffix(":"), event.first?.isLetter == true else {
      return false
    }
    return isOnProcessor || event.dropLast().contains(":") || words.count == 1
  }

  /// Whether a word is the number of a thread, or that of its process before it.
  private static func isThread(_ word: Substring) -> Bool {
    let numbers = word.split(separator: "/", omittingEmptySubsequences: false)
    return numbers.count <= 2 && numbers.allSatisfy { Int($0) != nil && $0.first != "-" }
  }

  /// What is thrown of a file whose first bytes are those of no known format.
  package static let unknown = ImportFailure.unsupported(
    "this format is unknown. Traces of Chrome, Perfetto, Firefox, Instruments (xctrace export),"
      + " perf script and ftrace can be read.")
}
