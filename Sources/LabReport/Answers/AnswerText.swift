package import LabAnswer
import LabMetrics
package import LabPictures
import LabText

/// An answer for a terminal, or for any place that shows text alone.
package struct AnswerText {
  private let screen: Screen
  private let characters: TextWriter.Characters

  package init(on screen: Screen = Screen(), _ characters: TextWriter.Characters = .plain) {
    (self.screen, self.characters) = (screen, characters)
  }

  /// Returns the paragraphs with empty lines between them, without a line feed at the end.
  package func text(of answer: Answer) -> String {
    (lines(of: answer.paragraphs)
      + (answer.next.isEmpty ? [] : [""] + answer.next.map { "Next: \($0)" }))
      .joined(separator: "\n")
  }

  /// Returns the lines of some paragraphs, with an empty one between them; the key of the signs
  /// stands before the first drawing that it explains.
  func lines(of paragraphs: [[Answer.Part]]) -> [String] {
    var drawn = SignKey()
    var texts = paragraphs.map { parts in parts.flatMap { lines(of: $0, &drawn) } }
    let first = paragraphs.firstIndex { parts in parts.contains { $0.isDrawing } }
    if let first, paragraphs.contains(where: { $0.contains { $0.isKey } }) {
      texts.insert(drawn.lines(on: screen), at: first)
    }
    return texts.filter { !$0.isEmpty }.reduce(into: []) { all, lines in
      all += (all.isEmpty ? [] : [""]) + lines
    }
  }

  private func lines(of part: Answer.Part, _ drawn: inout SignKey) -> [String] {
    switch part {
    case .heading(let text, let isRun): return [isRun ? "# \(text)" : screen.style.bold(text)]
    case .sentences(let sentences):
      let text = sentences.map { $0.text }.joined(separator: " ")
      // What follows a number stands below it as the items of a list do.
      let isNumbered = text.drop { $0.isNumber }.hasPrefix(". ")
      return wrappedText(text, width: screen.width, rest: isNumbered ? "  " : "")
    case .list(let sentences):
      // People copy code.
      return sentences.flatMap {
        $0.name == "code" ? ["  " + $0.text] : screen.wrapped($0.text, indent: 2)
      }
    case .table(let table): return lines(of: table)
    case .figure(let figure): return lines(of: figure, &drawn)
    case .key: return []
    case .terms(let terms):
      let indent = 2 + (terms.map { $0.word.count }.max() ?? 0)
      return terms.flatMap { screen.hanging($0.word, $0.meaning, indent: indent) }
    case .script(let script):
      return script.split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init).droppingLastBlank
    case .command(let command): return ["    " + command]
    case .checks(let checks): return checks.flatMap(lines)
    }
  }

  /// What was to hold, with what was measured beside it or, where that has no room, below.
  private func lines(of check: Answer.Check) -> [String] {
    let (style, sign) = (screen.style, check.outcome.sign)
    let (mark, text, measured) =
      switch check.outcome {
      case .holds: (style.green(sign), check.words, check.measured)
      case .answered, .undecided: (sign, style.dim(check.words), check.measured)
      case .fails, .mistaken:
        (style.red(sign), style.bold(check.words), style.red(check.measured))
      }
    let head = "\(mark) \(text)"
    let isFitting = 4 + check.words.count + check.measured.count <= screen.width
    return
      (check.measured.isEmpty
      ? [head]
      : isFitting
        ? ["\(head)  \(measured)"] : [head] + screen.wrapped(measured, indent: 4))
      + screen.wrapped(check.details, indent: 4) + (check.command.map { ["    " + $0] } ?? [])
  }

  private func lines(of figure: Figure, _ drawn: inout SignKey) -> [String] {
    switch figure {
    case .timeline(let wide, let narrow):
      var text = wide.text(width: screen.width)
      if let narrow, text.place(of: "\n\n") != nil { text = narrow.text(width: screen.width) }
      drawn.timelines += text
      return screen.marked(text).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
    case .bar(let bar, let values):
      let signs = bar.signs(over: values, width: min(screen.width, 72))
      drawn.bars += signs
      return signs.split(separator: "\n").map(String.init)
    case .strip(let strip):
      let signs = strip.signs(width: screen.width)
      drawn.strips += signs
      return [signs]
    case .picture(let picture):
      let writer = TextWriter(characters, colours: screen.style.isOn)
      return screen.wrapped("\(picture.name). \(picture.caption)")
        + ["", writer.text(of: picture)]
    }
  }

  // MARK: Tables

  /// A table as wide as the screen: first texts are cut, then columns are left out; where that does
  /// not do, each row is a sentence.
  private func lines(of table: Table) -> [String] {
    let all = table.shown(width: screen.width)
    var shown = all
    var text = drawn(table, shown)
    while text.width > screen.width {
      guard let spare = shown.lastIndex(where: { table.columns[$0].room == .spare }) else {
        if table.columns.contains(where: { $0.room == .cut }) { return sentences(of: table, shown) }
        break
      }
      shown.remove(at: spare)
      text = drawn(table, shown)
    }
    let head = text.rows.count - table.rows.count + (text.rows.count > table.rows.count ? 1 : 0)
    let titles = table.titles
    let lines = text.lines.enumerated().flatMap { index, line in
      (titles[index - head].map { [$0] } ?? []) + [line]
    }
    let hidden = all.filter { !shown.contains($0) }.map { table.columns[$0].name }
    guard let hint = table.hint, !hidden.isEmpty else { return lines }
    return lines + screen.wrapped("… no room for \(hidden.joined(separator: ", ")); \(hint).")
  }

  private func drawn(_ table: Table, _ shown: [Int]) -> TextTable {
    var cells = table.texts(shown)
    var headings = table.headings(shown)
    if let wide = shown.firstIndex(where: { table.columns[$0].room == .cut }) {
      cut(&cells, &headings, at: wide)
    }
    var text = TextTable(shown.map { table.columns[$0].isNumber ? .right : .left }, screen.style)
    for heading in headings { text.append(heading) }
    if !headings.isEmpty { text.appendRule() }
    for (row, texts) in cells.enumerated() {
      text.append(
        zip(shown, texts).map { column, cell in
          let isStrong = table.strong[row]?.contains(column) == true
          let look: Style.Look =
            isStrong ? .bold : table.rows[row][column].isEmpty ? .dim : .plain
          return TextTable.Cell(text: cell, look: look)
        })
    }
    return text
  }

  /// The least room that is left to a text which is cut.
  private static let leastRoom = 16

  /// Cuts the texts of a column to what the others leave it.
  private func cut(_ rows: inout [[String]], _ headings: inout [[String]], at column: Int) {
    guard let count = rows.first?.count else { return }
    let widths = (0..<count).map { index in
      (headings + rows).map { $0[index].count }.max() ?? 0
    }
    let others = widths.reduce(0, +) - widths[column] + 2 * (count - 1)
    let room = max(Self.leastRoom, screen.width - others)
    func cut(_ text: String) -> String {
      text.count <= room ? text : text.prefix(room - 1) + "…"
    }
    for index in rows.indices { rows[index][column] = cut(rows[index][column]) }
    for index in headings.indices { headings[index][column] = cut(headings[index][column]) }
  }

  /// Each row as a sentence, with the names of its columns, but for those of texts that are cut.
  private func sentences(of table: Table, _ shown: [Int]) -> [String] {
    let names = zip(shown, table.names(shown)).map { index, name in
      table.columns[index].room == .cut ? "" : name
    }
    let titles = table.titles
    return table.texts(shown).enumerated().flatMap { index, row in
      let parts = zip(names, row).dropFirst().filter { !$1.isEmpty }
        .map { [$0, $1].filter { !$0.isEmpty }.joined(separator: " ") }
      let sentence = [row[0] + ":", parts.joined(separator: ", ")].joined(separator: " ")
      return (titles[index].map { [$0] } ?? [])
        + wrappedText(sentence, width: screen.width, first: "", rest: "    ")
    }
  }
}

