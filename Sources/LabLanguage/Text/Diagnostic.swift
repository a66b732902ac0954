import LabText

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
  package let message: String
  /// The line at that place; `nil` if it is not fit to be shown.
  package let excerpt: String?

  /// The first of them: place and message.
  package var headline: String {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(path)\(place): \(severity.rawValue): \(message)".onOneLine
  }

  /// Three lines: place and message, the line itself, a caret under the column.
  ///
  ///     beat.lab:9:20: error: '16' has no unit. Write '16 ms', '16 us' or '16 s'.
  ///       timer ball every 16 in default
  ///                        ^
  package var description: String {
    guard let position, let excerpt else { return headline }
    let before = excerpt.unicodeScalars.prefix(position.column - 1)
    let indent = String(before.map { $0 == "\t" ? "\t" : " " })
    return """
      \(headline)
      \(excerpt)
      \(indent)^
      """
  }
}
