import LabLanguage

/// A value instead of one that the script gives: of a statement, a clause or a sweep.
struct ScriptOverride {
  /// What is overridden, such as `display`, `link.ball.takes` or the name of a sweep.
  let name: String
  /// Where the name stands.
  let place: Place
  /// The value, as tokens.
  let value: [Token]
  /// The name, `=` and the value, as tokens of a sweep.
  let assignment: [Token]
  /// Where a statement begins that has this value.
  private let start: Place

  /// Takes what was typed in the option `--set`.
  init(typed name: String, _ values: String) throws(Mistake) {
    let whole = try SourceText(typed: "\(name)=\(values)", in: "--set")
    let part = try SourceText(typed: values, in: "--set")
    self.name = name
    place = Place(source: whole, line: 1, column: 1)
    start = Place(source: part, line: 1, column: 1)
    value = Lexer.tokens(of: part, line: 1)
    assignment = Lexer.tokens(of: whole, line: 1)
  }

  /// Takes a statement `set NAME = VALUE` of the script.
  init(_ statement: Statement) throws(Mistake) {
    let head = statement.head
    guard head.count > 2, head[0].kind == .word, head[1].text == "=" else {
      throw Mistake(
        head.first?.place,
        "'set' needs a name, '=' and a value. Write for example 'set display = 120 Hz'.")
    }
    name = head[0].text
    place = head[0].place
    start = head[2].place
    value = Array(head.dropFirst(2))
    assignment = head
  }

  /// The statement of a form that has this value.
  func statement(_ form: Form) throws(Mistake) -> Statement {
    try Statement(form, tokens: [keyword(of: form)] + value)
  }

  /// The sweep that has these values.
  func sweep(_ form: Form, adding more: [Token]) throws(Mistake) -> Statement {
    try Statement(form, tokens: [keyword(of: form)] + assignment + more)
  }

  private func keyword(of form: Form) -> Token {
    Token(kind: .word, text: form.keyword, place: start, length: 0, workedOut: form.keyword)
  }
}
