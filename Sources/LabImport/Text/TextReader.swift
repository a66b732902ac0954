/// Reads the text of `perf script` and of ftrace.
struct TextReader {
  private static let lineLimit = 1 << 16

  private var trace: RawTrace
  private var marks = MarkCollector()
  private var processes: [Int64: Int64] = [:]
  private var lines = 0
  private var samples = 0
  /// The event of the first of them.
  private var sample = ""
  /// Whether the file is a page that holds a compressed trace.
  private var isPage = false
  /// Whether it is a page at all.
  private var isMarkup = false

  /// Reads a file.
  static func read(_ window: ByteWindow, format: TraceFormat) throws(Stop) -> RawTrace {
    var reader = TextReader(trace: RawTrace(format: format))
    var window = window
    while let line = try nextLine(&window) { reader.readLine(line) }
    return try reader.finished()
  }

  private init(trace: RawTrace) {
    self.trace = trace
  }

  /// Returns the next line without its end; of a longer one the start.
  private static func nextLine(_ window: inout ByteWindow) throws(Stop) -> ArraySlice<UInt8>? {
    window.mark = window.index
    var isLong = false
    var start: [UInt8] = []
    while true {
      if let end = window.bytes[window.index...].firstIndex(of: 0x0a) {
        defer { window.index = end + 1 }
        if isLong { return start[...] }
        return window.bytes[(window.mark ?? window.index)..<end]
      }
      window.index = window.bytes.count
      let length = window.index - (window.mark ?? 0)
      if !isLong, length > lineLimit, let mark = window.mark {
        isLong = true
        start = Array(window.bytes[mark...].prefix(lineLimit))
        window.mark = nil
      }
      if try !window.refill() {
        if isLong { return start[...] }
        let rest = window.bytes[(window.mark ?? window.index)...]
        window.mark = nil
        return rest.isEmpty ? nil : rest
      }
    }
  }

  private mutating func readLine(_ bytes: ArraySlice<UInt8>) {
    var bytes = bytes.trimmed
    // Systrace of 2012 holds the text in a string of JavaScript, with an escape at every line's
    // end.
    if trace.format == .ftrace, bytes.suffix(3).elementsEqual([0x5c, 0x6e, 0x5c]) {
      bytes = bytes.dropLast(3).trimmed
    }
    guard let line = TextLine(bytes) else {
      let isTag = bytes.first == 0x3c
      if isTag, bytes.firstIndex(of: Array("viewer-data".utf8)) != nil { isPage = true }
      let start = isTag ? String(decoding: bytes.prefix(14), as: UTF8.self).lowercased() : ""
      if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { isMarkup = true }
      readLoss(bytes)
      return
    }
    trace.events += 1
    trace.see(line.time)
    if let process = line.process, processes.count < 1 << 16 { processes[line.thread] = process }
    switch String(decoding: line.event.prefix(64), as: UTF8.self) {
    case "sched_switch": readSwitch(line)
    case "tracing_mark_write", "print", "0", "bprint":
      var text = line.arguments
      let prefix = Array("tracing_mark_write: ".utf8)
      if text.starts(with: prefix) { text = text.dropFirst(prefix.count) }
      let known = marks.hasMarks
      marks.mark(
        text, thread: line.thread, process: line.process, time: line.time, &trace)
      if !known, !marks.hasMarks { addSample(line) }
      nameThread(line)
    case "drm_vblank_event", "drm_vblank_event_delivered":
      let crtc = line.arguments.prefix { $0 != 0x2c && $0 != 0x20 }
      trace.addVsync(line.time, source: String(decoding: crtc.prefix(64), as: UTF8.self))
    default: addSample(line)
    }
  }

  private mutating func addSample(_ line: TextLine) {
    if samples == 0 { sample = Self.text(line.event) }
    samples += 1
  }

