import Foundation

/// A recording as Trace Event JSON, the format that Chrome, Perfetto and speedscope open.
///
/// Process 1 is the app: its main thread has a `RunTask` for each time the loop was busy, and the
/// named tasks in it. Process 2 shows what is no work of its own: the callouts of drivers, with the
/// dates they answer, and the modes. Times are microseconds since the recorder started, to the
/// nanosecond.
///
/// - Source: Trace Event Format, "Complete Events", "Instant Events", "Metadata Events".
struct ChromeTrace {
  private let recording: LoopRecording

  init(_ recording: LoopRecording) { self.recording = recording }

  /// The whole file.
  var text: String {
    var lines = [
      metadata("process_name", process: 1, thread: 0, "app"),
      metadata("thread_name", process: 1, thread: 1, "main thread"),
      metadata("process_name", process: 2, thread: 0, "drivers and modes"),
      metadata("thread_name", process: 2, thread: 1, "modes"),
    ]
    let calls = Call.calls(of: recording.events)
    let drivers = calls.filter { $0.kind != .task }
    for (index, name) in drivers.map(\.name).uniqued.enumerated() {
      lines.append(metadata("thread_name", process: 2, thread: index + 2, self.name(name)))
      lines += driver(drivers.filter { $0.name == name }, thread: index + 2)
    }
    lines += busy(without: drivers) + tasks(calls.filter { $0.kind == .task })
    lines += modeSpans + commits + refreshes(drivers)
    return """
      {"metadata": {"source": "LabRecorder", "clock-domain": "MONOTONIC", \
      "start-time": \(quoted(recording.startDate.ISO8601Format())), \
      "lost-records": \(recording.lostCount)},
      "traceEvents": [
      \(lines.joined(separator: ",\n"))
      ]}

      """
  }

  // MARK: The app's thread

  /// The busy times, those of drivers' callouts cut out: a driver is no task.
  private func busy(without drivers: [Call]) -> [String] {
    var lines: [String] = []
    var next = 0
    for segment in BusySegment.segments(of: recording.events) {
      while next < drivers.count, drivers[next].end <= segment.begin { next += 1 }
      var begin = segment.begin
      for driver in drivers[next...].prefix(while: { $0.begin < segment.end }) {
        if driver.depth == segment.depth, begin < driver.begin {
          lines.append(run(segment, begin, driver.begin))
        }
        if driver.depth == segment.depth { begin = max(begin, driver.end) }
      }
      if begin < segment.end { lines.append(run(segment, begin, segment.end)) }
    }
    return lines
  }

  private func run(_ segment: BusySegment, _ begin: UInt64, _ end: UInt64) -> String {
    let mode = "\"mode\": \(quoted(modeName(segment.mode))), \"depth\": \(segment.depth)"
    let task = slice("RunTask", "loop", begin, end, thread: (1, 1), mode)
    let inner: String? =
      switch segment.work {
      case .observers: "(observers)"
      case .callouts(timerFired: true): "(timer)"
      case .callouts(timerFired: false): nil
      }
    return inner.map { task + ",\n" + slice($0, "loop", begin, end, thread: (1, 1), "") } ?? task
  }

  private func tasks(_ calls: [Call]) -> [String] {
    calls.map { call in
      let arrived = call.arrived.map { "\"arrived\": \(time($0))" } ?? ""
      return slice(name(call.name), "task", call.begin, call.end, thread: (1, 1), arrived)
    }
  }

  // MARK: Drivers, modes, refreshes

  private func driver(_ calls: [Call], thread: Int) -> [String] {
    calls.map { call in
      var words = ["\"kind\": \(call.kind == .link ? "\"link\"" : "\"timer\"")"]
      if let due = call.due { words.append("\"due\": \(time(due))") }
      if let target = call.target { words.append("\"target\": \(time(target))") }
      let interval = recording.names[call.name].interval
      if call.kind == .timer, interval > 0 { words.append("\"interval\": \(micros(interval))") }
      return slice(
        name(call.name), "driver", call.begin, call.end, thread: (2, thread),
        words.joined(separator: ", "))
    }
  }

  /// The runs of the loop by their modes.
  private var modeSpans: [String] {
    var open: [RecordedEvent] = []
    var lines: [String] = []
    for event in recording.events {
      guard case .activity(let activity, let isLast, _) = event.what else { continue }
      // The entry of a run may lie before the recording, or be lost with the ring's oldest records.
      let isEntry = activity == RecordedEvent.Activity.entry && !isLast
      if isEntry || open.isEmpty { open.append(event) }
      if activity == RecordedEvent.Activity.exit, isLast, let entry = open.popLast() {
        lines.append(mode(entry, until: event.instant))
      }
    }
    // Runs that go on at the end.
    let end = recording.events.last?.instant ?? recording.begin
    return lines + open.reversed().map { mode($0, until: end) }
  }

  private func mode(_ entry: RecordedEvent, until end: UInt64) -> String {
    slice(
      modeName(entry.mode), "mode", entry.instant, end, thread: (2, 1), "\"depth\": \(entry.depth)")
  }

