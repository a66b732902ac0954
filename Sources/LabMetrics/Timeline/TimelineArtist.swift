public import LabKernel
public import LabTrace

extension RunMeasurement {
  /// Draws some refreshes of the run.
  ///
  /// - Parameters:
  ///   - trace: The trace that was measured.
  ///   - refreshes: Which refreshes; those without an end are left out.
  ///   - drivers: Which timers and display links; `nil` for all.
  ///   - columns: Into how many columns each refresh is divided; at least 1.
  /// - Returns: The picture, or `nil` if none of these refreshes has an end.
  /// - Complexity: O(n) for n records, for every row.
  public func timeline(
    of trace: Trace, refreshes: Range<Int>, drivers: [String]? = nil,
    columns: Int = Timeline.usualColumns
  ) -> Timeline? {
    guard let grid = grid(refreshes, columns) else { return nil }
    let artist = TimelineArtist(trace, self, grid)
    let rows = artist.subjects(drivers: drivers ?? self.drivers.map { $0.name })
    return Timeline(
      refreshes: grid.refreshes, columns: columns, rows: rows.compactMap(artist.row),
      times: grid.times)
  }

  /// Draws the same refreshes, columns and rows as another picture has.
  ///
  /// - Returns: The picture, without the rows whose subjects the run does not know; `nil` if it
  ///   does not have all these refreshes.
  public func timeline(of trace: Trace, like other: Timeline) -> Timeline? {
    guard let grid = grid(other.refreshes, other.columns), grid.refreshes == other.refreshes
    else { return nil }
    let artist = TimelineArtist(trace, self, grid)
    return Timeline(
      refreshes: grid.refreshes, columns: grid.columns,
      rows: other.rows.compactMap { artist.row(of: $0.subject) }, times: grid.times)
  }

  /// Returns the refreshes that a stretch of the run touches.
  ///
  /// - Complexity: O(log n) for n refreshes.
  public func refreshes(from begin: Instant, for length: Duration) -> Range<Int> {
    let vsyncs = times.vsyncs
    let end = begin.advanced(by: length).nanoseconds
    let first = max(0, vsyncs.partitionIndex { $0 > begin.nanoseconds } - 1)
    return first..<max(first, vsyncs.partitionIndex { $0 >= end })
  }

  private func grid(_ refreshes: Range<Int>, _ columns: Int) -> TimelineGrid? {
    precondition(columns >= 1, "a refresh cannot have \(columns) columns")
    let vsyncs = times.vsyncs
    let drawn = refreshes.clamped(to: 0..<max(0, vsyncs.count - 1))
    return drawn.isEmpty ? nil : TimelineGrid(drawn, columns: columns, vsyncs: vsyncs)
  }
}

/// Draws the rows of a timeline.
struct TimelineArtist {
  private let trace: Trace
  private let measurement: RunMeasurement
  private let grid: TimelineGrid

  init(_ trace: Trace, _ measurement: RunMeasurement, _ grid: TimelineGrid) {
    self.trace = trace
    self.measurement = measurement
    self.grid = grid
  }

  /// Draws the row of a subject; `nil` if the run knows none of that name.
  func row(of subject: Timeline.Subject) -> Timeline.Row? {
    let cells: [String]?
    switch subject {
    case .mode: cells = grid.cells(modeLine)
    case .named(let name):
      cells = (measurement.run(of: name).map(driverLine) ?? holderLine(name)).map(grid.cells)
    case .shows(let name): cells = measurement.run(of: name) == nil ? nil : pictures(of: name)
    }
    return cells.map { Timeline.Row(subject: subject, cells: $0) }
  }

  /// The rows that a picture has unless others are wished for: the modes if they differ, all else
  /// that held the thread or waited for it, then the drivers with what was shown of them.
  func subjects(drivers: [String]) -> [Timeline.Subject] {
    var subjects: [Timeline.Subject] = modeLine.allSatisfy { $0 == "." } ? [] : [.mode]
    let known = Set(measurement.drivers.map { $0.name })
    for name in trace.names where !known.contains(name) {
      if let line = holderLine(name), line.contains(where: { $0 != "." }) {
        subjects.append(.named(name))
      }
    }
    for driver in drivers { subjects += [.named(driver), .shows(driver)] }
    return subjects
  }

  private func emptyLine() -> [Character] { Array(repeating: ".", count: grid.count) }

  /// The first letter of every mode but the first that the loop ran in, which is a point.
  private var modeLine: [Character] {
    var line = emptyLine()
    let changes = measurement.facts.thread.modeChanges
    let usual = changes.first { $0.mode != 255 }?.mode
    for (index, change) in changes.enumerated() where change.mode != 255 && change.mode != usual {
      let end = index + 1 < changes.count ? changes[index + 1].time : .max
      for column in grid.columns(of: TimeSpan(begin: change.time, end: end)) {
        line[column] = trace.modes[Int(change.mode)].first ?? "?"
      }
    }
    return line
  }

