/// Makes an imported trace from what a reader found.
struct TraceAssembler {
  let raw: RawTrace
  let options: ImportOptions

  /// Chooses the thread, and finds, names, cuts and counts its tasks.
  func assemble() throws(ImportFailure) -> ImportedTrace {
    if raw.threads.allSatisfy(\.slices.isEmpty), raw.hasDisplay {
      return try display()
    }
    let choice = try ThreadChooser(trace: raw, options: options).choose()
    var finder = TaskFinder(raw.threads[choice.index], isWrapper: raw.isWrapper, raw.roles)
    let busy = finder.namedTasks()
    let rest = UInt32(raw.isWrapper.firstIndex(of: true) ?? 0)
    let slices = raw.loop?.tasks(in: busy, restNamed: rest) ?? busy
    let open = slices.count(where: \.isUnfinished)
    guard open <= slices.count / 2 else {
      throw .unsupported(
        "\(open) of \(slices.count) tasks of the thread have no end, so the times of most are not"
          + " known. Record the trace again, or choose another thread: --list, --thread.")
    }
    var tally = raw.tally
    let dropped = raw.threads[choice.index].tally
    tally.withoutTime += dropped.withoutTime
    tally.withoutDuration += dropped.withoutDuration
    tally.negativeDurations += dropped.negativeDurations
    tally.endsWithoutBegin += finder.endsWithoutBegin
    tally.unfinished += finder.unfinished + raw.threads[choice.index].unfinished
    tally.overlapping += finder.overlapping
    let window = try window()
    let passes = raw.loop == nil ? [:] : RawLoop.passes(of: slices, in: busy)
    let tasks = tasks(slices, passes: passes, window: window, &tally)
    let thread = raw.threads[choice.index]
    var trace = trace(
      of: choice, tasks, process: thread.process == 0 ? nil : thread.process, in: window)
    trace.page = PageFinder(raw, thread, in: window)?.frames(in: busy)
    trace.inputs =
      raw.loop?.inputs(in: window)
      ?? RawInput.inputs(raw.inputs, process: thread.process, thread: thread.thread, in: window)
    trace.tally = tally
    trace.provenance.insert(ImportedTrace.Fact(name: "clock", value: raw.clock), at: 0)
    trace.notes += notes(finder, trace)
    let compositor = raw.page.compositor(process: thread.process, thread: thread.thread)
    return try finished(trace, in: window, of: compositor)
  }

  /// Returns a trace of vsyncs alone.
  private func display() throws(ImportFailure) -> ImportedTrace {
    let window = try window()
    let thread = ImportedTrace.Thread(
      process: 0, processName: "", thread: 0, threadName: "", tasks: 0, busy: 0, longest: 0)
    var trace = trace(
      of: (0, thread, [], "the file has no tasks"), [], process: nil, in: window)
    trace.notes.append("This file holds vsyncs or frames, no tasks.")
    return try finished(trace, in: window, of: nil)
  }

  /// What the file tells of a thread, but for its vsyncs and what only tasks have.
  private func trace(
    of choice: ThreadChooser.Choice, _ tasks: [ImportedTrace.Task], process: Int64?,
    in window: ClosedRange<Int64>
  ) -> ImportedTrace {
    ImportedTrace(
      format: raw.format, candidates: choice.candidates, thread: choice.thread, rule: choice.rule,
      tasks: tasks, vsyncs: [], frames: frames(window, process: process, tasks: tasks),
      loop: raw.loop?.loop(in: window),
      windowStart: window.lowerBound, windowOffset: options.from ?? 0,
      windowLength: window.upperBound - window.lowerBound,
      events: raw.events, tally: raw.tally, provenance: raw.facts.map(Self.clean), notes: raw.notes)
  }

  /// Adds the vsyncs; throws if there is nothing to write: neither tasks nor vsyncs.
  private func finished(
    _ trace: ImportedTrace, in window: ClosedRange<Int64>, of compositor: RawPage.Owner?
  ) throws(ImportFailure) -> ImportedTrace {
    let vsyncs = VsyncChooser(raw, window).choose(of: compositor)
    var trace = trace
    trace.loop?.machine = raw.machine
    (trace.vsyncs, trace.vsyncSource) = (vsyncs.times, vsyncs.source)
    trace.notes += vsyncs.notes
    if trace.vsyncs.isEmpty, let lack = trace.lack { throw .empty(lack) }
    return options.anonymised ? trace.anonymised() : trace
  }

  private static func clean(_ fact: ImportedTrace.Fact) -> ImportedTrace.Fact {
    ImportedTrace.Fact(name: fact.name, value: Label.clean(fact.value))
  }

