import LabText

/// Reads values from the tokens of a clause, from left to right.
package struct TokenCursor {
  private let tokens: ArraySlice<Token>
  private var position: Int
  /// The place of what ends too early.
  private let home: Token
  package let statement: Statement
  /// What values may name.
  package let scope: ReadingScope

  package init(_ tokens: [Token], in statement: Statement, _ scope: ReadingScope = ReadingScope()) {
    self.scope = scope
    self.tokens = tokens[...]
    self.statement = statement
    position = 0
    home = tokens.last ?? statement.keyword
  }

  /// The next token; `nil` at the end.
  package var next: Token? { position < tokens.endIndex ? tokens[position] : nil }

  /// The token after the next one.
  package var afterNext: Token? { position + 1 < tokens.endIndex ? tokens[position + 1] : nil }

  /// The place of the next token, or of the last one.
  package var place: Place { (next ?? home).place }

  /// What was read since this cursor, as it stands in the file.
  package func spelling(upTo later: TokenCursor) -> String {
    tokens[position..<later.position].spelling
  }

  /// Takes the next token.
  ///
  /// - Throws: A mistake that says what is missing if there is none.
  package mutating func take(_ wanted: String) throws(Mistake) -> Token {
    guard let token = next else {
      throw Mistake(home.place, "\(wanted) is missing after '\(home.spelling)'.")
    }
    position += 1
    return token
  }

  /// Takes the next token if it is the given word or sign.
  package mutating func accept(_ text: String) -> Bool {
    guard let next, next.text == text, next.isPlain else {
      return false
    }
    position += 1
    return true
  }

  /// Takes the given word or sign.
  package mutating func expect(_ text: String) throws(Mistake) {
    guard !accept(text) else { return }
    if let next, Spelling.nearest(to: next.text, among: [text]) != nil {
      throw Mistake(place, "'\(next.spelling)' is not expected here. Did you mean '\(text)'?")
    }
    let found = next.map { " before '\($0.spelling)'" } ?? " after '\(home.spelling)'"
    throw Mistake(place, "'\(text)' is missing\(found).")
  }

  /// Takes everything.
  package mutating func takeRest() -> [Token] {
    defer { position = tokens.endIndex }
    return Array(tokens[position...])
  }

  /// Makes sure that nothing is left.
  package func finish() throws(Mistake) {
    if let next { throw statement.unexpected(next) }
  }

  /// Reads one value.
  package mutating func read<Value>(_ slot: Slot<Value>) throws(Mistake) -> Value {
    try slot.read(&self)
  }

  /// Reads one or more values with commas between them.
  package mutating func list<Value>(
    _ read: (inout TokenCursor) throws(Mistake) -> Value
  ) throws(Mistake) -> [Value] {
    var values = [try read(&self)]
    while accept(",") { values.append(try read(&self)) }
    return values
  }
}
