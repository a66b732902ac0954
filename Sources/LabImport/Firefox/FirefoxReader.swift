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
        trace.facts.append(ImportedTrace.Fact(name: key, value: text))
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

extension FirefoxReader {
  private static let rowLimit = 1 << 21

  /// One cell of a row.
  enum Cell {
    case number(Decimal)
    indirect case data(FirefoxMarker)
    case other
  }

  /// Reads a table of markers: rows with a schema, or columns.
  mutating func readMarkers(_ thread: inout FirefoxThread) throws(Stop) {
    var schema = ["name": 0, "startTime": 1, "endTime": 2, "phase": 3, "category": 4, "data": 5]
    var columns: [String: [Cell]] = [:]
    try scanner.enter(0x7b)
    while try scanner.nextKey() {
      let key = scanner.keyText
      let kind = try scanner.peek()
      if key == "schema", kind == 0x7b {
        schema = try readSchema()
      } else if key == "data", kind == 0x5b, columns.isEmpty, try !isColumn() {
        try readRows(schema, &thread)
      } else if kind == 0x5b,
        ["name", "startTime", "endTime", "phase", "time", "data"].contains(key)
      {
        columns[key] = try readColumn()
      } else {
        try scanner.skipValue()
      }
    }
    if let names = columns["name"] { try addMarkers(names, columns, &thread) }
  }

  /// Whether an array is a column of data and not one of rows.
  private mutating func isColumn() throws(Stop) -> Bool {
    let bytes = try scanner.window.peek(256)
    let next = bytes.dropFirst().first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
    return next != 0x5b && next != 0x5d
  }

  private mutating func add(
    _ marker: FirefoxMarker, _ thread: inout FirefoxThread
  ) throws(Stop) {
    stored += 1
    guard stored <= 2 * Self.rowLimit else {
      throw .failure(.tooLarge("more than \(2 * Self.rowLimit) markers. Cut the profile."))
    }
    thread.markers.append(marker)
  }

  private mutating func addMarkers(
    _ names: [Cell], _ columns: [String: [Cell]], _ thread: inout FirefoxThread
  ) throws(Stop) {
    for (index, name) in names.enumerated() {
      var row: [String: Cell] = ["name": name]
      for (key, column) in columns where index < column.count { row[key] = column[index] }
      trace.events += 1
      try add(marker(of: row), &thread)
    }
  }

  private func marker(of row: [String: Cell]) -> FirefoxMarker {
    var marker = FirefoxMarker()
    if case .data(let data)? = row["data"] { marker = data }
    func number(_ key: String, _ power: Int) -> Int64? {
      guard case .number(let decimal)? = row[key] else { return nil }
      return power == 0 ? decimal.scaled(0) : decimal.nanoseconds(power)
    }
    marker.name = number("name", 0) ?? -1
    let start = number("startTime", 6) ?? number("time", 6)
    // In old profiles the data holds the times of an interval, and the row the time of writing.
    if marker.start == nil || number("startTime", 6) != nil { marker.start = start }
    if let end = number("endTime", 6) { marker.end = end }
    marker.phase = number("phase", 0)
    if marker.oldPhase == .end, marker.end == nil { marker.end = start }
    return marker
  }

  private mutating func readSchema() throws(Stop) -> [String: Int] {
    var schema: [String: Int] = [:]
    try scanner.enter(0x7b)
    while try scanner.nextKey() {
      let key = scanner.keyText
      let place = try scanner.readDecimal()?.scaled(0)
      if let place, 0..<16 ~= place, schema.count < 16 { schema[key] = Int(place) }
    }
    return schema
  }

  private mutating func readRows(
    _ schema: [String: Int], _ thread: inout FirefoxThread
  ) throws(Stop) {
    try scanner.enter(0x5b)
    while try scanner.nextElement() {
      trace.events += 1
      guard try scanner.peek() == 0x5b else {
        try scanner.skipValue()
        continue
      }
      let cells = try readColumn(limit: 16)
      var row: [String: Cell] = [:]
      for (key, place) in schema where place < cells.count { row[key] = cells[place] }
      // Rows without data are shorter.
      if case .data? = row["data"] {} else { row["data"] = cells.first { $0.isData } }
      try add(marker(of: row), &thread)
    }
  }