extension Answer.Part {
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }

  /// Whether it is drawn with signs.
  fileprivate var isDrawing: Bool {
    switch self {
    case .figure(.timeline), .figure(.bar), .figure(.strip): true
    default: false
    }
  }
}

/// What the signs of some drawings mean.
struct SignKey {
  var timelines = ""
  var bars = ""
  var strips = ""

  func lines(on screen: Screen) -> [String] {
    let words =
      "Each sign of a bar is the usual count of its phases: '.' none, '#' the most, a digit so many"
      + " tenths of the most" + (bars.contains("?") ? ", '?' not covered" : "")
      + (bars.contains("^") ? "; '^' marks the range that is advised." : ".")
    return (timelines.isEmpty ? [] : screen.legend(of: timelines))
      + (bars.isEmpty ? [] : screen.wrapped(words))
      + (strips.isEmpty ? [] : screen.wrapped(stripWords))
  }

  private var stripWords: String {
    let signs = [("+", "longer"), ("-", "shorter")].filter { strips.contains($0.0) }
    let others = signs.map { ", '\($0)' \($1)" }.joined()
    return "In a strip '=' is within a tenth of the period\(others)."
  }
}

extension PhaseBars.Bar {
  /// The signs of some equal parts of the values, and below them where it is best.
  ///
  /// A sign is the count that most of its part has, in tenths of the most of all signs: `.` for
  /// none, 1 to 9, `#` for the most, `?` for what was not decided.
  func signs(over values: Range<Int64>, width: Int) -> String {
    let cells = (0..<width).map { cell in
      let edges = [cell, cell + 1].map {
        values.lowerBound + Int64($0) * Int64(values.count) / Int64(width)
      }
      return edges[0]..<max(edges[0] + 1, edges[1])
    }
    let counts = cells.map { cell in
      var widths: [Int: Int] = [:]
      for part in parts where part.values.overlaps(cell) {
        widths[part.count, default: 0] += part.values.clamped(to: cell).count
      }
      return widths.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }
    let most = counts.compactMap { $0 }.max() ?? 0
    let signs = counts.map { count in
      guard let count else { return "?" }
      return count == 0 ? "." : count == most ? "#" : "\(max(1, count * 10 / most))"
    }
    guard let best else { return signs.joined() }
    let marks = cells.map { 2 * best.clamped(to: $0).count > $0.count ? "^" : " " }
    let end = (marks.lastIndex(of: "^") ?? -1) + 1
    return signs.joined() + (end > 0 ? "\n" + marks[..<end].joined() : "")
  }
}

extension [String] {
  /// The lines without an empty one at the end.
  fileprivate var droppingLastBlank: [String] { last?.isEmpty == true ? dropLast() : self }
}
