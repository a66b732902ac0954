/// Reads Chrome's trace events in JSON.
///
/// The array may lack its end. Arguments are skipped but for the few events that need them.
struct ChromeReader {
  private static let eventLimit = 1 << 24
  /// More threads or processes are not told apart.
  static let threadLimit = 1 << 16

  private struct Event {
    var phase: UInt8 = 0
    var process: Int64?
    var thread: Int64?
    var time: Decimal?
    var duration: Decimal?
    var cpuTime: Decimal?
    var cpuDuration: Decimal?
    var name: UInt32?
  }

  private struct Key: Hashable {
    var process: Int64
    var thread: Int64
  }

  var scanner: JSONScanner
  var trace = RawTrace(format: .chrome)
  var kinds: [ChromeName] = []
  var processNames: [Int64: String] = [:]
  var pageProcesses: Set<Int64> = []
  /// The frames without a parent, and the processes that were made ready for frames.
  var pageFrames: Set<String> = []
  var readyProcesses: [(frame: String, process: Int64)] = []
  var openFrames: [String: RawFrame] = [:]
  /// The events of the user of which the end has not come, by process and number.
  var openInputs: [String: [JSONValue]] = [:]
  private var indices: [Key: Int] = [:]
  private var lastKey = Key(process: .min, thread: .min)
  private var lastIndex = 0
  private var stored = 0
  private var textNumbers = NameTable()
  private var isInEvent = false
  /// What a recorder noted, in a file that does not say yet who wrote it: recorders write of the
  /// processes 1, 2 and 3 alone.
  var unclaimed: RawLoop? = RawLoop()

  private init(_ window: ByteWindow) {
    scanner = JSONScanner(window)
  }

  /// Reads a file.
  static func read(_ window: ByteWindow) throws(Stop) -> RawTrace {
    var reader = ChromeReader(window)
    do throws(Stop) {
      try reader.readFile()
    } catch .ended {
      reader.trace.tally.isTruncated = reader.isInEvent
    }
    reader.finish()
    return reader.trace
  }

  private mutating func readFile() throws(Stop) {
    if try scanner.window.peek(3).elementsEqual([0xef, 0xbb, 0xbf]) { scanner.window.index += 3 }
    if try scanner.peek() == 0x5b {
      try readEvents()
    } else {
      isInEvent = true
      try scanner.enter(0x7b)
      while try scanner.nextKey() {
        if scanner.isKey("traceEvents"), try scanner.peek() == 0x5b {
          let (facts, isClaimed, machine) = (trace.facts, trace.loop != nil, trace.machine)
          if trace.events > 0 { startAgain() }
          (trace.facts, trace.machine) = (facts, machine)
          if isClaimed { claim() }
          try readEvents()
          isInEvent = true
        } else if scanner.isKey("metadata"), try scanner.peek() == 0x7b {
          try readMetadata()
        } else {
          try scanner.skipValue()
        }
      }
      isInEvent = false
    }
  }

  /// The last one of two equal keys counts.
  private mutating func startAgain() {
    let scanner = scanner
    self = ChromeReader(scanner.window)
    self.scanner = scanner
  }

  /// What is kept of a file's metadata.
  private static let metadata: Set = [
    "source", "version", "lost-records", "clock-domain", "cpuThrottling", "networkThrottling",
    "product-version",
  ]

  private mutating func readMetadata() throws(Stop) {
    try scanner.enter(0x7b)
    while try scanner.nextKey() {
      let key = scanner.keyText
      if key == "machine", try scanner.peek() == 0x7b {
        trace.machine = Self.machine(try JSONValue.read(&scanner))
        continue
      }
      guard
        Self.metadata.contains(key), try scanner.peek() != 0x7b, try scanner.peek() != 0x5b
      else {
        try scanner.skipValue()
        continue
      }
      let value = try JSONValue.read(&scanner)
      let text = value.text ?? value.integer.map(String.init)
      guard let text else { continue }
      trace.facts.removeAll { $0.name == key }
      trace.facts.append(ImportedTrace.Fact(name: key, value: text))
      if key == "source", text == RawLoop.source { claim() }
    }
  }

