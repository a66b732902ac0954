import LabKernel
import LabTrace

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
      cells = (measurement.analysis(of: name).map(driverLine) ?? holderLine(name)).map(grid.cells)
    case .shows(let name): cells = measurement.analysis(of: name) == nil ? nil : pictures(of: name)
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
    let changes = measurement.thread.modeChanges
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
  private func driverLine(_ analysis: DriverAnalysis) -> [Character] {
    var line = emptyLine()
    var beginnings = [Int](repeating: 0, count: grid.count)
    for firing in analysis.log.firings {
      for column in grid.columns(of: TimeSpan(begin: firing.due, end: firing.began))
      where firing.began > firing.due {
        line[column] = "-"
      }
    }
    for firing in analysis.log.firings {
      let callback = grid.columns(of: TimeSpan(begin: firing.began, end: firing.ended))
      for column in callback { line[column] = "=" }
      if grid.span.begin <= firing.began, let first = callback.first { beginnings[first] += 1 }
    }
    for run in analysis.log.runs where ![.cancelled, .open].contains(run.outcome) {
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
    let thread = measurement.thread
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
