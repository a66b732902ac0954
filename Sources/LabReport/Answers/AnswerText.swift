package import LabAnswer
import LabMetrics
package import LabPictures
import LabText

/// An answer for a terminal, or for any place that shows text alone.
package struct AnswerText {
  private let screen: Screen
  private let characters: TextWriter.Characters

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - screen: What it is shown on.
  ///   - characters: With what pictures are drawn.
  package init(on screen: Screen = Screen(), _ characters: TextWriter.Characters = .plain) {
    (self.screen, self.characters) = (screen, characters)
  }

  /// Returns the paragraphs with empty lines between them, without a line feed at the end.
  package func text(of answer: Answer) -> String {
    var drawn = SignKey()
    let paragraphs = answer.paragraphs.map { parts in
      parts.flatMap { lines(of: $0, &drawn) }.joined(separator: "\n")
    }
    return paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func lines(of part: Answer.Part, _ drawn: inout SignKey) -> [String] {
    switch part {
    case .heading(let text, let isRun): return [isRun ? "# \(text)" : text]
    case .sentences(let sentences):
      return screen.wrapped(sentences.map(\.text).joined(separator: " "))
    case .list(let sentences): return sentences.flatMap { screen.wrapped($0.text, indent: 2) }
    case .table(let table): return lines(of: table)
    case .figure(let figure): return lines(of: figure, &drawn)
    case .key: return drawn.lines(on: screen)
    case .script(let script):
      return script.split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init).droppingLastBlank
    }
  }

  private func lines(of figure: Figure, _ drawn: inout SignKey) -> [String] {
    switch figure {
    case .timeline(let wide, let narrow):
      var text = wide.text(width: screen.width)
      if let narrow, text.contains("\n\n") { text = narrow.text(width: screen.width) }
      drawn.timelines += text
      return screen.marked(text).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
    case .bar(let bar, let values):
      let signs = bar.signs(over: values, width: min(screen.width, 72))
      drawn.bars += signs
      return [signs]
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

  private func lines(of table: Table) -> [String] {
    let shown = table.shown(width: screen.width)
    var cells = table.rows.map { row in shown.map { row[$0].text(in: table.columns[$0]) } }
    if let wide = shown.firstIndex(where: { table.columns[$0].givesWay }) {
      cut(&cells, at: wide, table.headings(shown))
    }
    var text = TextTable(shown.map { table.columns[$0].isNumber ? .right : .left }, screen.style)
    let headings = table.headings(shown)
    for heading in headings { text.append(heading) }
    if !headings.isEmpty { text.appendRule() }
    for row in cells { text.append(row) }
    return text.lines
  }

  /// Cuts the texts of a column to what the others leave it.
  private func cut(_ rows: inout [[String]], at column: Int, _ headings: [[String]]) {
    guard let count = rows.first?.count else { return }
    let widths = (0..<count).map { index in
      (headings + rows).map { $0[index].count }.max() ?? 0
    }
    let others = widths.reduce(0, +) - widths[column] + 2 * (count - 1)
    let room = max(30, screen.width - others)
    for index in rows.indices where rows[index][column].count > room {
      rows[index][column] = rows[index][column].prefix(room - 1) + "…"
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
      "In a bar '.' is none, '#' the most, a digit so many tenths of the most"
      + (bars.contains("?") ? ", '?' not covered." : ".")
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
  /// The most in each of some equal parts of the values, in tenths of the most of all: `.` for
  /// none, 1 to 9, `#` for the most, `?` for what was not decided.
  func signs(over values: Range<Int64>, width: Int) -> String {
    let most = parts.map(\.count).max() ?? 0
    var cells = [Int](repeating: -1, count: width)
    for part in parts {
      let first = Int((part.values.lowerBound - values.lowerBound) * Int64(width))
      let last = Int((part.values.upperBound - 1 - values.lowerBound) * Int64(width))
      for cell in first / values.count...last / values.count {
        cells[cell] = max(cells[cell], part.count)
      }
    }
    return cells.map { cell in
      cell < 0 ? "?" : cell == 0 ? "." : cell == most ? "#" : "\(max(1, cell * 10 / most))"
    }.joined()
  }
}

extension [String] {
  /// The lines without an empty one at the end.
  fileprivate var droppingLastBlank: [String] { last?.isEmpty == true ? dropLast() : self }
}
