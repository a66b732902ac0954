/// Cuts a line into tokens.
package struct Lexer {
  private let source: SourceText
  private let line: Int
  private let scalars: [Unicode.Scalar]
  private var position = 0

  /// Returns the tokens of a line, without its comment.
  package static func tokens(of source: SourceText, line: Int) -> [Token] {
    var lexer = Lexer(source: source, line: line)
    var tokens: [Token] = []
    while let token = lexer.next() { tokens.append(token) }
    return tokens
  }

  /// Returns the tokens of a text that the lab worked out from what stands at a place.
  package static func tokens(workedOut text: String, from place: Place) -> [Token] {
    let tokens = tokens(of: SourceText(path: place.source.path, line: text), line: 1)
    return tokens.map { token in
      Token(
        kind: token.kind, text: token.text, place: place, length: token.length,
        workedOut: token.spelling)
    }
  }

  private init(source: SourceText, line: Int) {
    self.source = source
    self.line = line
    scalars = Array(source.lines[line - 1].unicodeScalars)
  }

  private subscript(offset: Int) -> Unicode.Scalar {
    position + offset < scalars.count ? scalars[position + offset] : "\n"
  }

  private mutating func next() -> Token? {
    let start = position
    while self[0].isBlank { position += 1 }
    guard position < scalars.count else { return nil }
    // A comment starts a line or follows a blank, so that a file name may hold the sign.
    if self[0] == "#", start == 0 || position > start { return nil }
    if self[0].isDigit { return number() }
    if self[0].isLetter || isWildcard { return word() }
    return reference() ?? sign()
  }

  /// Whether a star stands for letters of a name; alone it multiplies.
  private var isWildcard: Bool {
    guard self[0] == "*" else { return false }
    return self[1].isWordPart || (self[1] == "." || self[1] == "-") && self[2].isWordPart
  }

  private mutating func number() -> Token {
    var length = run(from: 0) { $0.isDigit }
    if self[length] == ".", self[length + 1].isDigit {
      length = run(from: length + 1) { $0.isDigit }
    }
    return take(length, as: .number)
  }

  private mutating func word() -> Token {
    var length = run(from: 0) { $0.isWordPart }
    while self[length] == "-" || self[length] == ".", self[length + 1].isWordPart {
      length = run(from: length + 1) { $0.isWordPart }
    }
    return take(length, as: .word)
  }

  private mutating func reference() -> Token? {
    guard self[0] == "{" else { return nil }
    let length = run(from: 1) { $0 != "}" && $0 != "\n" }
    guard self[length] == "}" else { return nil }
    let name = String(String.UnicodeScalarView(scalars[position + 1..<position + length]))
    return take(length + 1, as: .reference, text: name)
  }

  private mutating func sign() -> Token {
    let pair = String(self[0]) + String(self[1])
    if ["..", "==", "!=", "<=", ">=", "+-", "&&", "||"].contains(pair) {
      return take(2, as: .sign)
    }
    let canonical: [Unicode.Scalar: String] = [
      "≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "*": "×", "÷": "/", "±": "+-",
    ]
    return take(1, as: .sign, text: canonical[self[0]])
  }

  private func run(from offset: Int, while holds: (Unicode.Scalar) -> Bool) -> Int {
    var length = offset
    while holds(self[length]) { length += 1 }
    return length
  }

  private mutating func take(_ length: Int, as kind: Token.Kind, text: String? = nil) -> Token {
    let range = position..<position + length
    position += length
    return Token(
      kind: kind,
      text: text ?? String(String.UnicodeScalarView(scalars[range])),
      place: Place(source: source, line: line, column: range.lowerBound + 1),
      length: length)
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\u{a0}" }
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

  /// Latin letters, and both signs that are read as micro.
  fileprivate var isLetter: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" || self == "µ"
      || self == "μ"
  }

  fileprivate var isWordPart: Bool { isLetter || isDigit || self == "*" }
}
