extension Grammar {
  /// The statements without which there is nothing to run.
  package static let needed: [(keyword: String, value: String, purpose: String)] = [
    ("display", "60 Hz", "when the display refreshes"), ("run", "10 s", "how long every run lasts"),
    ("arm", "timer", "what drives the animation"),
  ]

  /// Every kind of value that some statement takes, in their order.
  package static let slots: [SlotWords] = {
    var names: Set<String> = []
    return forms.flatMap { [$0.head].compactMap { $0 } + $0.clauses.map { $0.slot } }
      .filter { names.insert($0.name).inserted }
  }()

  /// Returns the form of a statement, or `nil` if there is no such statement.
  package static func form(_ keyword: String) -> Form? { forms.first { $0.keyword == keyword } }

  /// Returns the form of a statement that the grammar has.
  package static func known(_ keyword: String) -> Form {
    guard let form = form(keyword) else { preconditionFailure("no statement '\(keyword)'") }
    return form
  }
}
