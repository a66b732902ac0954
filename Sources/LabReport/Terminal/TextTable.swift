/// A table of text with aligned columns, for terminals.
package struct TextTable {
  /// On which side the text of a column stands.
  package enum Alignment: Sendable {
    /// Words.
    case left
    /// Numbers.
    case right
  }

  private let alignments: [Alignment]
  private let style: Style
  private(set) var rows: [[Cell]] = []
  private var rules: Set<Int> = []

  /// A text and how it looks.
  struct Cell {
    let text: String
    var look = Style.Look.plain
  }

  package init(_ alignments: [Alignment]) { self.init(alignments, Style(isOn: false)) }

  init(_ alignments: [Alignment], _ style: Style) {
    self.alignments = alignments
    self.style = style
  }

  /// Appends a row.
  ///
  /// - Precondition: There is a cell for every column.
  package mutating func append(_ row: [String]) { append(row.map { Cell(text: $0) }) }

  mutating func append(_ row: [Cell]) {
    precondition(
      row.count == alignments.count, "\(row.count) cells in \(alignments.count) columns")
    rows.append(row)
  }

  /// Draws a line below the last row.
  package mutating func appendRule() { rules.insert(rows.count) }

  /// How wide each column is: as its widest cell.
  var widths: [Int] {
    alignments.indices.map { column in rows.map { $0[column].text.count }.max() ?? 0 }
  }

  /// How wide the whole of it is.
  var width: Int { widths.reduce(0, +) + 2 * max(0, alignments.count - 1) }

  /// The lines of the table; columns are two spaces apart.
  package var lines: [String] {
    let (widths, width) = (widths, width)
    var lines: [String] = []
    for (index, row) in rows.enumerated() {
      if rules.contains(index) { lines.append(String(repeating: "─", count: width)) }
      // Nothing follows the last text of a line.
      let last = row.lastIndex { !$0.text.isEmpty } ?? -1
      let cells = zip(row, zip(widths, alignments)).prefix(last + 1).enumerated().map {
        position, cell in
        let (cell, (width, alignment)) = cell
        let padding = String(repeating: " ", count: width - cell.text.count)
        let text = style.paint(cell.text, cell.look)
        if alignment == .right { return padding + text }
        return position == last ? text : text + padding
      }
      lines.append(cells.joined(separator: "  "))
    }
    return lines
  }
}