  private var commits: [String] {
    recording.events.filter { $0.what == .committed }
      .map { instant("commit", "commit", thread: (2, 1), $0.instant) }
  }

  /// The grid of a display of the given rate, or else the instants at which links were called.
  private func refreshes(_ drivers: [Call]) -> [String] {
    guard let end = recording.events.last?.instant else { return [] }
    guard let rate = recording.refreshRate else {
      return drivers.filter { $0.kind == .link }.compactMap(\.due).uniqued.map(vsync)
    }
    let first = recording.events.first?.instant ?? recording.begin
    return grid(rate, from: first, to: end).map(vsync)
  }

  private func grid(_ rate: Double, from first: UInt64, to end: UInt64) -> [UInt64] {
    guard end >= recording.begin else { return [] }
    let seconds = { (instant: UInt64) in Double(instant &- recording.begin) * 1e-9 }
    let range = Int(seconds(max(first, recording.begin)) * rate)...Int(seconds(end) * rate)
    return range.map { recording.begin + UInt64(Double($0) * 1e9 / rate) }
  }

  private func vsync(_ time: UInt64) -> String {
    instant("vsync", "display", thread: (1, 1), time)
  }

  // MARK: Words

  private func metadata(_ key: String, process: Int, thread: Int, _ name: String) -> String {
    "{\"name\": \"\(key)\", \"ph\": \"M\", \"pid\": \(process), \"tid\": \(thread), "
      + "\"args\": {\"name\": \(quoted(name))}}"
  }

  private func slice(
    _ name: String, _ category: String, _ begin: UInt64, _ end: UInt64,
    thread: (process: Int, thread: Int), _ arguments: String
  ) -> String {
    "{\"name\": \(quoted(name)), \"cat\": \"\(category)\", \"ph\": \"X\", "
      + "\"pid\": \(thread.process), \"tid\": \(thread.thread), \"ts\": \(time(begin)), "
      + "\"dur\": \(micros(end &- begin)), \"args\": {\(arguments)}}"
  }

  private func instant(
    _ name: String, _ category: String, thread: (process: Int, thread: Int), _ instant: UInt64
  ) -> String {
    "{\"name\": \"\(name)\", \"cat\": \"\(category)\", \"ph\": \"i\", \"s\": \"p\", "
      + "\"pid\": \(thread.process), \"tid\": \(thread.thread), \"ts\": \(time(instant))}"
  }

  private func name(_ slot: Int) -> String {
    recording.names.indices.contains(slot) && !recording.names[slot].text.isEmpty
      ? recording.names[slot].text : "(more names)"
  }

  private func modeName(_ slot: Int) -> String {
    recording.modes.indices.contains(slot) && !recording.modes[slot].isEmpty
      ? recording.modes[slot] : "(unknown)"
  }

  /// Microseconds since the recorder started, below 0 for what came before.
  private func time(_ instant: UInt64) -> String {
    instant < recording.begin
      ? "-" + micros(recording.begin - instant) : micros(instant - recording.begin)
  }

  private func micros(_ nanoseconds: UInt64) -> String {
    let rest = String(nanoseconds % 1_000)
    return "\(nanoseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }

  private func quoted(_ text: String) -> String {
    let data = try? JSONEncoder().encode(text)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}

/// A callout or task with its begin and end.
private struct Call {
  let kind: CallKind
  let name: Int
  let depth: Int
  let begin: UInt64
  let end: UInt64
  let arrived: UInt64?
  let due: UInt64?
  let target: UInt64?

  /// The calls of a recording by their begin; those that go on at its end, end there.
  static func calls(of events: [RecordedEvent]) -> [Call] {
    var open: [RecordedEvent] = []
    var calls: [Call] = []
    for event in events {
      switch event.what {
      case .activity, .committed: break
      case .began: open.append(event)
      case .ended(let name):
        // What lost its end, with the ring's oldest records or by an exception, ends here too.
        guard open.contains(where: { $0.isBegin(of: name) }) else { break }
        while let began = open.popLast() {
          if let call = Call(began, until: event.instant) { calls.append(call) }
          if began.isBegin(of: name) { break }
        }
      }
    }
    let end = events.last?.instant ?? 0
    calls += open.compactMap { Call($0, until: end) }
    return calls.sorted { ($0.begin, $1.end) < ($1.begin, $0.end) }
  }

  private init?(_ event: RecordedEvent, until end: UInt64) {
    guard case .began(let kind, let name, let arrived, let due, let target) = event.what else {
      return nil
    }
    (self.kind, self.name, depth) = (kind, name, event.depth)
    (begin, self.end) = (event.instant, max(event.instant, end))
    (self.arrived, self.due, self.target) = (arrived, due, target)
  }
}

extension RecordedEvent {
  /// Whether it is the begin of what has a name.
  fileprivate func isBegin(of slot: Int) -> Bool {
    if case .began(_, let name, _, _, _) = what { return name == slot }
    return false
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in their order.
  fileprivate var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
