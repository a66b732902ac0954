/// Reads tables that `xctrace export` writes.
struct InstrumentsReader {
  private static let idLimit = 1 << 20
  private static let storeLimit = 128 << 20
  private static let textLimit = 256

  private var scanner: XMLScanner
  private var trace = RawTrace(format: .instruments)
  private var cells: [String: InstrumentsCell] = [:]
  private var table = ""
  private var columns: [String] = []
  private var schemas: [String: [String]] = [:]
  private var rows = 0
  private var stored = 0
  private var tables: [String] = []
  var lines = InstrumentsLines()

  private init(_ window: ByteWindow) {
    scanner = XMLScanner(window)
  }

  /// Reads a file.
  static func read(_ window: ByteWindow) throws(Stop) -> RawTrace {
    var window = window
    if try window.peek(3).elementsEqual([0xef, 0xbb, 0xbf]) { window.index += 3 }
    var reader = InstrumentsReader(window)
    do throws(Stop) {
      try reader.readDocument()
    } catch .ended {
      reader.trace.tally.isTruncated = true
    }
    return try reader.finished()
  }

  private mutating func readDocument() throws(Stop) {
    while let token = try scanner.next() {
      guard case .open = token else { continue }
      switch String(decoding: scanner.text, as: UTF8.self) {
      case "node": columns = []
      case "schema":
        table = scanner.attribute("name") ?? ""
        if !tables.contains(table), tables.count < 64 { tables.append(table) }
        try readSchema()
      case "row": try readRow()
      default: break
      }
    }
  }

  private mutating func readSchema() throws(Stop) {
    let depth = scanner.depth
    columns = []
    rows = 0
    var isName = false
    while scanner.depth >= depth, let token = try scanner.next() {
      switch token {
      case .open: isName = scanner.text.elementsEqual("mnemonic".utf8)
      case .text:
        guard isName, columns.count < 256 else { continue }
        columns.append(String(decoding: scanner.text.prefix(64), as: UTF8.self))
        isName = false
      case .close: isName = false
      }
    }
    // Only the first of several tables of one kind may tell its columns.
    if columns.isEmpty { columns = schemas[table] ?? [] }
    schemas[table] = columns
  }

  private mutating func readRow() throws(Stop) {
    let depth = scanner.depth
    var row: [InstrumentsCell] = []
    var open: [InstrumentsCell] = []
    rows += 1
    trace.events += 1
    while scanner.depth >= depth, let token = try scanner.next() {
      switch token {
      case .open: open.append(beginCell())
      case .text:
        guard !open.isEmpty else { continue }
        open[open.count - 1].text += String(
          decoding: scanner.text.prefix(Self.textLimit), as: UTF8.self)
      case .close:
        guard let cell = open.popLast() else { continue }
        let done = finish(cell)
        if open.isEmpty {
          row.append(done)
        } else {
          open[open.count - 1].process = open[open.count - 1].process ?? done.process
          open[open.count - 1].thread = open[open.count - 1].thread ?? done.thread
        }
        guard row.count <= 256 else { throw .broken("row \(rows) of \(table) is too long.", at: 0) }
      }
    }
    guard row.count == columns.count || columns.isEmpty else {
      throw .broken(
        "row \(rows) of the table \(table) has \(row.count) cells instead of \(columns.count)."
          + " Export it again.", at: scanner.offset)
    }
    add(row)
  }

  private func beginCell() -> InstrumentsCell {
    if let reference = scanner.attribute("ref") {
      var cell = cells[reference] ?? InstrumentsCell(isAbsent: true)
      cell.id = nil
      return cell
    }
    var cell = InstrumentsCell()
    cell.id = scanner.attribute("id")
    cell.format = String((scanner.attribute("fmt") ?? "").prefix(Self.textLimit))
    cell.isAbsent = scanner.text.elementsEqual("sentinel".utf8)
    return cell
  }

