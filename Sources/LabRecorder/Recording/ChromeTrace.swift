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
  /// Raised when a file says something that older readers would take for something else.
  private static let version = 1

  private let recording: LoopRecording

  init(_ recording: LoopRecording) { self.recording = recording }

  /// The whole file.
  var text: String {
    let calls = RecordedCall.calls(of: recording.events)
    let drivers = calls.filter { $0.kind != .task }
    let lines =
      threads + lanes(of: drivers) + busy(without: drivers)
      + tasks(calls.filter { $0.kind == .task }) + work + modeSpans + commits + refreshes(drivers)
    return """
      {"metadata": {"source": "LabRecorder", "version": \(Self.version), \
      "clock-domain": "MONOTONIC", "start-time": \(quoted(recording.startDate.ISO8601Format())), \
      "lost-records": \(recording.lostCount), "lost-work": \(recording.lostWorkCount)\(machine)},
      "traceEvents": [
      \(lines.joined(separator: ",\n"))
      ]}

      """
  }

  private var threads: [String] {
    [
      metadata("process_name", process: 1, thread: 0, "app"),
      metadata("thread_name", process: 1, thread: 1, "main thread"),
      metadata("process_name", process: 2, thread: 0, "drivers and modes"),
      metadata("thread_name", process: 2, thread: 1, "modes"),
    ]
  }

  /// A thread for each driver, and one for the inputs.
  private func lanes(of drivers: [RecordedCall]) -> [String] {
    var lines: [String] = []
    let slots = drivers.map(\.name).uniqued
    let lists = Dictionary(grouping: drivers, by: \.name)
    for (index, slot) in slots.enumerated() {
      lines.append(metadata("thread_name", process: 2, thread: index + 2, name(slot)))
      lines += driver(lists[slot] ?? [], thread: index + 2)
    }
    let inputs = inputs(thread: slots.count + 2)
    if inputs.isEmpty { return lines }
    return lines + [metadata("thread_name", process: 2, thread: slots.count + 2, "input")] + inputs
  }

  /// What the machine gave to the thread; nothing if that is not known.
  private var machine: String {
    guard let machine = recording.machine else { return "" }
    let waited = machine.waited.map { ", \"waited\": \(micros($0))" } ?? ""
    return ", \"machine\": {\"from\": \(time(machine.begin)), \"to\": \(time(machine.end)), "
      + "\"processor\": \(micros(machine.processor))\(waited)}"
  }

  // MARK: The app's thread

  /// The busy times, those of drivers' callouts cut out: a driver is no task.
  private func busy(without drivers: [RecordedCall]) -> [String] {
    var lines: [String] = []
    var next = 0
    /// The callouts that have begun and are not over, some around others.
    var open: [RecordedCall] = []
    for segment in BusySegment.segments(of: recording.events) {
      while next < drivers.count, drivers[next].begin < segment.end {
        open.append(drivers[next])
        next += 1
      }
      open.removeAll { $0.end <= segment.begin }
      var begin = segment.begin
      for driver in open where driver.depth == segment.depth {
        if begin < driver.begin { lines.append(run(segment, begin, driver.begin)) }
        begin = max(begin, driver.end)
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

  private func tasks(_ calls: [RecordedCall]) -> [String] {
    calls.map { call in
      let arrived = call.arrived.map { "\"arrived\": \(time($0))" } ?? ""
      return slice(name(call.name), "task", call.begin, call.end, thread: (1, 1), arrived)
    }
  }

  // MARK: Drivers, modes, refreshes

  private func driver(_ calls: [RecordedCall], thread: Int) -> [String] {
    calls.map { call in
      var words = ["\"kind\": \(call.kind == .link ? "\"link\"" : "\"timer\"")"]
      if let due = call.due { words.append("\"due\": \(time(due))") }
      if let target = call.target { words.append("\"target\": \(time(target))") }
      let interval =
        recording.names.indices.contains(call.name) ? recording.names[call.name].interval : 0
      if call.kind == .timer, interval > 0 { words.append("\"interval\": \(micros(interval))") }
      return slice(
        name(call.name), "driver", call.begin, call.end, thread: (2, thread),
        (words + sequel(call)).joined(separator: ", "))
    }
  }

  private func sequel(_ call: RecordedCall) -> [String] {
    switch call.sequel {
    case .next(let instant): ["\"next\": \(time(instant))"]
    case .over: ["\"valid\": false"]
    case .paused(let isPaused): ["\"paused\": \(isPaused)"]
    case nil: []
    }
  }

  private func inputs(thread: Int) -> [String] {
    recording.events.compactMap { event in
      guard case .input(let name, let happened) = event.what else { return nil }
      return slice(
        self.name(name), "input", min(happened, event.instant), event.instant, thread: (2, thread),
        "")
    }
  }

  /// What other threads did, numbered in their order.
  private var work: [String] {
    if recording.work.isEmpty { return [] }
    let threads = recording.work.map(\.thread).uniqued
    let numbers = Dictionary(uniqueKeysWithValues: zip(threads, 1...))
    return [metadata("process_name", process: 3, thread: 0, "work elsewhere")]
      + recording.work.map { work in
        slice(
          name(work.name), "work", work.begin, work.end, thread: (3, numbers[work.thread] ?? 0), "")
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
  private func refreshes(_ drivers: [RecordedCall]) -> [String] {
    guard let end = recording.events.last?.instant else { return [] }
    guard let rate = recording.refreshRate else {
      return drivers.filter { $0.kind == .link }.compactMap(\.due).uniqued.map(vsync)
    }
    let first = recording.events.first?.instant ?? recording.begin
    return grid(rate, from: first, to: end).map(vsync)
  }

  /// More refreshes are shown near records only.
  private static let refreshLimit = 1_000_000

  private func grid(_ rate: Double, from first: UInt64, to end: UInt64) -> [UInt64] {
    guard end >= recording.begin else { return [] }
    let begin = recording.begin
    func number(_ instant: UInt64) -> Int { Int(Double(max(instant, begin) - begin) * 1e-9 * rate) }
    var ranges = [number(first)...number(end)]
    if ranges[0].count > Self.refreshLimit { ranges = stretches(second: Int(rate), number) }
    return ranges.joined().map { begin + UInt64(Double($0) * 1e9 / rate) }
  }

  /// The numbers of the refreshes that lie less than a second from a record.
  private func stretches(
    second: Int, _ number: (UInt64) -> Int
  ) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for event in recording.events {
      let near = max(0, number(event.instant) - second)...number(event.instant) + second
      guard let last = ranges.last, last.upperBound >= near.lowerBound else {
        ranges.append(near)
        continue
      }
      let lower = min(last.lowerBound, near.lowerBound)
      ranges[ranges.count - 1] = lower...max(last.upperBound, near.upperBound)
    }
    return ranges
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

  /// A name; the first slot stands for those that came too late.
  private func name(_ slot: Int) -> String {
    guard slot > 0, recording.names.indices.contains(slot) else { return "(more names)" }
    let text = recording.names[slot].text
    return text.isEmpty ? "(unnamed)" : text
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

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in their order.
  fileprivate var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
