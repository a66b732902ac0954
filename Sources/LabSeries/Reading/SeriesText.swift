import LabText

/// The numbers of a pasted text, each with its line.
struct SeriesText {
  /// A number of the list.
  struct Value {
    let number: SeriesNumber
    let line: Int
  }

  /// A line that is neither empty nor a comment.
  private struct Line {
    let number: Int
    let bytes: ArraySlice<UInt8>
    let content: SeriesLine

    init(number: Int, bytes: ArraySlice<UInt8>) {
      let mark: [UInt8] = [0xef, 0xbb, 0xbf]
      let marked = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes
      let clean = marked.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
      (self.number, self.bytes) = (number, clean)
      content = SeriesLine(bytes: clean.first == UInt8(ascii: "#") ? [] : clean)
    }

    /// Whether it is at least four numbers with few words among them.
    var isNearlyBare: Bool {
      content.clock == nil && content.count >= 4 && content.words.count * 4 <= content.count
    }
    /// Whether it is pairs of numbers with nothing but a comma between them: each one number to
    /// many.
    var isCommaNumber: Bool {
      content.isBare && content.count > 1 && !bytes.contains(UInt8(ascii: "."))
        && pieces.allSatisfy { $0.contains(UInt8(ascii: ",")) && SeriesLine(bytes: $0).count == 2 }
    }
    /// What stands between blanks and semicolons.
    var pieces: [ArraySlice<UInt8>] {
      bytes.split { [0x20, 0x09, 0x0d, UInt8(ascii: ";")].contains($0) }
    }
    var isEmpty: Bool { bytes.isEmpty || bytes.first == UInt8(ascii: "#") }
    /// Whether it may name a column: it holds no digit, and no number that is none.
    var isHead: Bool {
      !bytes.contains { 48...57 ~= $0 }
        && !content.words.contains { ["nan", "inf", "-inf", "infinity"].contains($0.lowercased()) }
    }
    var text: Substring { String(decoding: bytes, as: UTF8.self)[...] }
  }

  /// Whether a line ends at a byte: at LF, and at CR unless LF follows.
  private static func ends(_ bytes: [UInt8], at place: Int) -> Bool {
    bytes[place] == 0x0a
      || bytes[place] == 0x0d && !(place + 1 < bytes.count && bytes[place + 1] == 0x0a)
  }

  private(set) var values: [Value] = []
  private(set) var mistakes: [SeriesMistake] = []
  /// Whether they are times of day.
  private(set) var isClock = false
  /// The column of a number beside the times of day; `nil` if there is none.
  private(set) var columnBeside: Int?
  /// Whether it is a few lines, each perhaps a list by itself.
  private var isShort = false

  init(_ text: String, title: String, column: String?) throws(InputError) {
    var lines: [Line] = []
    let bytes = Array(text.utf8)
    var (number, begin) = (0, 0)
    for place in 0...bytes.count where place == bytes.count || Self.ends(bytes, at: place) {
      let line = Line(number: number + 1, bytes: bytes[begin..<place])
      (number, begin) = (number + 1, place + 1)
      if !line.isEmpty { lines.append(line) }
    }
    if let column {
      try take(column, of: lines.map { ($0.number, $0.text) }, title)
      return
    }
    isShort = lines.count < 4
    var (told, bare) = (0, 0)
    for line in lines {
      if line.content.tells { told += 1 }
      if isPart(line) { bare += 1 }
    }
    if bare * 2 < told {
      try takeMixedTable(lines, title)
      try takeConsole(lines, title)
    } else if let pairs = lines.first(where: isPart), pairs.isCommaNumber, pairs.pieces.count > 1 {
      let pair = String(decoding: pairs.pieces[0], as: UTF8.self)
      throw InputError(
        path: title, line: pairs.number,
        "'\(pair)' reads as two numbers. If it is one, write a point in it; if it is two, write a"
          + " blank behind the comma.")
    } else if isTable(lines, bare) {
      try takeTable(lines.map { ($0.number, $0.text) }, title)
      return
    } else {
      takeNumbers(lines)
    }
    try checkMistakes(title)
  }

  /// Whether a line is a part of a list: numbers, and in a few long lines perhaps words among them.
  private func isPart(_ line: Line) -> Bool {
    line.content.isBare || isShort && line.isNearlyBare
  }

  /// The numbers of all lines, one after the other; words among them are left out.
  private mutating func takeNumbers(_ lines: [Line]) {
    for (place, line) in lines.enumerated() {
      if isPart(line), !line.isCommaNumber {
        if line.content.count == 1, let number = line.content.first {
          values.append(Value(number: number, line: line.number))
        } else {
          values += line.content.numbers.map { Value(number: $0, line: line.number) }
        }
        mistakes += line.content.words.map { SeriesMistake(line: line.number, text: $0) }
      } else if place > 0 || !line.isHead {
        mistakes.append(SeriesMistake(line: line.number, text: line.text))
      }
    }
  }

  /// Lines of a console: their times of day, or the one number of each if these do not tell them
  /// apart.
  private mutating func takeConsole(_ lines: [Line], _ title: String) throws(InputError) {
    let told = lines.filter(\.content.tells)
    isClock = Self.tellsTime(told)
    if let first = told.first(where: { $0.content.count > (isClock ? 0 : 1) }) {
      let columns = Self.columns(of: first)
      if isClock {
        columnBeside = columns.last
      } else if columns.count > 1, told.count(where: { $0.content.count > 1 }) * 2 > told.count {
        try choose(among: columns.map { "\($0)" }, first.number, title)
      }
    }
    for (place, line) in lines.enumerated() {
      if let number = isClock ? line.content.clock : line.content.last {
        values.append(Value(number: number, line: line.number))
      } else if place > 0 || !line.isHead {
        mistakes.append(SeriesMistake(line: line.number, text: line.text))
      }
    }
  }

