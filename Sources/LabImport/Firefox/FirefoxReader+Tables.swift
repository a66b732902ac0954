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
