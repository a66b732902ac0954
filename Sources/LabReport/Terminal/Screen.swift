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

extension Screen {
  /// Returns what the signs of timelines mean, those that occur, in comments, which a reader of
  /// timelines passes over.
  package func legend(of timelines: String) -> [String] {
    var signs = (driver: Set<Character>(), work: Set<Character>(), shown: Set<Character>())
    for line in timelines.split(separator: "\n") {
      guard let bar = line.firstIndex(of: "|") else { continue }
      let cells = line[bar...]
      let name = line[..<bar].filter { $0 != " " }
      if name == "shows:" {
        signs.shown.formUnion(cells)
      } else if name != "mode:", cells.contains("#") {
        signs.work.formUnion(cells)
      } else if name != "mode:" {
        signs.driver.formUnion(cells)
      }
    }
    func words(_ head: String, _ parts: [(sign: Character, words: String)], _ signs: Set<Character>)
      -> String
    {
      let known = parts.filter { signs.contains($0.sign) }.map { "\($0.sign) \($0.words)" }
      return known.isEmpty ? "" : "\(head) \(known.joined(separator: ", "))."
    }
    let two = signs.driver.contains("2") ? "a callback begins (2: two)" : "a callback begins"
    let drop =
      "the frame before again, with a cause behind it if a frame was dropped"
      + (signs.shown.contains("!") ? " ('!' where that has no room)" : "")
    let lines = [
      words(
        "Timer or link:",
        [
          ("x", two), ("=", "it runs"), ("-", "it is late"),
          ("o", "it was due, its call was left out"),
        ],
        signs.driver),
      words("Work:", [("#", "it runs"), ("-", "it waits")], signs.work),
      timelines.place(of: "\n mode:") != nil
        ? "mode: the first letter of a mode other than default." : "",
      words(
        "shows: the number of a new frame,",
        [("=", drop), ("+", "frames before it were overwritten, never shown (+2: two)")],
        signs.shown),
    ]
    return lines.filter { !$0.isEmpty }.flatMap {
      wrapped($0, indent: 2).map { "#" + $0.dropFirst() }
    }
  }

  /// Returns a timeline with what is wrong in red, if the screen has colors: double fires, dates
  /// without a callback, dropped refreshes.
  package func marked(_ timeline: String) -> String {
    guard style.isOn else { return timeline }
    return timeline.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let bar = line.firstIndex(of: "|") else { return String(line) }
      let isShown = line.hasPrefix("  shows:")
      let cells = line[bar...].split(separator: "|", omittingEmptySubsequences: false).map { cell in
        let isWrong =
          isShown
          ? cell.hasPrefix("=") && cell.dropFirst().first.map { $0.isLetter || $0 == "!" } == true
            || cell.contains("+")
          : cell.contains("o") || cell.contains { "23456789*".contains($0) }
            || cell.split(separator: "x", omittingEmptySubsequences: false).count > 2
        return isWrong ? style.red(String(cell)) : String(cell)
      }
      return line[..<bar] + cells.joined(separator: "|")
    }.joined(separator: "\n")
  }
}

/// The terminal's colors, or none.
struct Style: Sendable {
  /// What a text is.
  enum Look: String, CaseIterable, Sendable {
    case plain = "0"
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
  }

  let isOn: Bool

  func bold(_ text: String) -> String { paint(text, .bold) }
  func dim(_ text: String) -> String { paint(text, .dim) }
  func green(_ text: String) -> String { paint(text, .green) }
  func red(_ text: String) -> String { paint(text, .red) }

  func paint(_ text: String, _ look: Look) -> String {
    guard isOn, !text.isEmpty, look != .plain else { return text }
    return Self.sequence(look) + text + Self.sequence(.plain)
  }

  static func sequence(_ look: Look) -> String { "\u{1b}[\(look.rawValue)m" }
}
