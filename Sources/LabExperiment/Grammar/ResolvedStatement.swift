/// A statement at one sweep point: every `{name}` stands for the tokens of a value.
struct ResolvedStatement {
  let statement: Statement
  /// The tokens of the value of every sweep that the statement names.
  let values: [String: [Token]]
  /// The index of the chosen value on every axis.
  let point: [Int]

  /// Reads what stands at the head.
  func head<Value>(_ reader: ValueReader<Value>) throws(Mistake) -> Value {
    try read(statement.head, reader)
  }

  /// Reads a clause; `nil` if it was left out.
  func value<Value>(_ clause: String, _ reader: ValueReader<Value>) throws(Mistake) -> Value? {
    guard let tokens = statement[clause] else { return nil }
    return try read(tokens, reader)
  }

  /// Reads a clause that the grammar requires.
  func required<Value>(_ clause: String, _ reader: ValueReader<Value>) throws(Mistake) -> Value {
    guard let value = try value(clause, reader) else {
      preconditionFailure("the grammar lets '\(statement.form.keyword)' omit '\(clause)'")
    }
    return value
  }

  private func read<Value>(
    _ tokens: [Token], _ reader: ValueReader<Value>
  ) throws(Mistake) -> Value {
    let isBound = !tokens.contains { $0.kind == .reference }
    let bound =
      isBound ? tokens : tokens.flatMap { $0.kind == .reference ? values[$0.text] ?? [$0] : [$0] }
    var cursor = TokenCursor(bound, in: statement)
    let value = try reader.read(&cursor)
    try cursor.finish()
    return value
  }
}
