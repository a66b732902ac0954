import LabText

/// What a report is shown on: how wide it is, and whether it has colors.
package struct Screen: Sendable {
  /// The number of columns of a terminal; lines are no longer, unless one word is.
  package let width: Int
  let style: Style

  /// The columns where nothing else is known.
  package static let usualWidth = 80

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - width: The number of columns; at least 40 are used.
  ///   - hasColors: Whether to use the terminal's colors.
  package init(width: Int = usualWidth, hasColors: Bool = false) {
    self.width = max(40, width)
    style = Style(isOn: hasColors)
  }

  /// The sequences that set the colors of a terminal and take them back.
  package static let colors = Style.Look.allCases.map(Style.sequence)

  /// Returns text in lines of at most the width of the screen, each indented.
  package func wrapped(_ text: String, indent: Int = 0) -> [String] {
    let blank = String(repeating: " ", count: indent)
    return wrappedText(text, width: width, first: blank, rest: blank)
  }

  /// Returns text in lines of at most the width of the screen, beside a word before the first of
  /// them.
  package func hanging(_ word: String, _ text: String, indent: Int) -> [String] {
    var lines = wrapped(text, indent: indent)
    guard !lines.isEmpty else { return [word] }
    let blank = String(repeating: " ", count: max(0, indent - word.count))
    lines[0] = word + blank + lines[0].dropFirst(indent)
    return lines
  }

  /// Returns text cut to the width of the screen.
  func cut(_ text: String) -> String {
    text.count <= width ? text : text.prefix(width - 1) + "…"
  }
}
