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

  /// Whether another is this one.
  func isSame(as other: Token?) -> Bool {
    guard let other else { return false }
    return place.isOnLine(of: other.place) && place.column == other.place.column
      && text == other.text
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

/// How much a script may ask for, so that no input can exhaust the machine.
package enum Limits {
  package static let scriptBytes = 1 << 20
  package static let recordingBytes = 1 << 26
  /// How many recordings a load has for its replications.
  package static let recordings = 1000
  package static let lineBytes = 2000
  package static let diagnostics = 20
  package static let runs = 1_000_000
  package static let inclusions = 64
  package static let inclusionDepth = 8
  /// How many values a sweep has.
  package static let sweepValues = 20_000
  /// How many values the sweeps of a script list, taken together.
  package static let allSweepValues = 50_000
  /// How often a statement that names sweeps may be read, all statements taken together.
  package static let combinations = 100_000
  /// How many arms and drivers the wildcards of one expectation may pair.
  package static let matches = 10_000
  /// How many drivers all wildcards of a script may match, and how often names are compared for it.
  package static let allMatches = 20_000_000
  /// How often drivers may be paused, resumed or invalidated.
  package static let actions = 100_000
  /// How often a driver may be made anew.
  package static let lives = 1000
  /// How many lines that cannot be read are looked at closely.
  package static let guesses = 1000
  /// At how many combinations of other sweeps' values a search may try values of its own.
  package static let searches = 1000
  package static let nesting = 50
  /// How many arms `what if` may add.
  package static let changedArms = 1000
  /// 1000 days, in nanoseconds.
  package static let nanoseconds: Int64 = 1000 * 86_400 * 1_000_000_000
}
