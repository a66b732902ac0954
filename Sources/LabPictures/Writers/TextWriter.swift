/// Writes pictures as text for a terminal: lines and areas as dots, words as words.
///
/// A character stands for 8 by 16 pixels. Braille has two by four dots in a character; plain text
/// has one letter for each ink.
package struct TextWriter: Sendable {
  /// What the characters of a terminal can show.
  package enum Characters: Hashable, Sendable {
    /// Braille and blocks, for terminals with UTF-8.
    case braille
    /// ASCII.
    case plain
  }

  private let characters: Characters
  private let colours: Bool

  package init(_ characters: Characters, colours: Bool = false) {
    self.characters = characters
    self.colours = colours
  }

  /// The sequences that a picture may contain, to set colours and to take them back.
  package static let sequences = (["0"] + Self.codes).map { "\u{1b}[\($0)m" }

  private static let codes = ["34", "33", "35", "36", "32", "31"]

  /// Returns a picture, a line of text for each 16 pixels of its height.
  package func text(of picture: Picture) -> String {
    var grid = DotGrid(width: picture.width / px(8) + 1, height: picture.height / px(16) + 1)
    for mark in picture.marks where mark.isDrawnInText { grid.draw(mark) }
    var lines = (0..<grid.height).map { row in
      var line = ""
      var colour: String?
      for column in 0..<grid.width {
        let cell = grid[column, row]
        if colours, cell.colour != colour {
          line += "\u{1b}[\(cell.colour ?? "0")m"
          colour = cell.colour
        }
        line.append(character(of: cell))
      }
      if colour != nil { line += "\u{1b}[0m" }
      while line.last == " " { line.removeLast() }
      return line
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private func character(of cell: DotGrid.Cell) -> Character {
    if let letter = cell.letter {
      return characters == .plain && !letter.isASCII ? (letter == "·" ? "." : "?") : letter
    }
    if cell.dots == 0 { return " " }
    if characters == .plain { return cell.plain }
    return Character(UnicodeScalar(0x2800 + UInt32(cell.dots)).map { $0 } ?? " ")
  }

  fileprivate static func colour(of ink: ColorRole) -> String? {
    switch ink {
    case .arm(let index), .band(let index): codes[index % ColorRole.armCount]
    case .dropped, .onDropped: "31"
    case .text, .paper, .muted, .grid, .cell, .owner, .mode, .modeGround, .heat: nil
    }
  }
}

extension Mark {
  /// Whether text has room for it: grounds have none, whose words stand on them.
  fileprivate var isDrawnInText: Bool {
    if case .text = shape { return true }
    return switch ink {
    case .heat, .paper, .cell, .modeGround: false
    default: true
    }
  }
}

/// A sheet of characters, each of two by four dots.
private struct DotGrid {
  struct Cell {
    var dots: UInt8 = 0
    var letter: Character?
    var plain: Character = " "
    var colour: String?
  }

  let width: Int
  let height: Int
  private var cells: [Cell]

  /// The bits of a character by column and row of its dots.
  private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
  /// How long a line may be, in dots.
  private static let limit = 1 << 16

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    cells = Array(repeating: Cell(), count: width * height)
  }

  subscript(column: Int, row: Int) -> Cell { cells[row * width + column] }

  mutating func draw(_ mark: Mark) {
    switch mark.shape {
    case .line(let points): line(points, mark)
    case .area(let points): line(points + points.prefix(1), mark)
    case .ticks(let points):
      guard mark.ink != .grid else { return }
      for index in stride(from: 0, to: points.count - 1, by: 2) {
        line([points[index], points[index + 1]], mark)
      }
    case .circle(let center, let radius):
      let reach = max(0, radius / px(4) - 1)
      for x in -reach...reach + (radius > px(3) ? 1 : 0) {
        for y in -reach...reach { dot(center.x / px(4) + x, center.y / px(4) + y, mark) }
      }
    case .rectangle(let corner, let width, let height):
      rectangle(corner, width, height, mark)
    case .boxes(let columns, let y):
      for x in columns {
        rectangle(Mark.Point(x.lowerBound, y.lowerBound), x.count, y.count, mark)
      }
    case .text(let head, let point, let anchor, _, let rest):
      let words = head + rest
      let start =
        switch anchor {
        case .start: point.x / px(8)
        case .middle: point.x / px(8) - words.count / 2
        case .end: point.x / px(8) - words.count
        }
      write(words, column: start, row: (point.y - px(4)) / px(16), mark)
    }
  }

  private mutating func rectangle(_ corner: Mark.Point, _ width: Int, _ height: Int, _ mark: Mark) {
    let columns = corner.x / px(4)..<max(corner.x / px(4) + 1, (corner.x + width) / px(4))
    let rows = corner.y / px(4)..<max(corner.y / px(4) + 1, (corner.y + height) / px(4))
    for x in columns {
      for y in rows {
        let isEdge =
          x == columns.lowerBound || x == columns.upperBound - 1 || y == rows.lowerBound
          || y == rows.upperBound - 1
        if mark.paint == .fill || isEdge { dot(x, y, mark) }
      }
    }
  }

  /// Draws lines dot by dot, in steps of at most one dot.
  private mutating func line(_ points: [Mark.Point], _ mark: Mark) {
    for (from, to) in zip(points, points.dropFirst()) {
      let (x, y) = (to.x - from.x, to.y - from.y)
      let steps = min(Self.limit, max(1, max(abs(x), abs(y)) / px(4)))
      for step in 0...steps where mark.paint != .dashed || step % 4 < 3 || steps < 4 {
        dot((from.x + x * step / steps) / px(4), (from.y + y * step / steps) / px(4), mark)
      }
    }
  }

  private mutating func dot(_ x: Int, _ y: Int, _ mark: Mark) {
    guard x >= 0, y >= 0, x / 2 < width, y / 4 < height else { return }
    let index = y / 4 * width + x / 2
    cells[index].dots |= Self.bits[x % 2][y % 4]
    cells[index].plain = mark.ink.plain
    cells[index].colour = TextWriter.colour(of: mark.ink)
  }

  private mutating func write(_ words: String, column: Int, row: Int, _ mark: Mark) {
    guard (0..<height).contains(row) else { return }
    for (offset, letter) in words.enumerated() where (0..<width).contains(column + offset) {
      cells[row * width + column + offset].letter = letter
      cells[row * width + column + offset].colour = TextWriter.colour(of: mark.ink)
    }
  }
}

extension ColorRole {
  /// The letter of an ink in plain text.
  fileprivate var plain: Character {
    switch self {
    case .arm(let index), .band(let index):
      ["*", "o", "x", "+", "%", "@"][index % ColorRole.armCount]
    case .dropped, .owner, .heat: "#"
    case .text, .paper, .muted, .grid, .cell, .onDropped, .mode, .modeGround: "."
    }
  }
}
