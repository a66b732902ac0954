import LabAnswer
import LabMetrics
import LabResults
import LabText

extension Table.Cell {
  /// The cell for readers, rounded as its column says.
  func text(in column: Table.Column) -> String {
    switch self {
    case .none: "–"
    case .blank: ""
    case .text(let text): text
    case .metric(let name, let unit): unit.isEmpty ? name : "\(name) \(unit)"
    case .flag(let isSo): isSo ? column.heading.last.flatMap { $0.isEmpty ? nil : $0 } ?? "yes" : ""
    case .value(let value):
      (column.isSigned && value.number > 0 ? "+" : "") + column.digits.text(of: value)
    case .interval(let mean, let half): column.digits.text(of: mean, half: half)
    }
  }

  /// Whether it is a number that says nothing happened, or none.
  var isEmpty: Bool {
    switch self {
    case .none: true
    case .value(let value): value.number == 0
    case .interval(let mean, _): mean == 0
    case .blank, .text, .metric, .flag: false
    }
  }
}

extension Table.Digits {
  /// A number for readers; a whole count is shown as it is.
  fileprivate func text(of value: MetricValue) -> String {
    if case .count(let count) = value { return "\(count)" }
    switch self {
    case .exact: return "\(value)"
    case .fixed(let decimals): return ReportNumber.fixed(value.number, decimals: decimals)
    case .atMost(let decimals): return ReportNumber.short(value.number, decimals: decimals)
    case .asItsUnit(let unit): return ReportNumber.text(value.number, unit)
    case .significant(let digits):
      let places = (0..<digits).first { value.number.magnitude < ReportNumber.power($0) }
      return ReportNumber.short(value.number, decimals: digits - max(1, places ?? digits))
    }
  }

  /// A mean for readers, with half the width of its interval unless that rounds to nothing.
  fileprivate func text(of mean: Double, half: Double) -> String {
    let least =
      switch self {
      case .asItsUnit(.count), .asItsUnit(.refreshes): 1
      default: 2
      }
    let decimals = ReportNumber.decimals(of: mean, least)
    guard ReportNumber.rounds(half, to: decimals) != 0 else { return text(of: .number(mean)) }
    return "\(ReportNumber.fixed(mean, decimals: decimals))"
      + " ±\(ReportNumber.fixed(half, decimals: decimals))"
  }
}

extension Table {
  /// The columns that readers see where there is room.
  func shown(width: Int = .max - 1) -> [Int] {
    columns.indices.filter { index in
      let column = columns[index]
      return column.leastWidth <= width && column.leastWidth < .max && column.repeats != .title
    }
  }

  /// The lines above the shown columns; headings of one line stand in the last, and lines without
  /// words in the others are left out.
  func headings(_ shown: [Int]) -> [[String]] {
    let headings = shown.map { columns[$0].heading }
    let count = headings.map { $0.count }.max() ?? 0
    var lines = (0..<count).map { line in
      headings.map { heading in
        let place = line - (count - heading.count)
        return place < 0 || heading.count < 2 ? "" : heading[place]
      }
    }.filter { !$0.allSatisfy { $0.isEmpty } }
    if lines.isEmpty, count > 0 { lines = [headings.map { _ in "" }] }
    for (index, heading) in headings.enumerated() where heading.count == 1 {
      lines[lines.count - 1][index] = heading[0]
    }
    return lines
  }

  /// The headings of the shown columns, each in one line.
  func names(_ shown: [Int]) -> [String] {
    let headings = headings(shown)
    return shown.indices.map { place in
      headings.map { $0[place] }.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// The texts of the shown columns for readers, row by row: those of a group stand where they
  /// change.
  func texts(_ shown: [Int]) -> [[String]] {
    let texts = rows.map { row in shown.map { row[$0].text(in: columns[$0]) } }
    let group = shown.indices.filter { columns[shown[$0]].repeats == .once }
    return texts.enumerated().map { line, row in
      guard line > 0, group.allSatisfy({ texts[line - 1][$0] == row[$0] }) else { return row }
      return row.enumerated().map { group.contains($0) ? "" : $1 }
    }
  }

  /// The titles of rows, by the position of the row below; empty if no column has them.
  var titles: [Int: String] {
    guard let column = columns.firstIndex(where: { $0.repeats == .title }) else { return [:] }
    let texts = rows.map { $0[column].text(in: columns[column]) }
    let changes = texts.indices.filter { $0 == 0 || texts[$0] != texts[$0 - 1] }
    return Dictionary(keepingFirst: changes.map { ($0, texts[$0]) })
  }

  /// The table as a CSV file: the names of the columns, and every cell exact.
  package var csv: [UInt8] {
    var csv = CSVWriter(header: columns.map { $0.name })
    for row in rows {
      for cell in row {
        switch cell {
        case .none, .blank: csv.field("")
        case .text(let text): csv.field(text)
        case .metric(let name, _): csv.field(name)
        case .flag(let isSo): csv.field(isSo ? "true" : "false")
        case .value(let value): csv.field("\(value)")
        case .interval(let mean, _): csv.field("\(MetricValue.number(mean))")
        }
      }
      csv.endRow()
    }
    return csv.bytes
  }
}
