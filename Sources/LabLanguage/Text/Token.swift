/// A word, a number or a sign of a line.
package struct Token: Sendable {
  package enum Kind: Sendable {
    /// Letters, digits, `_`, and inside it `-`, `.` and the wildcard `*`.
    case word
    /// Digits with at most one decimal point.
    case number
    /// `{name}`; the text is the name alone.
    case reference
    /// Anything else, spelt in one way: `≤` is `<=`, `−` is `-`, `*` is `×`, `÷` is `/`, `±` is
    /// `+-`.
    case sign
  }

  package let kind: Kind
  package let text: String
  package let place: Place
  /// The Unicode scalars it covers on its line.
  package let length: Int
  /// The text of a token that stands in no file because the lab worked it out.
  package var workedOut: String?

  package init(kind: Kind, text: String, place: Place, length: Int, workedOut: String? = nil) {
    (self.kind, self.text, self.place) = (kind, text, place)
    (self.length, self.workedOut) = (length, workedOut)
  }

  /// Whether this is a word or a sign of the language rather than a number or a `{name}`.
  package var isPlain: Bool { kind == .word || kind == .sign }

  /// Whether a place is inside it.
  package func covers(_ other: Place?) -> Bool {
    guard let other, other.line == place.line else { return false }
    return (place.column..<place.column + max(1, length)).contains(other.column)
  }

  /// The text as it stands in the file.
  package var spelling: String { workedOut ?? [self].spelling }

  /// Returns the place inside this token that follows a part of its text.
  package func place(after part: String) -> Place {
    Place(source: place.source, line: place.line, column: place.column + part.unicodeScalars.count)
  }
}

extension BidirectionalCollection<Token> {
  /// The text as it stands in the file, from the first of these tokens of one line to the last.
  package var spelling: String {
    guard let first, let last else { return "" }
    guard first.workedOut == nil else { return map({ $0.spelling }).joined(separator: " ") }
    return first.place.source.text(
      line: first.place.line, columns: first.place.column - 1..<last.place.column - 1 + last.length)
  }
}
