import LabText

/// A metric over two sweeps: a cell for each pair of values, the darker the greater.
package struct HeatMap: Hashable, Sendable {
  /// The words of the picture with their meanings.
  static let words: [(word: String, meaning: String)] = [
    ("undefined", "A cell with a dash has no value: the metric is undefined there."),
    (
      "outline",
      "A cell with a thick outline belongs to a sweep point at which an expectation fails."
    ),
  ]

  /// A pair of values of the sweeps.
  package struct Cell: Hashable, Sendable {
    /// The value of the metric; `nil` if it is undefined.
    package let value: Double?
    /// Whether an expectation fails there.
    package let fails: Bool

    package init(value: Double?, fails: Bool = false) {
      (self.value, self.fails) = (value, fails)
    }
  }

  private static let classes = 7
  private static let size = (width: px(56), height: px(24))

  /// What is measured, with its unit and of what.
  package let title: String
  package let rowName: String
  package let columnName: String
  package let rows: [String]
  package let columns: [String]
  package let cells: [[Cell?]]

  /// Creates a map.
  ///
  /// - Parameters:
  ///   - title: What is measured, with its unit and of what.
  ///   - row: The name of the sweep whose values are rows.
  ///   - rows: Its values.
  ///   - column: The name of the sweep whose values are columns.
  ///   - columns: Its values.
  ///   - cells: A cell for each row and column; `nil` for a pair that the experiment leaves out.
  package init(
    title: String, row: String, rows: [String], column: String, columns: [String],
    cells: [[Cell?]]
  ) {
    (self.title, rowName, self.rows) = (title, row, rows)
    (columnName, self.columns, self.cells) = (column, columns, cells)
  }

  /// What its darkness goes by, where that is more than its own values: from 0, and the same for
  /// all maps of one metric.
  package var shared: ClosedRange<Double>?

  /// The least and the greatest value; `nil` if all are undefined.
  package var range: ClosedRange<Double>? {
    ClosedRange(of: cells.joined().compactMap { $0?.value })
  }

  /// Whether every value is 0, but for what a sum of rounded numbers leaves.
  package var isZero: Bool { range.map { max(-$0.lowerBound, $0.upperBound) < 1e-5 } ?? false }

  package var picture: Picture {
    let margin = px(24) + px(8) * (rows.map { $0.count } + [rowName.count]).reduce(0, max)
    var sheet = Canvas(
      width: margin + Self.size.width * columns.count + px(8),
      height: px(40) + Self.size.height * rows.count)
    sheet.text(columnName, x: margin, y: px(12), .start, .muted)
    sheet.text(rowName, x: 0, y: px(28), .start, .muted)
    for (column, name) in columns.enumerated() {
      sheet.text(
        name, x: margin + Self.size.width * column + Self.size.width / 2, y: px(28), .middle)
    }
    let range = range
    for (row, name) in rows.enumerated() {
      let y = px(36) + Self.size.height * row
      sheet.text(name, x: 0, y: y + px(16))
      for (column, cell) in cells[row].enumerated() {
        guard let cell else { continue }
        draw(cell, shared ?? range, x: margin + Self.size.width * column, y: y, on: &sheet)
      }
    }
    return Picture(name: title, caption: caption(range), sheet: sheet)
  }

  private func draw(
    _ cell: Cell, _ range: ClosedRange<Double>?, x: Int, y: Int, on sheet: inout Canvas
  ) {
    let (columns, rows) = (x..<x + Self.size.width - 100, y..<y + Self.size.height - 100)
    guard let value = cell.value, let range else {
      sheet.rectangle(columns, rows, .grid, .stroke, .undefined)
      sheet.text("–", x: x + Self.size.width / 2, y: y + px(16), .middle, .muted)
      return
    }
    let step = Self.step(value, range)
    sheet.rectangle(columns, rows, .heat(step), .fill, .statistic)
    if cell.fails { sheet.rectangle(columns, rows, .text, .thick) }
    // Words have the ink of the ground where the cell is as dark as the usual ink.
    sheet.text(
      short(value), x: x + Self.size.width / 2, y: y + px(16), .middle, step < 4 ? .text : .paper)
  }

  /// The class of a value: all classes are equally wide.
  package static func step(_ value: Double, _ range: ClosedRange<Double>) -> Int {
    guard range.lowerBound < range.upperBound else { return 0 }
    let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return max(0, min(classes - 1, Int(share * Double(classes))))
  }

  private func caption(_ range: ClosedRange<Double>?) -> String {
    guard let range else { return "Undefined everywhere." }
    let failing = cells.joined().count { $0?.fails == true }
    return "Over \(rowName) and \(columnName): from \(short(range.lowerBound)) to"
      + " \(short(range.upperBound))."
      + (failing > 0
        ? " An expectation fails in \(counted(failing, "cell")) with a thick outline." : "")
  }
}
