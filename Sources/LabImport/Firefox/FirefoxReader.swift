/// Reads profiles of the Firefox Profiler, raw or processed, also inside a wrapper of DevTools.
struct FirefoxReader {
  var scanner: JSONScanner
  var trace = RawTrace(format: .firefox)
  var threads: [FirefoxThread] = []
  /// The start of every process in nanoseconds; nil if its times count from the first one's start.
  var starts: [Int64?] = []
  var shared: [String] = []
  /// The nanoseconds in the unit of the processor times of samples; `nil` if it is none of time.
  var processorUnit: Int64?
  /// What is left out of the thread at hand.
  var dropped = ImportedTrace.Tally()
  /// How many markers and names are kept.
  var stored = 0
  private var total = 0
  private var depth = 0

  private init(_ window: ByteWindow) {
    scanner = JSONScanner(window)
  }

  /// Reads a file.
  static func read(_ window: ByteWindow) throws(Stop) -> RawTrace {
    var reader = FirefoxReader(window)
    if try reader.scanner.window.peek(3).elementsEqual([0xef, 0xbb, 0xbf]) {
      reader.scanner.window.index += 3
    }
    do throws(Stop) {
      try reader.readProfile()
    } catch .ended {
      reader.trace.tally.isTruncated = true
    }
    try reader.finish()
    return reader.trace
  }

  private mutating func readProfile() throws(Stop) {
    guard depth < 16 else { throw scanner.broken("processes nest too deeply") }
    depth += 1
    let owner = starts.count
    starts.append(nil)
    try scanner.enter(0x7b)
    while try scanner.nextKey() {
      let isObject = try scanner.peek() == 0x7b
      let isArray = try scanner.peek() == 0x5b
      switch scanner.keyText {
      case "profile" where isObject && owner == 0:
        starts.removeAll()
        try readProfile()
        if starts.isEmpty { starts.append(nil) }
      case "meta" where isObject: try readMeta(owner)
      case "threads" where isArray: try readThreads(owner)
      case "processes" where isArray:
        try scanner.enter(0x5b)
        while try scanner.nextElement() {
          if try scanner.peek() == 0x7b { try readProfile() } else { try scanner.skipValue() }
        }
      case "shared" where isObject: try readShared()
      default: try scanner.skipValue()
      }
    }
    depth -= 1
  }

  private mutating func readMeta(_ owner: Int) throws(Stop) {
    try scanner.enter(0x7b)
    while try scanner.nextKey() {
      let key = scanner.keyText
      if key == "sampleUnits", try scanner.peek() == 0x7b {
        let unit = try JSONValue.read(&scanner)["threadCPUDelta"]?.text
        processorUnit = ["ns": 1, "µs": 1000, "us": 1000][unit ?? ""]
        continue
      }
      let isScalar = try ![0x7b, 0x5b].contains(scanner.peek())
      guard isScalar,
        ["startTime", "version", "product", "preprocessedProfileVersion"].contains(key)
      else {
        try scanner.skipValue()
        continue
      }
      let value = try JSONValue.read(&scanner)
      if key == "startTime" {
        starts[owner] = value.decimal?.nanoseconds(6)
      } else if owner == 0, let text = value.text ?? value.integer.map(String.init) {
        trace.facts.removeAll { $0.name == key }
        trace.facts.append(ImportedTrace.Fact(key, text))
      }
    }
  }

  private mutating func readShared() throws(Stop) {
    try scanner.enter(0x7b)
    while try scanner.nextKey() {
      if scanner.isKey("stringArray"), try scanner.peek() == 0x5b {
        shared = try readStrings()
      } else {
        try scanner.skipValue()
      }
    }
  }

  private mutating func readStrings() throws(Stop) -> [String] {
    var strings: [String] = []
    try scanner.enter(0x5b)
    while try scanner.nextElement() {
      total += 1
      guard total < 1 << 23 else { throw .failure(.tooLarge("the profile has too many names.")) }
      guard try scanner.peek() == 0x22 else {
        try scanner.skipValue()
        strings.append("")
        continue
      }
      strings.append(try readText())
    }
    return strings
  }

  private mutating func readThreads(_ owner: Int) throws(Stop) {
    threads.removeAll { $0.owner == owner }
    try scanner.enter(0x5b)
    while try scanner.nextElement() {
      guard try scanner.peek() == 0x7b else {
        try scanner.skipValue()
        continue
      }
      var thread = FirefoxThread()
      thread.owner = owner
      do throws(Stop) {
        try readThread(&thread)
      } catch {
        threads.append(thread)
        throw error
      }
      threads.append(thread)
    }
  }

  private mutating func readThread(_ thread: inout FirefoxThread) throws(Stop) {
    try scanner.enter(0x7b)
    while try scanner.nextKey() {
      let kind = try scanner.peek()
      switch scanner.keyText {
      case "name" where kind == 0x22: thread.name = try readText()
      case "processName" where kind == 0x22: thread.processName = try readText()
      case "processType" where kind == 0x22: thread.processType = try readText()
      case "isMainThread": thread.isMarkedMain = try readTrue()
      case "pid": thread.process = try scanner.readDecimal()?.scaled(0) ?? 0
      case "tid": thread.thread = try scanner.readDecimal()?.scaled(0) ?? 0
      case "stringTable" where kind == 0x5b, "stringArray" where kind == 0x5b:
        thread.strings = try readStrings()
      case "markers" where kind == 0x7b: try readMarkers(&thread)
      case "samples" where kind == 0x7b: try readSamples(&thread)
      default: try scanner.skipValue()
      }
    }
  }

  mutating func readText() throws(Stop) -> String {
    try scanner.readString()
    return String(decoding: scanner.text, as: UTF8.self)
  }

  private mutating func readTrue() throws(Stop) -> Bool {
    let isTrue = try scanner.peek() == 0x74
    try scanner.skipValue()
    return isTrue
  }
}