  private mutating func readColumn(limit: Int = FirefoxReader.rowLimit) throws(Stop) -> [Cell] {
    var cells: [Cell] = []
    try scanner.enter(0x5b)
    while try scanner.nextElement() {
      let kind = try scanner.peek()
      if kind == 0x7b {
        cells.append(.data(try readData()))
      } else if kind == 0x2d || 0x30...0x39 ~= kind, let number = try scanner.readDecimal() {
        cells.append(.number(number))
      } else {
        try scanner.skipValue()
        cells.append(.other)
      }
      guard cells.count <= limit else {
        throw .failure(.tooLarge("a table has more than \(limit) cells."))
      }
    }
    return cells
  }

  private mutating func readData() throws(Stop) -> FirefoxMarker {
    var marker = FirefoxMarker()
    try scanner.enter(0x7b)
    while try scanner.nextKey() {
      let isText = try scanner.peek() == 0x22
      switch scanner.keyText {
      case "type" where isText:
        marker.take(type: try readText())
      case "interval" where isText:
        switch try readText() {
        case "start": marker.oldPhase = .start
        case "end": marker.oldPhase = .end
        default: break
        }
      case "startTime": marker.start = try scanner.readDecimal()?.nanoseconds(6)
      case "endTime": marker.end = try scanner.readDecimal()?.nanoseconds(6)
      default: try scanner.skipValue()
      }
    }
    return marker
  }

  /// Reads how long events waited when samples were taken.
  mutating func readSamples(_ thread: inout FirefoxThread) throws(Stop) {
    var schema: [String: Int] = [:]
    var columns: [String: [Cell]] = [:]
    try scanner.enter(0x7b)
    while try scanner.nextKey() {
      let key = scanner.keyText
      let kind = try scanner.peek()
      if key == "schema", kind == 0x7b {
        schema = try readSchema()
      } else if key == "data", kind == 0x5b {
        try readSampleRows(schema, &thread)
      } else if kind == 0x5b,
        ["time", "timeDeltas", "eventDelay", "responsiveness", "threadCPUDelta"].contains(key)
      {
        columns[key] = try readColumn()
      } else {
        try scanner.skipValue()
      }
    }
    let delays = columns["eventDelay"] ?? columns["responsiveness"] ?? []
    let deltas = columns["threadCPUDelta"] ?? []
    var time: Int64 = 0
    trace.tally.samples += max(delays.count, deltas.count)
    for index in 0..<max(delays.count, deltas.count) {
      if let cell = columns["time"]?.cell(index) {
        time = cell.milliseconds ?? time
      } else if let step = columns["timeDeltas"]?.cell(index) {
        time = time &+ (step.milliseconds ?? 0)
      }
      thread.addSample(at: time, delay: delays.cell(index), delta: deltas.cell(index))
    }
  }

  private mutating func readSampleRows(
    _ schema: [String: Int], _ thread: inout FirefoxThread
  ) throws(Stop) {
    let place = schema["eventDelay"] ?? schema["responsiveness"]
    try scanner.enter(0x5b)
    while try scanner.nextElement() {
      guard try scanner.peek() == 0x5b else {
        try scanner.skipValue()
        continue
      }
      let cells = try readColumn(limit: 64)
      trace.tally.samples += 1
      guard let time = cells.cell(schema["time"])?.milliseconds else { continue }
      thread.addSample(
        at: time, delay: cells.cell(place), delta: cells.cell(schema["threadCPUDelta"]))
    }
  }
}

extension FirefoxThread {
  /// Takes how long an event waited at an instant, and the processor time, as far as they are told.
  fileprivate mutating func addSample(
    at time: Int64, delay: FirefoxReader.Cell?, delta: FirefoxReader.Cell?
  ) {
    if let delay = delay?.milliseconds { delays.append((time, delay)) }
    if let delta = delta?.plain { processorTimes.append((time, delta)) }
  }
}

extension [FirefoxReader.Cell] {
  /// Returns the cell at a position; `nil` if there is none.
  fileprivate func cell(_ position: Int?) -> Element? {
    position.flatMap { $0 < count ? self[$0] : nil }
  }
}

extension FirefoxReader.Cell {
  fileprivate var isData: Bool {
    if case .data = self { return true }
    return false
  }

  /// The number without a unit.
  fileprivate var plain: Int64? {
    guard case .number(let number) = self else { return nil }
    return number.scaled(0)
  }

  fileprivate var milliseconds: Int64? {
    guard case .number(let number) = self else { return nil }
    return number.nanoseconds(6)
  }
}
