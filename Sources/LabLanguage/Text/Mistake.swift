import LabText

/// A mistake of the user, where it was found.
package struct Mistake: Error {
  /// Where; `nil` when the whole file is meant.
  package var place: Place?
  /// What is wrong and what to write instead, in whole sentences.
  package var message: String
  /// Whether an earlier mistake may have hidden the name that this one misses.
  package var isAboutName = false
  /// Where a value stands that another statement uses and that is wrong there, or may be.
  package var cause: Place?
  /// What may have been meant; worked out only for a mistake that is shown.
  private var hint: Hint?
  /// Whether the line is shown; not if it is not fit to be shown.
  private var showsLine: Bool
  /// What follows the hint.
  private var addition = ""
  /// Where more is told, unless the hint says what to write; `nil` for nowhere.
  private let ownReference: Reference?

  package init(
    _ place: Place?, _ message: String, isAboutName: Bool = false, hint: Hint? = nil,
    reference: Reference? = nil, showsLine: Bool = true
  ) {
    ownReference = reference
    self.showsLine = showsLine
    self.place = place
    self.message = message
    self.isAboutName = isAboutName
    self.hint = hint
  }

  /// Returns the mistake with another sentence at its end.
  package func adding(_ sentence: String) -> Mistake {
    var mistake = self
    mistake.addition += sentence
    return mistake
  }

  /// The whole text.
  package var text: String { said + (reference?.sentence ?? "") }

  private var said: String { message + (hint?.text ?? "") + addition }

  private var reference: Reference? { hint?.text.isEmpty ?? true ? ownReference : nil }

  /// What the user sees.
  package func diagnostic(path: String) -> Diagnostic {
    guard showsLine, let better = Habit.mistake(behind: self) else { return plain(path: path) }
    return better.plain(path: path)
  }

  private func plain(path: String) -> Diagnostic {
    Diagnostic(
      path: place?.source.path ?? path,
      position: place.map { Diagnostic.Position(line: $0.line, column: $0.column) },
      said: said, reference: reference,
      excerpt: showsLine ? place.map { $0.source.lines[$0.line - 1] } : nil)
  }
}

/// What a misspelt word may have meant.
package struct Hint: Sendable {
  private let words: @Sendable () -> String

  /// Creates a hint from what works it out, as a sentence after a space.
  package init(_ words: @escaping @Sendable () -> String) { self.words = words }

  /// Creates a hint: ` Did you mean 'x'?`, or what is said otherwise.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - otherwise: What is said if no candidate is near; `nil` for the candidates, if they are
  ///     few.
  ///   - candidates: The words that may have been meant.
  package init(
    _ word: String, otherwise: String? = nil, among candidates: @escaping @Sendable () -> [String]
  ) {
    self.init {
      guard let otherwise else { return Spelling.choice(for: word, among: candidates()) }
      let hint = Spelling.hint(for: word, among: candidates())
      return hint.isEmpty ? otherwise : hint
    }
  }

  /// The sentence.
  package var text: String { words() }
}

/// What the language has for a mistake: a command shows it in a terminal, and a page itself.
package enum Reference: Hashable, Sendable {
  /// How the statement of a keyword is written.
  case form(String)
  /// How all statements are written.
  case statements
  /// What all metrics are.
  case metrics

  /// Which command shows it, as a sentence after a space.
  fileprivate var sentence: String {
    switch self {
    case .form(let keyword): " 'runlooplab explain \(keyword)' shows its form."
    case .statements: " 'runlooplab help language' shows them all."
    case .metrics: " 'runlooplab explain' lists all."
    }
  }

  /// What it is called.
  package var title: String {
    switch self {
    case .form(let keyword): "The form of '\(keyword)'"
    case .statements: "All statements"
    case .metrics: "All metrics"
    }
  }

  /// What it says; `nil` of metrics, which the language does not know.
  package var text: String? {
    switch self {
    case .form(let keyword): ScriptLanguage.reference(of: keyword) ?? ""
    case .statements: ScriptLanguage.reference
    case .metrics: nil
    }
  }
}

/// A column of a line of a file.
package struct Place: Sendable {
  package let source: SourceText
  /// The line, from 1.
  package let line: Int
  /// The column, from 1, in Unicode scalars.
  package let column: Int

  package init(source: SourceText, line: Int, column: Int) {
    self.source = source
    self.line = line
    self.column = column
  }

  /// The line, and the file.
  package var words: String { "line \(line) of '\(source.path)'" }

  /// Whether both places are on one line of one file.
  package func isOnLine(of other: Place) -> Bool { source === other.source && line == other.line }
}

extension Place: Equatable {
  /// Whether both places are the same column of one line of one file.
  package static func == (one: Place, other: Place) -> Bool {
    one.isOnLine(of: other) && one.column == other.column
  }
}

extension [Mistake] {
  /// A value that is wrong in many statements once, and nothing that follows from it.
  fileprivate var unexplained: [Mistake] {
    var wrong: [Place] = []
    let first = filter { mistake in
      guard let cause = mistake.cause, mistake.place == cause else { return true }
      guard !wrong.contains(cause) else { return false }
      wrong.append(cause)
      return true
    }
    return first.filter { mistake in
      mistake.place == mistake.cause || !(mistake.cause.map(wrong.contains) ?? false)
    }
  }
}

