/// A picture in text of some refreshes of a run, under a ruler of vsyncs.
///
///     vsync:   29       30       31       32
///        ms:   483.333  500      516.667  533.333
///     network  |........|.#######|########|#.......|
///     ball     |...x=...|...-----|---o----|x=.x=...|
///       shows: |27      |28      |29      |=tasks  |
///
/// Every refresh is a cell of equally long columns. It can be read back by ``init(parsing:)``, so
/// that what a failure prints may stand as the expectation of a test. See <doc:Timelines>.
public struct Timeline: Hashable, Sendable {
  /// Whom a row is about.
  public enum Subject: Hashable, Sendable {
    /// The mode in which the loop ran.
    case mode
    /// A timer, a display link, a load or whatever else held the thread, by its name.
    case named(String)
    /// What the display showed of a driver.
    case shows(String)
  }

  /// What became of one subject in every refresh of the picture.
  public struct Row: Hashable, Sendable {
    /// Whom the row is about.
    public let subject: Subject
    /// One text of ``Timeline/columns`` characters for each refresh.
    public let cells: [String]
  }

  /// The columns of a refresh, unless others are wished for.
  public static let usualColumns = 8

  /// The refreshes in the picture, by their numbers.
  public let refreshes: Range<Int>

  /// Into how many columns each refresh is divided, of equal time.
  public let columns: Int

  /// The rows, from top to bottom.
  public let rows: [Row]

  /// When the refreshes begin, in words; not a part of equality, and empty in a picture that was
  /// read.
  let times: [String]

  init(refreshes: Range<Int>, columns: Int, rows: [Row], times: [String] = []) {
    self.refreshes = refreshes
    self.columns = columns
    self.rows = rows
    self.times = times
  }

  /// Returns whether two pictures show the same of the same refreshes.
  public static func == (lhs: Timeline, rhs: Timeline) -> Bool {
    lhs.refreshes == rhs.refreshes && lhs.columns == rhs.columns && lhs.rows == rhs.rows
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(refreshes)
    hasher.combine(columns)
    hasher.combine(rows)
  }

  static let rulerLabel = "vsync:"
  static let timeLabel = "   ms:"
  static let modeLabel = " mode:"
  static let showsLabel = "  shows:"
}

extension Timeline: CustomStringConvertible {
  /// The picture, in blocks of at most 80 columns with an empty line between them.
  public var description: String { text(width: 80) }

  /// Returns the picture in blocks of at most so many columns, but one refresh at least.
  public func text(width: Int) -> String {
    let labels = rows.map { Self.label(of: $0.subject) }
    let margin = (labels + [Self.showsLabel]).reduce(0) { max($0, $1.count) } + 1
    let perBlock = max(1, (width - margin - 1) / (columns + 1))
    let starts = stride(from: 0, to: refreshes.count, by: perBlock)
    return starts.map { start in
      block(start..<min(start + perBlock, refreshes.count), labels, margin)
    }.joined(separator: "\n\n")
  }

  private func block(_ cells: Range<Int>, _ labels: [String], _ margin: Int) -> String {
    let numbers = cells.map { String(refreshes.lowerBound + $0) }
    var lines = [line(Self.rulerLabel, margin, numbers)]
    if !times.isEmpty { lines.append(line(Self.timeLabel, margin, Array(times[cells]))) }
    for (label, row) in zip(labels, rows) {
      let bars = row.cells[cells].map { "|" + $0 }.joined() + "|"
      lines.append(label + blanks(margin - label.count) + bars)
    }
    return lines.joined(separator: "\n")
  }

  /// A line of the ruler, whose texts stand above the bars; in narrow cells only every n-th does.
  private func line(_ label: String, _ margin: Int, _ texts: [String]) -> String {
    let longest = texts.reduce(1) { max($0, $1.count) }
    let step = longest / (columns + 1) + 1
    var line = label + blanks(margin - label.count)
    for index in stride(from: 0, to: texts.count, by: step) {
      line += texts[index] + blanks(step * (columns + 1) - texts[index].count)
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  private static func label(of subject: Subject) -> String {
    switch subject {
    case .mode: modeLabel
    case .named(let name): name
    case .shows: showsLabel
    }
  }
}

func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

extension Timeline {
  /// Tells in words where this picture departs from another of the same refreshes.
  ///
  /// - Returns: One sentence for each row that differs or that this picture lacks.
  /// - Precondition: Both have the same refreshes and columns.
  public func differences(from other: Timeline) -> [String] {
    precondition(
      refreshes == other.refreshes && columns == other.columns,
      "pictures of different refreshes cannot be compared")
    return other.rows.compactMap { row in
      guard let mine = rows.first(where: { $0.subject == row.subject }) else {
        return "\(row.subject.words): the run knows nothing of that name"
      }
      let pairs = zip(mine.cells, row.cells)
      guard let cell = pairs.enumerated().first(where: { $1.0 != $1.1 }) else { return nil }
      return "\(row.subject.words), refresh \(refreshes.lowerBound + cell.offset): it is "
        + "‘\(cell.element.0)’, expected was ‘\(cell.element.1)’"
    }
  }
}

extension Timeline.Subject {
  /// The subject in words.
  fileprivate var words: String {
    switch self {
    case .mode: "mode"
    case .named(let name): name
    case .shows(let name): "what is shown of \(name)"
    }
  }
}