  /// Takes the file for a recorder's: what was read so far counts as if that had been known.
  private mutating func claim() {
    trace.loop = trace.loop ?? unclaimed ?? RawLoop()
    for index in trace.threads.indices where trace.threads[index].process == 2 {
      trace.threads[index].slices = []
    }
    unclaimed = nil
  }

  private mutating func readEvents() throws(Stop) {
    try scanner.enter(0x5b)
    isInEvent = false
    while try scanner.nextElement() {
      guard try scanner.peek() == 0x7b else {
        try scanner.skipValue()
        continue
      }
      isInEvent = true
      scanner.window.mark = scanner.window.index
      let event = try readEvent()
      try add(event)
      scanner.window.mark = nil
      isInEvent = false
    }
  }

  @inline(__always)
  private mutating func readEvent() throws(Stop) -> Event {
    var event = Event()
    try scanner.enter(0x7b)
    while try scanner.nextKey() {
      switch scanner.key {
      case 0x6870: event.phase = try readPhase()
      case 0x7374: event.time = try scanner.readDecimal()
      case 0x72_7564: event.duration = try scanner.readDecimal()
      case 0x73_7474: event.cpuTime = try scanner.readDecimal()
      case 0x7275_6474: event.cpuDuration = try scanner.readDecimal()
      case 0x64_6970: event.process = try readNumber()
      case 0x64_6974: event.thread = try readNumber()
      case 0x656d_616e where try scanner.peek() == 0x22:
        let number = try scanner.readName(&trace.names)
        while kinds.count < trace.names.names.count {
          kinds.append(ChromeName(trace.names.names[kinds.count]))
        }
        event.name = number
      default: try scanner.skipValue()
      }
    }
    return event
  }

  private mutating func readPhase() throws(Stop) -> UInt8 {
    guard try scanner.peek() == 0x22 else {
      try scanner.skipValue()
      return 0
    }
    try scanner.window.want(3)
    let bytes = scanner.window.bytes
    let index = scanner.window.index
    if index + 2 < bytes.count, bytes[index + 1] != 0x5c, bytes[index + 2] == 0x22 {
      scanner.window.index = index + 3
      return bytes[index + 1]
    }
    try scanner.readString()
    return scanner.text.count == 1 ? scanner.text[0] : 0
  }

  /// Reads the number of a process or thread; a text that is none gets a negative one.
  private mutating func readNumber() throws(Stop) -> Int64? {
    let isText = try scanner.peek() == 0x22
    if let number = try scanner.readDecimal() { return number.scaled(0) }
    guard isText else { return nil }
    return -1_000_000 - Int64(textNumbers.number(scanner.text[...]))
  }

  @inline(__always)
  private mutating func add(_ event: Event) throws(Stop) {
    trace.events += 1
    var event = event
    let kind = event.name.map { kinds[Int($0)] } ?? .plain
    // The end of a slice tells no code, and so could not be found by its name.
    if kind == .code, event.phase == 0x58, let code = codeName() { event.name = code }
    if kind.rawValue > ChromeName.wrapper.rawValue { addDetails(event.phase, kind) }
    switch event.phase {
    case 0x58, 0x42, 0x45: break  // X, B, E
    case 0x4d: return  // M
    case 0x50: trace.tally.samples += 1
    default:
      guard let time = event.time?.nanoseconds(3) else { return }
      trace.see(time)
      if event.process == 2, let name = event.name {
        trace.loop?.addInstant(time, name: trace.names.names[Int(name)])
        unclaimed?.addInstant(time, name: trace.names.names[Int(name)])
      }
      return
    }
    guard let time = event.time?.nanoseconds(3) else {
      if event.phase != 0x50 { trace.threads[index(of: event)].tally.withoutTime += 1 }
      return
    }
    guard event.phase != 0x50 else {
      trace.see(time)
      return
    }
    try addSlice(event, time: time)
  }

