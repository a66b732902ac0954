extension FirefoxReader {
  private static let wrappers = ["Awake", "LongTask", "unresponsive"]
  private static let leastDelay: Int64 = 50_000_000

  /// Makes slices of the markers.
  mutating func finish() throws(Stop) {
    let hasTab = threads.contains { $0.isTab && !$0.markers.isEmpty }
    for thread in threads { add(thread, isMain: thread.isMain && (thread.isTab || !hasTab)) }
    trace.isWrapper = trace.names.names.map { Self.wrappers.contains($0) }
    trace.tally.loneSurrogates = scanner.loneSurrogates
    trace.tally.repairedNames = trace.names.repaired
    trace.clock = "milliseconds since the start of the first process"
    if threads.isEmpty, !trace.tally.isTruncated {
      throw .failure(.unsupported("this JSON is neither a trace nor a profile with threads."))
    }
    guard let widest = trace.threads.first(where: { !$0.slices.isEmpty }) else {
      if trace.threads.allSatisfy(\.slices.isEmpty), trace.tally.samples > 0 {
        let stalls =
          threads.contains { !$0.delays.isEmpty } ? ", and no event waited for 50 ms" : ""
        throw .failure(
          .unsupported(
            "this profile holds samples, no tasks: neither Awake nor LongTask markers\(stalls)."
              + " \(trace.format.remedy)"))
      }
      return
    }
    note(widest)
  }

  private mutating func note(_ thread: RawThread) {
    let names = Set(trace.threads.flatMap(\.slices).map(\.name)).map { trace.names.names[Int($0)] }
    if names.contains("Awake") { return }
    trace.notes.append(
      names.contains("LongTask") || names.contains("unresponsive")
        ? "Only stalls of 50 ms and more are in this profile."
        : "This profile has no markers of tasks (Awake, LongTask), so its outermost intervals are"
          + " the tasks.")
  }

  private mutating func add(_ source: FirefoxThread, isMain: Bool) {
    var thread = RawThread(process: source.process, thread: source.thread)
    thread.threadName = source.name
    thread.processName = source.processName.isEmpty ? source.processType : source.processName
    thread.isMain = isMain
    var shift: Int64 = 0
    if let first = starts.first ?? nil, source.owner < starts.count,
      let own = starts[source.owner]
    {
      shift = own &- first
    }
    var slices: [RawSlice] = []
    var open: [Int64: Int64] = [:]
    dropped = ImportedTrace.Tally()
    for marker in source.markers {
      for time in [marker.start, marker.end] {
        if let time = time.flatMap({ Self.shifted($0, shift) }) { thread.see(time) }
      }
      add(marker, source, shift: shift, &slices, &open)
    }
    thread.tally = dropped
    // Of the intervals that never end, only the thread's own wake is work.
    for (name, start) in open.sorted(by: { $0.value < $1.value })
    where self.name(name, source) == "Awake" {
      slices.append(slice("Awake", start, 0, .begin))
    }
    // While awake a thread may have several long tasks, which begin and end at times of their own.
    if slices.contains(where: { trace.names.names[Int($0.name)] == "Awake" }) {
      slices.removeAll { trace.names.names[Int($0.name)] == "LongTask" }
    } else {
      slices += stalls(source, shift: shift)
    }
    if let processorUnit {
      FirefoxProcessorTime(source.processorTimes, unit: processorUnit, shift: shift)
        .fill(&slices)
    }
    for slice in slices {
      thread.see(slice.start + slice.duration)
      trace.see(slice: slice)
    }
    thread.slices = slices
    trace.threads.append(thread)
  }

  private static func shifted(_ time: Int64, _ shift: Int64) -> Int64? {
    let sum = time.addingReportingOverflow(shift)
    let isTime = !sum.overflow && sum.partialValue.magnitude <= UInt64(Decimal.timeLimit)
    return isTime ? sum.partialValue : nil
  }

  private func name(_ number: Int64, _ source: FirefoxThread) -> String {
    let strings = source.strings.isEmpty ? shared : source.strings
    guard number >= 0, number < strings.count else { return "" }
    return strings[Int(number)]
  }

  private mutating func slice(
    _ name: String, _ start: Int64, _ duration: Int64, _ phase: RawSlice.Phase
  ) -> RawSlice {
    RawSlice(
      start: start, duration: duration, cpu: -1, name: trace.names.number(name), phase: phase)
  }

  private mutating func add(
    _ marker: FirefoxMarker, _ source: FirefoxThread, shift: Int64, _ slices: inout [RawSlice],
    _ open: inout [Int64: Int64]
  ) {
    let name = marker.kind == .longTask ? "LongTask" : name(marker.name, source)
    let start = marker.start.flatMap { Self.shifted($0, shift) }
    let end = marker.end.flatMap { Self.shifted($0, shift) }
    if let start { trace.see(start) }
    if name == "VsyncTimestamp", let start { trace.addVsync(start, source: name) }
    guard marker.kind != .aside else { return }
    switch marker.shape {
    case .instant: break
    case .interval:
      guard let start, let end else {
        dropped.withoutTime += 1
        return
      }
      add(name, start, end, source, &slices)
    case .start:
      if let start { open[marker.name] = start }
    case .end:
      guard let end = end ?? start else { return }
      guard let begin = open.removeValue(forKey: marker.name) else {
        if name == "Awake" { trace.tally.endsWithoutBegin += 1 }
        return
      }
      add(name, begin, end, source, &slices)
    }
  }

  private mutating func add(
    _ name: String, _ start: Int64, _ end: Int64, _ source: FirefoxThread,
    _ slices: inout [RawSlice]
  ) {
    guard end >= start else {
      dropped.negativeDurations += 1
      return
    }
    slices.append(slice(name, start, end - start, .complete))
    if name == "RefreshDriverTick", trace.frames.count < 1 << 20 {
      trace.frames.append(
        RawFrame(start: start, end: end, process: source.process, outcome: .unknown, layer: ""))
    }
  }

  /// Finds stalls by how long events waited: the delay grows while the thread is busy, and falls
  /// when it is free again.
  private mutating func stalls(_ source: FirefoxThread, shift: Int64) -> [RawSlice] {
    var stalls: [RawSlice] = []
    var last: (time: Int64, delay: Int64) = (0, 0)
    for sample in source.delays {
      if sample.delay < last.delay, last.delay >= Self.leastDelay,
        let start = Self.shifted(last.time &- last.delay, shift)
      {
        stalls.append(slice("unresponsive", start, last.delay, .complete))
      }
      last = sample
    }
    return stalls
  }
}
