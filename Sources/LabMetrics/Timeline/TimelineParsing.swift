extension Timeline {
  /// What is wrong with a text that should be a timeline, and where.
  public struct Mistake: Error, Hashable, CustomStringConvertible {
    /// The number of the line, from 1.
    public let line: Int
    /// What is wrong, and the remedy.
    public let problem: String

    /// The line and the problem.
    public var description: String { "line \(line) of the timeline: \(problem)" }
  }

  /// Reads a picture.
  ///
  /// Blank lines and those that begin with '#' do not count, neither does how far all lines are
  /// indented, and the line of times may be left out.
  ///
  /// - Throws: The first mistake.
  /// - Complexity: O(n) for n characters.
  public init(parsing text: String) throws(Mistake) {
    var reader = TimelineReader()
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      try reader.read(line, number: index + 1)
    }
    self = try reader.timeline()
  }
}

/// Puts a timeline together from its lines.
private struct TimelineReader {
  private var lineNumber = 0
  private var blocks = 0
  private var first: Int?
  /// How many refreshes there are up to the end of the present block.
  private var count = 0
  /// The numbers above the cells of the present block.
  private var ruler: [Int] = []
  private var columns: Int?
  private var subjects: [Timeline.Subject] = []
  private var cells: [[String]] = []
  /// How many rows of the present block have been read.
  private var rowsInBlock = 0
  private var driver: String?

  mutating func read(_ line: Substring, number: Int) throws(Timeline.Mistake) {
    lineNumber = number
    let text = line.trimmingBlanks
    guard !text.isEmpty, !text.hasPrefix("#"),
      !text.hasPrefix(Timeline.timeLabel.trimmingBlanks)
    else { return }
    if text.hasPrefix(Timeline.rulerLabel) {
      try readRuler(text.dropFirst(Timeline.rulerLabel.count))
    } else {
      try readRow(text)
    }
  }

  func timeline() throws(Timeline.Mistake) -> Timeline {
    guard let first, let columns else {
      throw mistake("it has no row. A picture has a line ‘vsync: 0 1 2’ and rows ‘ball |x...|’")
    }
    try checkBlock()
    let rows = zip(subjects, cells).map { Timeline.Row(subject: $0, cells: $1) }
    return Timeline(refreshes: first..<first + count, columns: columns, rows: rows)
  }

  private mutating func readRuler(_ text: Substring) throws(Timeline.Mistake) {
    if blocks > 0 { try checkBlock() }
    blocks += 1
    rowsInBlock = 0
    driver = nil
    ruler = []
    for word in text.split(separator: " ") {
      guard let number = Int(word), (0...1_000_000_000).contains(number) else {
        throw mistake("‘\(word)’ is not the number of a refresh")
      }
      ruler.append(number)
    }
    guard let start = ruler.first else { throw mistake("the ruler has no number of a refresh") }
    let expected = (first ?? start) + count
    guard start == expected else {
      throw mistake("refresh \(start) stands where \(expected) should; none may be left out")
    }
    first = first ?? start
  }

  /// Checks the numbers above a block of so many cells: all of them, or every n-th.
  private func checkRuler(_ cells: Int) throws(Timeline.Mistake) {
    let step = ruler.count > 1 ? max(1, ruler[1] - ruler[0]) : cells
    for (index, number) in ruler.enumerated() where number != ruler[0] + index * step {
      let expected = ruler[0] + index * step
      throw mistake("refresh \(number) stands where \(expected) should; none may be left out")
    }
    guard (cells + step - 1) / step == ruler.count else {
      throw mistake("the row has \(cells) cells; the ruler above it counts other refreshes")
    }
  }

  private mutating func readRow(_ text: Substring) throws(Timeline.Mistake) {
    guard first != nil else {
      throw mistake("a row stands before the ruler. Begin with ‘vsync: 0 1 2’")
    }
    guard let bar = text.firstIndex(of: "|"), text.last == "|",
      text.index(after: bar) < text.endIndex
    else { throw mistake("a row is a name and cells between bars, as ‘ball |x...|....|’") }
    let label = text[..<bar].trimmingBlanks
    let parts = text[bar...].dropFirst().dropLast()
      .split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    for part in parts {
      guard part.count == columns ?? part.count, !part.isEmpty else {
        throw mistake("the cell ‘\(part)’ has \(part.count) columns, others have \(columns ?? 1)")
      }
      columns = part.count
    }
    try append(parts, of: try subject(label))
  }

  private mutating func subject(_ label: Substring) throws(Timeline.Mistake) -> Timeline.Subject {
    switch label {
    case Timeline.modeLabel.trimmingBlanks: return .mode
    case Timeline.showsLabel.trimmingBlanks:
      guard let driver else { throw mistake("‘shows:’ belongs below the row of a driver") }
      return .shows(driver)
    case "": throw mistake("the row has no name")
    default:
      driver = String(label)
      return .named(String(label))
    }
  }

  private mutating func append(
    _ parts: [String], of subject: Timeline.Subject
  ) throws(Timeline.Mistake) {
    if blocks == 1 {
      guard !subjects.contains(subject) else { throw mistake("the row stands here twice") }
      subjects.append(subject)
      cells.append([])
    }
    guard rowsInBlock < subjects.count, subjects[rowsInBlock] == subject else {
      throw mistake("the rows of every block must be those of the first, in the same order")
    }
    if rowsInBlock == 0 {
      try checkRuler(parts.count)
      count += parts.count
    }
    cells[rowsInBlock] += parts
    guard cells[rowsInBlock].count == count else {
      throw mistake("the row has \(parts.count) cells; the one above it has more or fewer")
    }
    rowsInBlock += 1
  }

  private func checkBlock() throws(Timeline.Mistake) {
    guard rowsInBlock > 0, rowsInBlock == subjects.count else {
      throw mistake("the block before lacks rows that the first one has")
    }
  }

  private func mistake(_ problem: String) -> Timeline.Mistake {
    Timeline.Mistake(line: lineNumber, problem: problem)
  }
}

extension StringProtocol where SubSequence == Substring {
  /// This text without blanks at its ends.
  var trimmingBlanks: Substring {
    var text = self[startIndex...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
