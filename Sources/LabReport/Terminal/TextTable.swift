/// A table of text with aligned columns, for terminals.
public struct TextTable {
  /// On which side the text of a column stands.
  public enum Alignment: Sendable {
    /// Words.
    case left
    /// Numbers.
    case right
  }

  private let alignments: [Alignment]
  private var rows: [[String]] = []
  private var rules: Set<Int> = []

  /// Creates a table without rows.
  public init(_ alignments: [Alignment]) {
    self.alignments = alignments
  }

  /// Appends a row.
  ///
  /// - Precondition: There is a cell for every column.
  public mutating func append(_ row: [String]) {
    precondition(
      row.count == alignments.count, "\(row.count) cells in \(alignments.count) columns")
    rows.append(row)
  }

  /// Draws a line below the last row.
  public mutating func appendRule() { rules.insert(rows.count) }

  /// Returns text in lines of at most 80 columns.
  public static func wrapped(_ text: String) -> String {
    LabReport.wrapped(text, indent: 0).joined(separator: "\n")
  }

  /// The lines of the table; columns are two spaces apart and as wide as their widest cell.
  public var lines: [String] {
    let widths = alignments.indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    let width = widths.reduce(0, +) + 2 * max(0, widths.count - 1)
    var lines: [String] = []
    for (index, row) in rows.enumerated() {
      if rules.contains(index) { lines.append(String(repeating: "─", count: width)) }
      let cells = zip(row, zip(widths, alignments)).map { cell, column in
        let padding = String(repeating: " ", count: column.0 - cell.count)
        return column.1 == .left ? cell + padding : padding + cell
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      lines.append(line)
    }
    return lines
  }
}