  private mutating func nameThread(_ line: TextLine) {
    let command = String(decoding: line.command.prefix(64), as: UTF8.self)
    if command != "<...>" { marks.name(line.thread, command) }
  }

  private mutating func readLoss(_ line: ArraySlice<UInt8>) {
    guard line.firstIndex(of: Array("LOST".utf8)) != nil,
      let start = line.firstIndex(of: Array("CPU:".utf8))
    else { return }
    trace.tally.lost += 1
    let digits = line[(start + 4)...].prefix { 0x30...0x39 ~= $0 }
    if let processor = Decimal(digits)?.scaled(0) { marks.lose(processor: processor) }
  }

  /// Reads a switch from both ends, since names may hold anything.
  ///
  ///     prev_comm=A prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=B next_pid=2 next_prio=120
  ///     A:1 [120] S ==> B:2 [120]
  private mutating func readSwitch(_ line: TextLine) {
    guard let arrow = line.arguments.lastIndex(of: Array(" ==> ".utf8)) else {
      trace.tally.lost += 1
      return
    }
    let left = line.arguments[..<arrow]
    let right = line.arguments[(arrow + 5)...]
    guard let change = Self.full(left, right, line) ?? Self.short(left, right, line) else {
      trace.tally.lost += 1
      return
    }
    marks.add(change)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(64), as: UTF8.self)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
    Decimal(bytes.prefix { 0x30...0x39 ~= $0 })?.scaled(0)
  }

  private static func full(
    _ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, _ line: TextLine
  ) -> ThreadSwitch? {
    guard let pid = left.lastIndex(of: Array(" prev_pid=".utf8)),
      let state = left.lastIndex(of: Array(" prev_state=".utf8)),
      let next = right.lastIndex(of: Array(" next_pid=".utf8)),
      let previous = number(left[(pid + 10)...]), let following = number(right[(next + 10)...])
    else { return nil }
    return ThreadSwitch(
      time: line.time, processor: line.processor, previous: previous,
      previousName: text(left[..<pid].dropFirst("prev_comm=".utf8.count)),
      isPreempted: left[(state + 12)...].first == 0x52, next: following,
      nextName: text(right[..<next].dropFirst("next_comm=".utf8.count)))
  }

  private static func short(
    _ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, _ line: TextLine
  ) -> ThreadSwitch? {
    guard let bracket = left.lastIndex(of: 0x5d), let open = left[..<bracket].lastIndex(of: 0x5b),
      let colon = left[..<open].lastIndex(of: 0x3a),
      let end = right.lastIndex(of: 0x5b), let mark = right[..<end].lastIndex(of: 0x3a),
      let previous = number(left[(colon + 1)...]), let next = number(right[(mark + 1)...])
    else { return nil }
    return ThreadSwitch(
      time: line.time, processor: line.processor, previous: previous,
      previousName: text(left[..<colon]),
      isPreempted: left[(bracket + 1)...].trimmed.first == 0x52, next: next,
      nextName: text(right[..<mark]))
  }

  private var firstEvent: String {
    let name = Label.clean(sample)
    return name.isEmpty ? "" : " (the first is '\(name)')"
  }

  private mutating func finished() throws(Stop) -> RawTrace {
    guard marks.hasMarks || marks.hasSwitches else {
      throw .failure(
        .unsupported(
          samples > 0
            ? "this text holds \(samples) samples or other events\(firstEvent), no tasks."
              + " \(trace.format.remedy)"
            : isPage
              ? "this page of trace2html holds its trace compressed. Take the trace that the page was"
                + " made from."
              : isMarkup
                ? "this is a page without a trace. Open it in a browser."
                : "this text holds no line of perf script or ftrace."))
    }
    trace.tally.samples = samples
    marks.finish(&trace, processes: processes, names: [:])
    trace.tally.repairedNames = trace.names.repaired
    trace.isWrapper = []
    trace.clock = "seconds of the kernel's tracer"
    return trace
  }
}
