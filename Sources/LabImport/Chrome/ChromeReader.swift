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
      trace.facts.append(ImportedTrace.Fact(key, text))
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
