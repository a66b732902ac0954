extension ChromeReader {
  private static let frameLimit = 1 << 20

  /// Reads the arguments of an event that needs them.
  mutating func addDetails(_ phase: UInt8, _ kind: ChromeName) {
    let known = processNames.count + pageProcesses.count + readyProcesses.count
    guard known < Self.threadLimit, let bytes = marked(),
      let event = JSONValue.parse(bytes)
    else { return }
    let process = event["pid"]?.integer ?? 0
    switch kind {
    case .threadName where phase == 0x4d:
      let index = index(process: process, thread: event["tid"]?.integer ?? process)
      if let name = event["args"]?["name"]?.text { trace.threads[index].threadName = name }
    case .processName where phase == 0x4d:
      if let name = event["args"]?["name"]?.text { processNames[process] = name }
    case .pageProcess: addPage(event, process: process)
    case .vsync: addVsync(event, process: process)
    case .frame: addFrame(event, phase, process: process)
    case .mainFrame, .sentFrame: addMainFrame(event, phase, process: process)
    case .eventTiming: addInput(event, phase, process: process)
    default: break
    }
  }

  /// Takes a slice of a recorder's file, by its category.
  mutating func addToLoop(_ slice: RawSlice) {
    guard slice.phase == .complete, Int(slice.name) < trace.names.names.count, let bytes = marked(),
      let event = JSONValue.parse(bytes)
    else { return }
    let name = trace.names.names[Int(slice.name)]
    if trace.loop == nil {
      unclaimed?.add(event, slice, name: name)
    } else {
      trace.loop?.add(event, slice, name: name)
    }
  }

  /// Takes one end of an event of the user; several at once may have one number, and nest.
  private mutating func addInput(_ event: JSONValue, _ phase: UInt8, process: Int64) {
    let id = event["id"] ?? event["id2"]?["local"] ?? event["id2"]?["global"]
    let key = "\(process) \(id?.text ?? id?.integer.map(String.init) ?? "")"
    if phase == 0x62, trace.inputs.count + openInputs.count < Self.frameLimit {
      openInputs[key, default: []].append(event)
    }
    guard phase == 0x65, let begin = openInputs[key]?.popLast() else { return }
    let thread = begin["tid"]?.integer ?? process
    if let input = RawInput(begin, event, process: process, thread: thread) {
      trace.inputs.append(input)
    }
  }

  private mutating func addPage(_ event: JSONValue, process: Int64) {
    let data = event["args"]?["data"]
    switch event["name"]?.text {
    case "TracingStartedInPage": pageProcesses.insert(process)
    case "ProcessReadyInBrowser":
      // The page is on its way to a process that was not there when it was committed.
      guard let frame = data?["frame"]?.text, let process = data?["processId"]?.integer else {
        return
      }
      readyProcesses.append((frame, process))
    case "FrameCommittedInBrowser": addPage(frame: data)
    default: for frame in data?["frames"]?.elements ?? [] { addPage(frame: frame) }
    }
  }

  private mutating func addPage(frame: JSONValue?) {
    guard let frame, frame["parent"] == nil else { return }
    if let process = frame["processId"]?.integer { pageProcesses.insert(process) }
    if let name = frame["frame"]?.text { pageFrames.insert(name) }
  }

  private mutating func addVsync(_ event: JSONValue, process: Int64) {
    let name = event["name"]?.text ?? ""
    let isInstant = ChromeName.instants.contains(name)
    guard !isInstant || ["i", "I", "R"].contains(event["ph"]?.text),
      let number = isInstant ? event["ts"] : event["args"]?.first(["frame_time_us", "frame_time"]),
      let time = number.decimal?.nanoseconds(3), name == "vsync" || time > 0
    else { return }
    if name == "BeginFrame" {
      return trace.page.addBegin(Self.compositor(event, process: process), at: time)
    }
    // A frame that was begun late carries the time of a vsync that another event has told already.
    trace.addVsync(time, source: "\(name) of process \(process)")
  }

  private mutating func addMainFrame(_ event: JSONValue, _ phase: UInt8, process: Int64) {
    guard let time = event["ts"]?.decimal?.nanoseconds(3) else { return }
    if event["name"]?.text == "BeginMainThreadFrame" {
      trace.page.addMain(
        Self.compositor(event, process: process), thread: event["tid"]?.integer ?? process, at: time
      )
    } else if phase == 0x62 || phase == 0x58 {
      trace.page.addSent(process: process, at: time)
    }
  }

  private static func compositor(_ event: JSONValue, process: Int64) -> RawPage.Owner {
    RawPage.Owner(process: process, layerTree: event["args"]?["layerTreeId"]?.integer ?? 0)
  }

  private mutating func addFrame(_ event: JSONValue, _ phase: UInt8, process: Int64) {
    guard let time = event["ts"]?.decimal?.nanoseconds(3) else { return }
    let id = event["id"] ?? event["id2"]?["local"] ?? event["id2"]?["global"]
    let number = id?.text ?? id?.integer.map(String.init) ?? ""
    let key = "\(process) \(event["cat"]?.text ?? "") \(number)"
    let outcome = Self.outcome(event["args"])
    switch phase {
    case 0x58:
      guard let duration = event["dur"]?.decimal?.nanoseconds(3), duration >= 0 else { return }
      add(
        RawFrame(
          start: time, end: time + duration, process: process, outcome: outcome ?? .unknown,
          layer: ""))
    case 0x62:
      guard openFrames.count < Self.frameLimit else { return }
      openFrames[key] = RawFrame(
        start: time, end: time, process: process, outcome: outcome ?? .unknown, layer: "")
    case 0x65:
      guard var frame = openFrames.removeValue(forKey: key) else { return }
      frame.end = time
      if let outcome { frame.outcome = outcome }
      if frame.end >= frame.start { add(frame) }
    default: break
    }
  }

  private mutating func add(_ frame: RawFrame) {
    guard trace.frames.count < Self.frameLimit else { return }
    trace.frames.append(frame)
  }

  private static func outcome(_ arguments: JSONValue?) -> ImportedTrace.Frame.Outcome? {
    let keys = ["frame_reporter", "chrome_frame_reporter"]
    guard let reporter = arguments?.first(keys) ?? arguments else { return nil }
    let state = reporter["state"] ?? reporter["termination_status"]
    switch state?.text ?? state?.integer.map(String.init) {
    case "STATE_NO_UPDATE_DESIRED", "0", "no_update_desired", "did_not_produce_frame": return .idle
    case "STATE_PRESENTED_ALL", "1", "presented_frame", "presented_all": return .presented
    case "STATE_PRESENTED_PARTIAL", "2", "presented_partial": return .partial
    case "STATE_DROPPED", "3", "dropped", "main_frame_aborted", "replaced_by_new_reporter":
      return .dropped
    default: return nil
    }
  }

  /// Joins what stands in different places of a file.
  mutating func finish() {
    for (frame, process) in readyProcesses where pageFrames.contains(frame) {
      pageProcesses.insert(process)
    }
    for index in trace.threads.indices {
      let process = trace.threads[index].process
      trace.threads[index].processName = processNames[process] ?? ""
      trace.threads[index].isMain =
        pageProcesses.contains(process) && trace.threads[index].threadName == "CrRendererMain"
    }
    trace.isWrapper = kinds.map { $0 == .wrapper }
    for (number, name) in trace.names.names.enumerated() {
      if name == "toplevel" { trace.roles.batches.insert(UInt32(number)) }
      if name == "TimerFire" { trace.roles.triggers[UInt32(number)] = "by a timer" }
      if name == "FireAnimationFrame" { trace.roles.triggers[UInt32(number)] = "by a frame" }
    }
    if trace.loop != nil { trace.notes += RawLoop.notes(of: trace.facts) }
    trace.tally.loneSurrogates = scanner.loneSurrogates
    trace.tally.repairedNames = trace.names.repaired
    trace.clock =
      trace.facts.first { $0.name == "clock-domain" }?.value ?? "microseconds of the trace"
  }
}