  @inline(__always)
  private mutating func addSlice(_ event: Event, time: Int64) throws(Stop) {
    var slice = RawSlice(start: time, duration: 0, cpu: -1, name: 0, phase: .complete)
    if event.phase == 0x58 {
      guard let duration = event.duration?.nanoseconds(3) else {
        trace.threads[index(of: event)].tally.withoutDuration += 1
        return
      }
      guard duration >= 0 else {
        trace.threads[index(of: event)].tally.negativeDurations += 1
        return
      }
      slice.duration = duration
      slice.cpu = max(-1, event.cpuDuration?.nanoseconds(3) ?? -1)
    } else {
      slice.phase = event.phase == 0x42 ? .begin : .end
      slice.cpu = max(-1, event.cpuTime?.nanoseconds(3) ?? -1)
    }
    slice.name = event.name ?? RawSlice.unnamed
    trace.see(slice: slice)
    stored += 1
    guard stored <= Self.eventLimit else {
      throw .failure(.tooLarge("more than \(Self.eventLimit) slices. Record a shorter trace."))
    }
    if unclaimed != nil, !(1...3).contains(event.process ?? 0) { unclaimed = nil }
    if trace.loop != nil || unclaimed != nil { addToLoop(slice) }
    // What is no work of the app's thread has a process of its own.
    guard trace.loop == nil || event.process != 2 else { return }
    let index = index(of: event)
    trace.threads[index].slices.append(slice)
    trace.threads[index].see(time + slice.duration)
  }

  @inline(__always)
  func marked() -> ArraySlice<UInt8>? {
    scanner.window.mark.map { scanner.window.bytes[$0..<scanner.window.index] }
  }

  @inline(__always)
  private mutating func index(of event: Event) -> Int {
    let process = event.process ?? 0
    return index(process: process, thread: event.thread ?? process)
  }

  @inline(__always)
  mutating func index(process: Int64, thread: Int64) -> Int {
    let key = Key(process: process, thread: thread)
    if key == lastKey { return lastIndex }
    let index: Int
    if let known = indices[key] {
      index = known
    } else if trace.threads.count >= Self.threadLimit {
      trace.tally.lost += 1
      index = Self.threadLimit - 1
    } else {
      index = trace.threads.count
      indices[key] = index
      trace.threads.append(RawThread(process: process, thread: thread))
    }
    lastKey = key
    lastIndex = index
    return index
  }
}

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

extension ChromeReader {
  /// The number of the name of the code that the event at hand runs: a function with its file and
  /// line, or the type of an event; `nil` if the arguments do not tell.
  mutating func codeName() -> UInt32? {
    guard let bytes = marked(), let event = JSONValue.parse(bytes),
      let data = event["args"]?["data"]
    else { return nil }
    if event["name"]?.text == "EventDispatch" {
      guard let type = data["type"]?.text, !type.isEmpty else { return nil }
      let number = trace.names.number("EventDispatch \(type)")
      trace.roles.triggers[number] = "by \(type)"
      return number
    }
    let isCall = event["name"]?.text == "FunctionCall"
    let function = data["functionName"]?.text ?? ""
    let place = Self.place(data["url"]?.text ?? "", line: data["lineNumber"]?.integer)
    guard !function.isEmpty || !place.isEmpty else { return nil }
    let name = function.isEmpty ? isCall ? "(anonymous)" : "(script)" : function
    let number = trace.names.number(place.isEmpty ? name + "()" : "\(name) (\(place))")
    trace.roles.code.insert(number)
    return number
  }

  /// What a recorder noted of the machine; `nil` if that is no time.
  static func machine(_ value: JSONValue) -> ImportedTrace.Machine? {
    func time(_ key: String) -> Int64? { value[key]?.decimal?.nanoseconds(3) }
    guard let from = time("from"), let to = time("to"), let processor = time("processor"),
      0 <= from, from < to, 0 <= processor, processor <= to - from
    else { return nil }
    let waited = time("waited").flatMap { (0...to - from).contains($0) ? $0 : nil }
    return ImportedTrace.Machine(length: to - from, processor: processor, waited: waited)
  }

  /// The last part of an address, and the line.
  private static func place(_ address: String, line: Int64?) -> String {
    let path = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard let file = path.last else { return "" }
    return String(file.suffix(40)) + (line.map { ":\($0)" } ?? "")
  }
}
