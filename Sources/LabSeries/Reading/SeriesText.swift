import LabText

/// The numbers of a pasted text, each with its line.
struct SeriesText {
  /// A number of the list.
  struct Value {
    let number: SeriesNumber
    let line: Int
  }

  private(set) var values: [Value] = []
  private(set) var mistakes: [SeriesMistake] = []
  /// Whether they are times of day.
  private(set) var isClock = false

  init(_ text: String, title: String, column: String?) throws(InputError) {
    var lines: [(number: Int, text: Substring, content: SeriesLine)] = []
    var number = 0
    // A line that ends in CR LF is one character to Swift, and both ends are ends.
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let clean = line.drop { $0 == "\u{feff}" || $0 == " " || $0 == "\t" }
      if clean.isEmpty || clean.hasPrefix("#") { continue }
      lines.append((number, clean, SeriesLine(clean)))
    }
    if let column {
      try take(column, of: lines.map { ($0.number, $0.text) }, title)
      return
    }
    let told = lines.filter { !$0.content.numbers.isEmpty || $0.content.clock != nil }
    let bare = told.filter { $0.content.words.isEmpty && $0.content.clock == nil }
    if bare.count * 2 < told.count {
      takeConsole(lines)
    } else if Self.isTable(bare.map(\.content)) {
      try takeTable(lines.map { ($0.number, $0.text) }, title)
      return
    } else {
      for line in lines {
        if line.content.words.isEmpty, line.content.clock == nil {
          values += line.content.numbers.map { Value(number: $0, line: line.number) }
        } else if !(values.isEmpty && line.content.numbers.isEmpty && mistakes.isEmpty) {
          // The first line without numbers is a head.
          mistakes.append(SeriesMistake(line: line.number, text: line.text))
        }
      }
    }
    try checkMistakes(title)
  }

  /// Lines of a console: the last number of each, or its time of day if it has no other number.
  private mutating func takeConsole(
    _ lines: [(number: Int, text: Substring, content: SeriesLine)]
  ) {
    let numbers = lines.count { !$0.content.numbers.isEmpty }
    let clocks = lines.count { $0.content.clock != nil }
    isClock = clocks > numbers
    for line in lines {
      if let number = isClock ? line.content.clock : line.content.numbers.last {
        values.append(Value(number: number, line: line.number))
      } else if !(values.isEmpty && mistakes.isEmpty) {
        mistakes.append(SeriesMistake(line: line.number, text: line.text))
      }
    }
  }

  /// Whether four lines or more have the same number of several numbers each.
  private static func isTable(_ lines: [SeriesLine]) -> Bool {
    guard lines.count >= 4, let width = lines.first?.numbers.count, width > 1 else { return false }
    return lines.allSatisfy { $0.numbers.count == width }
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
  /// Takes the only column of numbers of a table.
  private mutating func takeTable(
    _ lines: [(number: Int, text: Substring)], _ title: String
  ) throws(InputError) {
    let first = Self.cells(lines[0].text)
    let head = first.allSatisfy { SeriesNumber($0) == nil } ? first : nil
    let names = head ?? first.indices.map { "\($0 + 1)" }
    let example = names.last ?? "1"
    throw InputError(
      path: title, line: lines[0].number,
      "\(first.count) columns of numbers stand side by side: \(Spelling.list(names, "and"))."
        + " Name the one that holds the list: --column '\(example)'.")
  }

  /// Takes the column of a name, or at a position from 1.
  private mutating func take(
    _ column: String, of lines: [(number: Int, text: Substring)], _ title: String
  ) throws(InputError) {
    guard let first = lines.first else { return }
    let head = Self.cells(first.text)
    let named = head.firstIndex { $0.lowercased() == column.lowercased() }
    guard let place = named ?? Int(column).map({ $0 - 1 }), place >= 0, place < head.count else {
      throw InputError(
        path: title, line: first.number,
        "there is no column '\(column)'." + Spelling.choice(for: column, among: head))
    }
    for (index, line) in lines.enumerated() {
      let cells = Self.cells(line.text)
      let cell = place < cells.count ? cells[place] : ""
      let content = SeriesLine(cell[...])
      if content.words.isEmpty, let number = content.clock ?? content.numbers.first {
        isClock = content.clock != nil
        values.append(Value(number: number, line: line.number))
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
