import LabAnswer
import LabMetrics
import LabResults

extension Table.Cell {
  /// The cell for readers, rounded as its column says.
  func text(in column: Table.Column) -> String {
    switch self {
    case .none: "–"
    case .blank: ""
    case .text(let text): text
    case .flag(let isSo): isSo ? column.heading.last.flatMap { $0.isEmpty ? nil : $0 } ?? "yes" : ""
    case .value(.count(let count)): "\(count)"
    case .value(let value):
      switch column.digits {
      case .exact: "\(value)"
      case .fixed(let decimals): ReportNumber.fixed(value.number, decimals: decimals)
      case .atMost(let decimals): ReportNumber.short(value.number, decimals: decimals)
      }
    }
  }
}

extension Table {
  /// The columns that readers see where there is room.
  func shown(width: Int = .max - 1) -> [Int] {
    columns.indices.filter { columns[$0].leastWidth <= width && columns[$0].leastWidth < .max }
  }

  /// The lines above the shown columns; the last of every heading is in the last line.
  func headings(_ shown: [Int]) -> [[String]] {
    let count = shown.map { columns[$0].heading.count }.max() ?? 0
    return (0..<count).map { line in
      shown.map { index in
        let heading = columns[index].heading
        let place = line - (count - heading.count)
        return place < 0 ? "" : heading[place]
      }
    }
  }

  /// The table as a CSV file: the names of the columns, and every cell exact.
  package var csv: [UInt8] {
    var csv = CSVWriter(header: columns.map(\.name))
    for row in rows {
      for cell in row {
        switch cell {
        case .none, .blank: csv.field("")
        case .text(let text): csv.field(text)
        case .flag(let isSo): csv.field(isSo ? "true" : "false")
        case .value(let value): csv.field("\(value)")
        }
      }
      csv.endRow()
    }
    return csv.bytes
  }
}
