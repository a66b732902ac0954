import LabText

/// A mistake of the user, where it was found.
package struct Mistake: Error {
  /// Where; `nil` when the whole file is meant.
  package var place: Place?
  /// What is wrong and what to write instead, in whole sentences.
  package var message: String
  /// Whether an earlier mistake may have hidden the name that this one misses.
  package var isAboutName = false
  /// What may have been meant; worked out only for a mistake that is shown.
  private var hint: Hint?
  /// Whether the line is shown; not if it is not fit to be shown.
  private var showsLine: Bool
  /// What follows the hint.
  private var addition = ""

  package init(
    _ place: Place?, _ message: String, isAboutName: Bool = false, hint: Hint? = nil,
    showsLine: Bool = true
  ) {
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
  package var text: String { message + (hint?.text ?? "") + addition }

  /// What the user sees.
  package func diagnostic(path: String) -> Diagnostic {
    guard showsLine, let better = Habit.mistake(behind: self) else { return plain(path: path) }
    return better.plain(path: path)
  }

  private func plain(path: String) -> Diagnostic {
    Diagnostic(
      path: place?.source.path ?? path,
      position: place.map { Diagnostic.Position(line: $0.line, column: $0.column) },
      message: text,
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

extension Mistake {
  /// Adds the line that uses a value to a mistake in a sweep's values.
  package func used(in statement: Statement, value: String? = nil) -> Mistake {
    guard let place, !place.isOnLine(of: statement.keyword.place),
      place.source === statement.keyword.place.source
    else { return self }
    let value = value.map { "'\($0)'" } ?? "this value"
    return adding(" (Line \(statement.keyword.place.line) uses \(value).)")
  }
}