  private func window() throws(ImportFailure) -> ClosedRange<Int64> {
    let (first, last) = raw.span ?? (0, 0)
    let start = first.addingReportingOverflow(options.from ?? 0)
    let end = first.addingReportingOverflow(options.to ?? last - first)
    guard !start.overflow, !end.overflow, start.partialValue <= end.partialValue else {
      throw .empty(
        "the window is empty: this trace lasts \((last - first) / 1_000_000) ms. Change --from"
          + " and --to.")
    }
    return start.partialValue...end.partialValue
  }

  private func tasks(
    _ slices: [WholeSlice], passes: [Int64: Int64], window: ClosedRange<Int64>,
    _ tally: inout ImportedTrace.Tally
  ) -> [ImportedTrace.Task] {
    var labels: [UInt32: String] = [:]
    let arrivals = raw.loop?.arrivals ?? [:]
    var tasks: [ImportedTrace.Task] = []
    for slice in slices {
      tally.found += 1
      tally.foundTime += slice.end - slice.start
      let start = max(slice.start, window.lowerBound)
      let end = min(slice.end, window.upperBound)
      guard start < end else {
        tally.outside += 1
        continue
      }
      let duration = end - start
      guard duration >= options.least else {
        tally.shorter += 1
        tally.shorterTime += duration
        continue
      }
      let cpu = slice.cpu < 0 ? nil : min(slice.cpu, duration)
      tally.kept += 1
      tally.keptTime += duration
      if let cpu {
        tally.wallWithCPU += duration
        tally.cpu += cpu
      }
      var label = labels[slice.name] ?? label(slice.name)
      labels[slice.name] = label
      if let trigger = slice.trigger.flatMap({ raw.roles.triggers[$0] }) {
        label += ", \(Label.clean(trigger))"
      }
      var task = ImportedTrace.Task(
        name: label, start: start - window.lowerBound, duration: duration, cpu: cpu,
        arrived: arrivals[slice.start].map { max($0 - window.lowerBound, 0) })
      task.pass = passes[slice.start].map { $0 - window.lowerBound }
      tasks.append(task)
    }
    return tasks
  }

  /// The names that Android follows by the number of the frame.
  private static let numbered = ["Choreographer#doFrame", "DrawFrames", "DrawFrame"]

  private func label(_ number: UInt32) -> String {
    let names = raw.names.names
    let label = Int(number) < names.count ? Label.clean(names[Int(number)]) : ""
    for name in Self.numbered where label.hasPrefix(name + " ") {
      if label.dropFirst(name.count + 1).allSatisfy(\.isNumber) { return name }
    }
    return label.isEmpty ? "task" : label
  }

  private func frames(
    _ window: ClosedRange<Int64>, process: Int64?, tasks: [ImportedTrace.Task]
  ) -> [ImportedTrace.Frame] {
    // Frames without a process are those of the whole display.
    let own = raw.frames.filter { process == nil || $0.process == process }
    var frames = own.isEmpty ? raw.frames.filter { $0.process == 0 } : own
    frames.removeAll { !window.contains($0.start) }
    frames.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    return frames.map { frame in
      let start = frame.start - window.lowerBound
      let end = max(start, frame.end - window.lowerBound)
      let first = tasks.partition { $0.start + $0.duration > start }
      let last = max(first, tasks.partition { $0.start >= end })
      return ImportedTrace.Frame(
        start: start, end: end, outcome: frame.outcome, tasks: first..<last,
        layer: Label.clean(frame.layer))
    }
  }

  private func notes(_ finder: TaskFinder, _ trace: ImportedTrace) -> [String] {
    var notes: [String] = []
    if raw.format == .chrome, !finder.hasWrappers {
      notes.append(
        "No slice of this thread wraps a task (RunTask), so its outermost slices are the tasks.")
    }
    let tally = trace.tally
    if tally.isTruncated {
      notes.append("The file ends in the middle; what is whole was read.")
    }
    // A damaged duration can be of many years.
    let ratio = min(Double(tally.wallWithCPU) / Double(max(1, tally.cpu)), 1e9)
    if tally.cpu > 0, ratio > 1.5 {
      let hundredths = Int64(ratio * 100)
      let digits = hundredths % 100 < 10 ? "0\(hundredths % 100)" : "\(hundredths % 100)"
      notes.append(
        "Wall time is \(hundredths / 100).\(digits) times the processor time: the thread shared its"
          + " processor. --clock cpu takes processor time.")
    }
    if let throttling = trace.provenance.first(where: { $0.name == "cpuThrottling" }),
      throttling.value != "1"
    {
      notes.append("The processor was slowed down \(throttling.value) times by DevTools.")
    }
    return notes
  }
}

extension Array {
  /// Returns the first index whose element fulfils a condition that never turns false again.
  func partition(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