  private mutating func finish(_ cell: InstrumentsCell) -> InstrumentsCell {
    var cell = cell
    let name = String(decoding: scanner.text, as: UTF8.self)
    if name == "pid" { cell.process = cell.integer }
    if name == "tid" { cell.thread = cell.integer }
    if let id = cell.id, id.utf8.count < 32, cells.count < Self.idLimit, stored < Self.storeLimit {
      stored += cell.text.utf8.count + cell.format.utf8.count
      cells[id] = cell
    }
    return cell
  }

  private mutating func add(_ row: [InstrumentsCell]) {
    var values: [String: InstrumentsCell] = [:]
    for (column, cell) in zip(columns, row) where !cell.isAbsent { values[column] = cell }
    lines.add(values, table: table, &trace)
  }

  private mutating func finished() throws(Stop) -> RawTrace {
    lines.finish(&trace)
    trace.facts = [ImportedTrace.Fact(name: "tables", value: tables.joined(separator: ", "))]
    trace.clock = "nanoseconds since the start of the recording"
    trace.tally.repairedNames = trace.names.repaired
    if !lines.isUsed, !trace.tally.isTruncated {
      throw .failure(
        .unsupported(
          "the tables \(tables.joined(separator: ", ")) hold no tasks."
            + " \(TraceFormat.instruments.remedy)"))
    }
    return trace
  }
}

/// One cell of a row: the value, as it is for people, and the process and thread within.
struct InstrumentsCell {
  var id: String?
  var text = ""
  var format = ""
  var process: Int64?
  var thread: Int64?
  /// Whether the cell says that there is no value.
  var isAbsent = false

  /// The value as a whole number.
  var integer: Int64? { isAbsent ? nil : Decimal(text.utf8)?.scaled(0) }

  /// The value as a time in nanoseconds.
  var time: Int64? { isAbsent ? nil : Decimal(text.utf8)?.nanoseconds(0) }

  /// Whether the value is yes.
  var isYes: Bool { format == "Yes" || format.isEmpty && !["", "0"].contains(text) }

  /// The value for people.
  var label: String { isAbsent ? "" : format.isEmpty ? text : format }
}

/// Makes slices, vsyncs and frames of the rows of Instruments' tables.
struct InstrumentsLines {
  private struct Key: Hashable {
    var process: Int64
    var thread: Int64
  }

  private var threads: [RawThread] = []
  private var indices: [Key: Int] = [:]
  private var hangs: [(thread: Int, slice: RawSlice)] = []
  private var signposts: [(process: Int64, thread: Int64?, slice: RawSlice)] = []
  private var hasIntervals = false
  /// Whether any row could serve.
  private(set) var isUsed = false

  private static let limit = 1 << 22

  /// Takes a row.
  mutating func add(
    _ row: [String: InstrumentsCell], table: String, _ trace: inout RawTrace
  ) {
    switch table {
    case "runloop-intervals": addInterval(row, &trace)
    case "potential-hangs": addHang(row, &trace)
    case "display-vsyncs-interval":
      guard let time = row["timestamp"]?.time ?? row["start"]?.time else {
        trace.tally.withoutTime += 1
        return
      }
      isUsed = true
      trace.see(time)
      trace.addVsync(time, source: row["display-name"]?.label ?? "display")
    case "displayed-surfaces-interval", "hitches":
      addFrame(row, isLate: table == "hitches", &trace)
    case "time-sample", "time-profile": trace.tally.samples += 1
    default:
      if row["name"] != nil, row["start"] != nil { addSignpost(row, &trace) }
    }
  }