  /// Whether most lines have a time of day, and either nothing else or another one than the line
  /// before.
  private static func tellsTime(_ lines: [Line]) -> Bool {
    let clocks = lines.compactMap(\.content.clock)
    guard clocks.count * 2 > lines.count else { return false }
    let changes = zip(clocks, clocks.dropFirst()).count { $0 != $1 }
    return changes * 2 >= clocks.count || clocks.count > lines.count { $0.content.count > 0 }
  }

  /// The columns of a line that hold a number, from 1 on.
  private static func columns(of line: Line) -> [Int] {
    cells(line.text).enumerated().filter { number(of: $0.element)?.isClock == false }
      .map { $0.offset + 1 }
  }

  /// The one number of a cell, or its time of day.
  private static func number(of cell: String) -> (value: SeriesNumber, isClock: Bool)? {
    let content = SeriesLine(cell)
    if let clock = content.clock { return (clock, true) }
    guard content.count == 1 || content.words.isEmpty else { return nil }
    return content.first.map { ($0, false) }
  }

  /// Whether four lines or more have the same number of several numbers each.
  private func isTable(_ lines: [Line], _ bare: Int) -> Bool {
    guard let width = lines.first(where: isPart)?.content.count, width > 1 else { return false }
    return lines.allSatisfy {
      !isPart($0) || $0.content.count == width && (bare >= 4 || $0.isCommaNumber)
    }
  }

  private mutating func checkMistakes(_ title: String) throws(InputError) {
    guard mistakes.count * 4 > values.count + mistakes.count, let first = mistakes.first else {
      return
    }
    throw InputError(
      path: title, line: first.line,
      "'\(first.text)' is no number, and so are \(mistakes.count) of"
        + " \(values.count + mistakes.count) lines. Paste one number a line.")
  }
}

extension SeriesText {
  /// Asks for one of the columns of numbers of a table.
  private func takeTable(
    _ lines: [(number: Int, text: Substring)], _ title: String
  ) throws(InputError) {
    let first = Self.cells(lines[0].text)
    let head = first.allSatisfy { SeriesNumber($0) == nil } ? first : nil
    // 16,7 is a number to many.
    let isComma = head == nil && first.count == 2 && !lines.contains { $0.text.contains(".") }
    let point = isComma ? " If '\(lines[0].text)' is one number, write a point in it." : ""
    try choose(among: head ?? first.indices.map { "\($0 + 1)" }, lines[0].number, title, point)
  }

  /// Asks for one of several columns of numbers of a table that has words as well.
  private func takeMixedTable(_ lines: [Line], _ title: String) throws(InputError) {
    guard lines.count > 1, lines[0].isHead, lines[0].bytes.contains(UInt8(ascii: ",")) else {
      return
    }
    let (head, first) = (Self.cells(lines[0].text), Self.cells(lines[1].text))
    let numbers = zip(head, first).filter { SeriesNumber($1) != nil }.map(\.0)
    guard head.count == first.count, numbers.count > 1 else { return }
    try choose(among: numbers, lines[0].number, title)
  }

  private func choose(
    among names: [String], _ line: Int, _ title: String, _ hint: String = ""
  ) throws(InputError) {
    let words = ["betweenpresents", "frametime", "delta", "interval", "between"]
    let telling = words.lazy.compactMap { word in
      names.first { $0.lowercased().contains(word) }
    }.first
    let listed =
      names.count > 8
      ? names.prefix(7).map { "'\($0)'" }.joined(separator: ", ") + ", …"
      : Spelling.list(names, "and")
    throw InputError(
      path: title, line: line,
      "\(names.count) columns of numbers stand side by side: \(listed). Name the one that holds the"
        + " list: --column '\(telling ?? names.last ?? "1")'.\(hint)")
  }

  /// Takes the column of a name, or at a position from 1.
  private mutating func take(
    _ column: String, of lines: [(number: Int, text: Substring)], _ title: String
  ) throws(InputError) {
    guard let first = lines.first else { return }
    let head = Self.cells(first.text)
    let named = head.firstIndex { $0.lowercased() == column.lowercased() }
    guard let place = named ?? head.indices.first(where: { "\($0 + 1)" == column }) else {
      let choice = Spelling.choice(for: column, among: head)
      throw InputError(
        path: title, line: first.number,
        "there is no column '\(column)'."
          + (choice.isEmpty ? " Give a column by its name or its number, from 1 on." : choice))
    }
    for (index, line) in lines.enumerated() {
      let cells = Self.cells(line.text)
      let cell = place < cells.count ? cells[place] : ""
      if let number = Self.number(of: cell) {
        isClock = number.isClock
        values.append(Value(number: number.value, line: line.number))
      } else if index > 0 {
        mistakes.append(SeriesMistake(line: line.number, text: cell))
      }
    }
    try checkMistakes(title)
  }

  /// The cells of a line: at commas, else at semicolons, else at tabs and blanks.
  private static func cells(_ line: Substring) -> [String] {
    for separator in [",", ";", "\t"] as [Character] where line.contains(separator) {
      return line.split(separator: separator, omittingEmptySubsequences: false).map {
        String($0).trimmed
      }
    }
    return line.split(separator: " ").map(String.init)
  }
}

extension String {
  /// Without blanks and quotation marks at both ends.
  fileprivate var trimmed: String {
    var rest = self[...]
    while let first = rest.first, " \"'\r".contains(first) { rest.removeFirst() }
    while let last = rest.last, " \"'\r".contains(last) { rest.removeLast() }
    return String(rest)
  }
}
