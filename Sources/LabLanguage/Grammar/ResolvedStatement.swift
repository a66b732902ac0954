package import LabPhysics
package import LabWorkload

/// A statement at one sweep point: every `{name}` stands for the tokens of a value.
package struct ResolvedStatement {
  package let statement: Statement
  /// The tokens of the value of every sweep that the statement names.
  package let values: [String: [Token]]
  /// The index of the chosen value on every axis.
  package let point: [Int]

  /// What values may name.
  package var scope: ReadingScope

  /// Creates a statement; without values, one that names no sweep.
  package init(
    _ statement: Statement, values: [String: [Token]] = [:], point: [Int] = [],
    _ scope: ReadingScope = ReadingScope()
  ) {
    self.statement = statement
    self.values = values
    self.point = point
    self.scope = scope
  }

  /// Reads what stands at the head.
  package func head<Value>(_ slot: Slot<Value>) throws(Mistake) -> Value {
    check(slot, is: statement.form.head, "its head")
    return try read(statement.head, slot)
  }

  /// Reads a clause; `nil` if it was left out.
  package func value<Value>(_ clause: String, _ slot: Slot<Value>) throws(Mistake) -> Value? {
    let part = statement.form.clause(clause)
    check(slot, is: part.slot, clause)
    guard let tokens = statement[part] else { return nil }
    return try read(tokens, slot)
  }

  /// Reads a clause that the grammar requires.
  package func required<Value>(_ clause: String, _ slot: Slot<Value>) throws(Mistake) -> Value {
    guard let value = try value(clause, slot) else {
      preconditionFailure("the grammar lets '\(statement.form.keyword)' omit '\(clause)'")
    }
    return value
  }

  /// What is read must be what the grammar shows.
  private func check<Value>(_ slot: Slot<Value>, is shown: SlotWords?, _ part: String) {
    precondition(
      slot.words.name == shown?.name,
      "'\(statement.form.keyword)' shows \(shown?.name ?? "nothing") as \(part), not \(slot.words.name)"
    )
  }

  private func read<Value>(
    _ tokens: [Token], _ slot: Slot<Value>
  ) throws(Mistake) -> Value {
    let isBound = !tokens.contains { $0.kind == .reference }
    let bound =
      isBound ? tokens : tokens.flatMap { $0.kind == .reference ? values[$0.text] ?? [$0] : [$0] }
    var cursor = TokenCursor(bound, in: statement, scope)
    let value = try slot.read(&cursor)
    try cursor.finish()
    return value
  }
}

/// What the values of a statement may name besides sweeps.
package struct ReadingScope {
  /// The files beside the script; `nil` where no value can name one.
  package var files: InputFiles?
  /// The loads of the script.
  package var loads: [String] = []
  /// The timers and display links of the arms.
  package var drivers: [String] = []
  /// The items of the scene.
  package var items: [String] = []
  /// The scenes of the script.
  package var designs: [SceneDesign] = []
  /// How a load may come by the rules of its thread.
  package var deliveries: [Delivery] = Delivery.allCases

  package init(files: InputFiles? = nil) { self.files = files }
}
