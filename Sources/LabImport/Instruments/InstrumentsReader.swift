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
    trace.facts = [ImportedTrace.Fact("tables", tables.joined(separator: ", "))]
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
