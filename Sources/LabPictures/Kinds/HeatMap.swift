/// A metric over two sweeps: a cell for each pair of values, the darker the greater.
public struct HeatMap: Hashable, Sendable {
  /// The words of the picture with their meanings.
  static let words = [
    ("undefined", "A cell with a dash has no value: the metric is undefined there."),
    (
      "outline",
      "A cell with a thick outline belongs to a sweep point at which an expectation fails."
    ),
  ]

  /// A pair of values of the sweeps.
  public struct Cell: Hashable, Sendable {
    /// The value of the metric; `nil` if it is undefined.
    public let value: Double?
    /// Whether an expectation fails there.
    public let fails: Bool

    /// Creates a cell.
    public init(value: Double?, fails: Bool = false) {
      (self.value, self.fails) = (value, fails)
    }
  }

  private static let classes = 7
  private static let size = (width: px(56), height: px(24))

  /// What is measured, with its unit and of what.
  public let title: String
  private let rowName: String
  private let columnName: String
  private let rows: [String]
  private let columns: [String]
  private let cells: [[Cell?]]

  /// Creates a map.
  ///
  /// - Parameters:
  ///   - title: What is measured, with its unit and of what.
  ///   - row: The name of the sweep whose values are rows.
  ///   - rows: Its values.
  ///   - column: The name of the sweep whose values are columns.
  ///   - columns: Its values.
  ///   - cells: A cell for each row and column; `nil` for a pair that the experiment leaves out.
  public init(
    title: String, row: String, rows: [String], column: String, columns: [String],
    cells: [[Cell?]]
  ) {
    (self.title, rowName, self.rows) = (title, row, rows)
    (columnName, self.columns, self.cells) = (column, columns, cells)
  }

  /// The picture.
  public var picture: Picture {
    let margin = px(24) + px(8) * (rows.map(\.count) + [rowName.count]).reduce(0, max)
    var sheet = Sheet(
      width: margin + max(Self.size.width * columns.count, px(24) * Self.classes) + px(48),
      height: px(64) + Self.size.height * (rows.count + 1))
    sheet.text(columnName, x: margin, y: px(12), .start, .muted, size: px(11))
    sheet.text(rowName, x: 0, y: px(28), .start, .muted, size: px(11))
    for (column, name) in columns.enumerated() {
      sheet.text(
        name, x: margin + Self.size.width * column + Self.size.width / 2, y: px(28), .middle,
        size: px(11))
    }
    let range = ClosedRange(of: cells.joined().compactMap { $0?.value })
    for (row, name) in rows.enumerated() {
      let y = px(36) + Self.size.height * row
      sheet.text(name, x: 0, y: y + px(16), size: px(11))
      for (column, cell) in cells[row].enumerated() {
        guard let cell else { continue }
        draw(cell, range, x: margin + Self.size.width * column, y: y, on: &sheet)
      }
    }
    legend(range, x: margin, y: px(44) + Self.size.height * rows.count, on: &sheet)
    return Picture(name: title, caption: caption(range), sheet: sheet, table: table)
  }

  private func draw(
    _ cell: Cell, _ range: ClosedRange<Double>?, x: Int, y: Int, on sheet: inout Sheet
  ) {
    let (columns, rows) = (x..<x + Self.size.width - 100, y..<y + Self.size.height - 100)
    guard let value = cell.value, let range else {
      sheet.rectangle(columns, rows, .grid, .stroke, .undefined)
      sheet.text("–", x: x + Self.size.width / 2, y: y + px(16), .middle, .muted)
      return
    }
    let step = Self.step(value, range)
    sheet.rectangle(columns, rows, .heat(step), .fill, .statistic)
    if cell.fails { sheet.rectangle(columns, rows, .alert, .thick) }
    // Words have the ink of the ground where the cell is as dark as the usual ink.
    sheet.text(
      short(value), x: x + Self.size.width / 2, y: y + px(16), .middle, step < 4 ? .text : .paper,
      size: px(11))
  }

  private func legend(
    _ range: ClosedRange<Double>?, x: Int, y: Int, on sheet: inout Sheet
  ) {
    guard let range, range.lowerBound < range.upperBound else { return }
    for step in 0..<Self.classes {
      let left = x + px(24) * step
      sheet.rectangle(left..<left + px(24), y..<y + px(10), .heat(step))
    }
    sheet.text(short(range.lowerBound), x: x, y: y + px(22), .start, .muted, size: px(11))
    sheet.text(
      short(range.upperBound), x: x + px(24) * Self.classes, y: y + px(22), .start, .muted,
      size: px(11))
  }

  /// The class of a value: all classes are equally wide.
  static func step(_ value: Double, _ range: ClosedRange<Double>) -> Int {
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

  private var table: Picture.Table {
    Picture.Table(
      header: [rowName] + columns.map { "\(columnName) = \($0)" },
      rows: zip(rows, cells).map { name, cells in
        [name] + cells.map { $0?.value.map { short($0, decimals: 6) } ?? "" }
      })
  }
}