  /// Waiting `-`, then callbacks `=`, then dates without one `o`, then beginnings `x 2 … 9 *`.
  private func driverLine(_ driver: DriverRun) -> [Character] {
    var line = emptyLine()
    var beginnings = [Int](repeating: 0, count: grid.count)
    for firing in driver.log.firings {
      for column in grid.columns(of: TimeSpan(begin: firing.due, end: firing.began))
      where firing.began > firing.due {
        line[column] = "-"
      }
    }
    for firing in driver.log.firings {
      let callback = grid.columns(of: TimeSpan(begin: firing.began, end: firing.ended))
      for column in callback { line[column] = "=" }
      if grid.span.begin <= firing.began, let first = callback.first { beginnings[first] += 1 }
    }
    for run in driver.log.runs where ![.cancelled, .open].contains(run.outcome) {
      for column in columns(of: run) { line[column] = "o" }
    }
    for (column, count) in beginnings.enumerated() where count > 0 {
      line[column] = count == 1 ? "x" : count > 9 ? "*" : Character(String(count))
    }
    return line
  }

  /// The columns in which dates of a run lie, without visiting more of them than there are columns.
  private func columns(of run: DueSeries) -> [Int] {
    (0..<grid.count).filter { column in
      run.count(in: grid.span(ofColumn: column)) > 0
    }
  }

  /// At work `#`, waiting `-`; `nil` for a subject that never did either.
  private func holderLine(_ name: String) -> [Character]? {
    guard let subject = trace.names.firstIndex(of: name) else { return nil }
    var line = emptyLine()
    var isKnown = false
    for record in trace.records where record.subject == UInt32(subject) {
      guard case .taskBegan(_, _, let arrival) = record.event else {
        isKnown = isKnown || record.kind == .arrived || record.kind == .calloutBegan
        continue
      }
      isKnown = true
      if arrival < record.time {
        let waited = TimeSpan(begin: arrival.nanoseconds, end: record.time.nanoseconds)
        for column in grid.columns(of: waited) { line[column] = "-" }
      }
    }
    let thread = measurement.facts.thread
    for segment in thread.segments
    where thread.holder(of: segment, for: 0).owner == Int32(subject) {
      for column in grid.columns(of: segment.span) { line[column] = "#" }
    }
    return isKnown ? line : nil
  }

  private func pictures(of driver: String) -> [String] {
    measurement.refreshRows(of: driver)[grid.refreshes].map { row in
      let number = row.shownUpdate.map { String($0) } ?? "="
      let sign = row.cause == nil ? "" : "!"
      let (plus, count) = row.overwritten > 0 ? ("+", "\(row.overwritten)") : ("", "")
      // A cause that has no room is a sign: half a word is none.
      let texts = [
        number + (row.cause?.rawValue ?? "") + plus + count, number + sign + plus + count,
        number + sign + plus,
      ]
      let text = texts.first { $0.count <= grid.columns } ?? String(number.prefix(grid.columns))
      return text + blanks(grid.columns - text.count)
    }
  }
}

/// The columns of some refreshes, all refreshes having equally many of them.
///
///     column(t) = c × (k − first) + floor(c × (t − V(k)) / (V(k+1) − V(k))),  V(k) ≤ t < V(k+1)
struct TimelineGrid {
  let refreshes: Range<Int>
  let columns: Int
  /// The beginning of every refresh in the picture, and the end of the last.
  private let vsyncs: [Int64]

  var count: Int { refreshes.count * columns }
  var span: TimeSpan { TimeSpan(begin: vsyncs[0], end: vsyncs[vsyncs.count - 1]) }

  /// Creates a grid of refreshes that have an end.
  init(_ refreshes: Range<Int>, columns: Int, vsyncs: [Int64]) {
    self.refreshes = refreshes
    self.columns = columns
    self.vsyncs = Array(vsyncs[refreshes.lowerBound...refreshes.upperBound])
  }

  /// Returns the column of an instant within ``span``.
  func column(of time: Int64) -> Int {
    let cell = vsyncs.partitionIndex { $0 > time } - 1
    let (begin, end) = (vsyncs[cell], vsyncs[cell + 1])
    return cell * columns + Int(Int64(columns) * (time - begin) / (end - begin))
  }

  /// Returns the columns that a stretch touches; one for an instant, none outside the picture.
  func columns(of part: TimeSpan) -> Range<Int> {
    let begin = max(part.begin, span.begin)
    let end = min(max(part.end, part.begin + 1), span.end)
    return begin < end ? column(of: begin)..<column(of: end - 1) + 1 : 0..<0
  }

  /// Returns the instants that fall into a column: those before the next one's and not before its
  /// own.
  ///
  ///     begin(j) = V(k) + ⌈j × (V(k+1) − V(k)) / c⌉
  func span(ofColumn column: Int) -> TimeSpan {
    let (cell, part) = column.quotientAndRemainder(dividingBy: columns)
    let (begin, length) = (vsyncs[cell], vsyncs[cell + 1] - vsyncs[cell])
    let count = Int64(columns)
    let edges = [Int64(part), Int64(part) + 1].map { begin + ($0 * length + count - 1) / count }
    return TimeSpan(begin: edges[0], end: edges[1])
  }

  /// Divides a line of characters into the cells of the refreshes.
  func cells(_ line: [Character]) -> [String] {
    stride(from: 0, to: line.count, by: columns).map { String(line[$0..<$0 + columns]) }
  }

  /// When the refreshes begin, in milliseconds to a thousandth.
  var times: [String] {
    vsyncs.dropLast().map { Duration.nanoseconds(($0 + 500) / 1_000 * 1_000).millisecondText }
  }
}