extension Mistake {
  /// Adds the line that uses a value to a mistake in a sweep's values.
  package func used(in statement: Statement, as words: String?) -> Mistake {
    guard let place, !place.isOnLine(of: statement.keyword.place) else { return self }
    var mistake = self
    mistake.cause = place
    guard place.source === statement.keyword.place.source else { return mistake }
    let line = statement.keyword.place.line
    return mistake.adding(" (Line \(line) uses \(words ?? "this value").)")
  }
}

/// A mistake in an input file as it is shown: the place, what is wrong, and the remedy.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// A line and a column, both counted from 1; columns are Unicode scalars.
  package struct Position: Hashable, Sendable, Comparable {
    /// The line.
    package let line: Int
    /// The column.
    package let column: Int

    /// Returns whether one position stands before another.
    package static func < (lhs: Position, rhs: Position) -> Bool {
      (lhs.line, lhs.column) < (rhs.line, rhs.column)
    }
  }

  /// What kind of message this is.
  package enum Severity: String, Hashable, Sendable {
    /// The script cannot be used.
    case error
    /// The script can be used; its author may want to know something.
    case note
  }

  /// What kind of message this is.
  package var severity = Severity.error
  /// The file.
  package let path: String
  /// The place in the file; `nil` when the whole file is meant.
  package let position: Position?
  /// What is wrong and what to write instead.
  package let said: String
  /// Where more is told; `nil` for nowhere.
  package let reference: Reference?
  /// The line at that place; `nil` if it is not fit to be shown.
  package let excerpt: String?

  /// What is wrong, what to write instead, and where more is told.
  package var message: String { said + (reference?.sentence ?? "") }

  /// The first of them: place and message.
  package var headline: String {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(path)\(place): \(severity.rawValue): \(message)".onOneLine
  }

  /// How much of a line is shown, in Unicode scalars.
  private static let shown = 160

  /// Three lines: place and message, the line itself, a caret under the column.
  ///
  /// Of a long line, what stands around the place is shown.
  ///
  ///     beat.lab:9:20: error: '16' has no unit. Write '16 ms', '16 us' or '16 s'.
  ///       timer ball every 16 in default
  ///                        ^
  package var description: String {
    guard let position, let excerpt else { return headline }
    let scalars = Array(excerpt.unicodeScalars)
    let last = max(0, scalars.count - Self.shown)
    let first = min(last, max(0, position.column - 1 - Self.shown / 2))
    let end = min(scalars.count, first + Self.shown)
    let before = first == 0 ? "" : "…"
    let line =
      before + String(String.UnicodeScalarView(scalars[first..<end]))
      + (end == scalars.count ? "" : "…")
    let indent = String(
      line.unicodeScalars.prefix(position.column - 1 - first + before.count).map {
        $0 == "\t" ? "\t" : " "
      })
    return """
      \(headline)
      \(line)
      \(indent)^
      """
  }
}

/// The mistakes that kept a script from being read, in the order of its lines.
package struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first mistakes, 20 at most.
  package let diagnostics: [Diagnostic]
  /// How many more there are.
  package let omitted: Int

  package init(_ all: [Mistake], path: String) {
    let mistakes = all.unexplained
    let sorted = mistakes.enumerated().sorted { first, second in
      let paths = (first.element.path ?? path, second.element.path ?? path)
      guard paths.0 == paths.1 else {
        return paths.0 == path || paths.1 != path && paths.0 < paths.1
      }
      return (first.element.position, first.offset) < (second.element.position, second.offset)
    }
    var diagnostics: [Diagnostic] = []
    // Of several mistakes one habit may be the reason.
    for mistake in sorted.prefix(Limits.diagnostics) {
      let diagnostic = mistake.element.diagnostic(path: path)
      guard !diagnostics.contains(diagnostic) else { continue }
      let last = diagnostics.lastIndex { !$0.isBehind(diagnostic) }
      diagnostics.insert(diagnostic, at: last.map { $0 + 1 } ?? 0)
    }
    self.diagnostics = diagnostics
    omitted = mistakes.count - sorted.prefix(Limits.diagnostics).count
  }

  /// Whether the command line is wrong rather than a file.
  package var isAboutOptions: Bool { diagnostics.allSatisfy { $0.path.hasPrefix("--") } }

  /// All diagnostics, one after the other.
  package var description: String {
    let rest = omitted == 0 ? [] : ["… and \(omitted) more."]
    return (diagnostics.map { $0.description } + rest).joined(separator: "\n")
  }
}

extension Diagnostic {
  /// Whether this one stands behind another on its line.
  fileprivate func isBehind(_ other: Diagnostic) -> Bool {
    guard let own = position, let place = other.position, path == other.path else { return false }
    return own.line == place.line && own.column > place.column
  }
}

extension Mistake {
  fileprivate var path: String? { place?.source.path }

  /// Mistakes without a place concern the whole file and come last, in the order found.
  fileprivate var position: Diagnostic.Position {
    Diagnostic.Position(line: place?.line ?? .max, column: place?.column ?? 0)
  }
}