  /// Makes a slice of a row; counts one that cannot be made, for its thread if that is given.
  private mutating func slice(
    _ row: [String: InstrumentsCell], name: String, _ trace: inout RawTrace, of thread: Int? = nil
  ) -> RawSlice? {
    func drop(_ count: WritableKeyPath<ImportedTrace.Tally, Int>) -> RawSlice? {
      if let thread {
        threads[thread].tally[keyPath: count] += 1
      } else {
        trace.tally[keyPath: count] += 1
      }
      return nil
    }
    guard let start = (row["start"] ?? row["timestamp"])?.time else { return drop(\.withoutTime) }
    guard let duration = row["duration"]?.time else { return drop(\.withoutDuration) }
    guard duration >= 0 else { return drop(\.negativeDurations) }
    let slice = RawSlice(
      start: start, duration: duration, cpu: -1, name: trace.names.number(name), phase: .complete)
    trace.see(slice: slice)
    return slice
  }

  private mutating func index(_ row: [String: InstrumentsCell], isMain: Bool) -> Int {
    let thread = row["thread"] ?? row["start-thread"]
    let key = Key(
      process: row["process"]?.process ?? thread?.process ?? 0, thread: thread?.thread ?? 0)
    if let known = indices[key] {
      if isMain { threads[known].isMain = true }
      return known
    }
    var raw = RawThread(process: key.process, thread: key.thread)
    raw.threadName = thread?.label ?? ""
    raw.processName = row["process"]?.label ?? ""
    raw.isMain = isMain
    indices[key] = threads.count
    threads.append(raw)
    return threads.count - 1
  }

  private mutating func addInterval(
    _ row: [String: InstrumentsCell], _ trace: inout RawTrace
  ) {
    isUsed = true
    guard row["interval-type"]?.label == "Busy", threads.count < 1 << 16 else { return }
    let index = index(row, isMain: row["is-main"]?.isYes ?? false)
    guard let slice = slice(row, name: "Busy", &trace, of: index) else { return }
    hasIntervals = true
    threads[index].slices.append(slice)
    threads[index].see(slice.start + slice.duration)
  }

  private mutating func addHang(_ row: [String: InstrumentsCell], _ trace: inout RawTrace) {
    isUsed = true
    guard hangs.count < Self.limit, threads.count < 1 << 16,
      let slice = slice(row, name: row["hang-type"]?.label ?? "hang", &trace)
    else { return }
    hangs.append((index(row, isMain: true), slice))
  }

  private mutating func addSignpost(
    _ row: [String: InstrumentsCell], _ trace: inout RawTrace
  ) {
    guard signposts.count < Self.limit, row["duration"] != nil,
      let slice = slice(row, name: row["name"]?.label ?? "", &trace)
    else { return }
    let thread = row["start-thread"] ?? row["thread"]
    signposts.append((row["process"]?.process ?? thread?.process ?? 0, thread?.thread, slice))
    isUsed = true
  }

  private mutating func addFrame(
    _ row: [String: InstrumentsCell], isLate: Bool, _ trace: inout RawTrace
  ) {
    guard trace.frames.count < Self.limit, let slice = slice(row, name: "frame", &trace) else {
      return
    }
    isUsed = true
    let layer = row["display-name"] ?? row["display"] ?? row["label"]
    trace.frames.append(
      RawFrame(
        start: slice.start, end: slice.start + slice.duration,
        process: row["process"]?.process ?? 0, outcome: isLate ? .late : .presented,
        layer: layer?.label ?? ""))
  }

  /// Adds what was collected to a trace.
  mutating func finish(_ trace: inout RawTrace) {
    if hasIntervals {
      for (process, thread, slice) in signposts {
        for index in threads.indices where threads[index].process == process {
          let isOwn = thread.map { $0 == threads[index].thread } ?? threads[index].isMain
          if isOwn { threads[index].slices.append(slice) }
        }
      }
    } else {
      for (thread, slice) in hangs {
        threads[thread].slices.append(slice)
        threads[thread].see(slice.start + slice.duration)
      }
      if !hangs.isEmpty {
        trace.notes.append(
          "Only hangs are in this export, which are blind below about 33 to 50 ms. Export"
            + " runloop-intervals for all tasks.")
      }
    }
    trace.threads = threads
    trace.isWrapper = trace.names.names.map { $0 == "Busy" }
    trace.extraSlices = hasIntervals ? [] : signposts
  }
}
