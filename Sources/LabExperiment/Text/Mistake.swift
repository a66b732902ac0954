/// A mistake of the user, where it was found.
package struct Mistake: Error {
  /// Where; `nil` when the whole file is meant.
  var place: Place?
  /// What is wrong and what to write instead, in whole sentences.
  var message: String
  /// Whether an earlier mistake may have hidden the name that this one misses.
  var isAboutName = false

  package init(_ place: Place?, _ message: String, isAboutName: Bool = false) {
    self.place = place
    self.message = message
    self.isAboutName = isAboutName
  }

  /// What the user sees.
  func diagnostic(path: String) -> Diagnostic {
    Diagnostic(
      path: place?.source.path ?? path,
      position: place.map { Diagnostic.Position(line: $0.line, column: $0.column) },
      message: message,
      excerpt: place.map { $0.source.lines[$0.line - 1] })
  }
}

/// A column of a line of a file.
package struct Place: Sendable {
  let source: SourceText
  /// The line, from 1.
  let line: Int
  /// The column, from 1, in Unicode scalars.
  let column: Int

  package init(source: SourceText, line: Int, column: Int) {
    self.source = source
    self.line = line
    self.column = column
  }

  /// The line, and the file.
  var words: String { "line \(line) of '\(source.path)'" }

  /// Whether both places are on one line of one file.
  func isOnLine(of other: Place) -> Bool { source === other.source && line == other.line }
}
