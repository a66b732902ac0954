import LabText

/// The form of a statement: its keyword, what stands at its head, and its clauses.
package struct Form: Sendable {
  /// What a statement says; who works on statements of a role works on a new one of it.
  package enum Role: Sendable {
    /// Of which text the script is made.
    case script
    /// What the experiment is called, asks and answers.
    case words
    /// What happens in every run.
    case setting
    /// How often runs are repeated, and with which draws.
    case repetition
    /// Values that vary.
    case sweep
    /// Which of them there are.
    case restriction
    /// What is done under way.
    case event
    /// What disturbs all arms, or one.
    case disturbance
    case scene
    /// What a scene consists of.
    case part
    /// What acts on the items of a scene.
    case behavior
    case arm
    case driver
    /// What a driver moves.
    case motion
    /// What must hold.
    case claim
    /// What else is asked of the runs.
    case study
  }

  /// Where a statement stands: at the left margin, indented under an arm, or either.
  package enum Home: Sendable {
    case margin
    case arm
    /// At the margin, for all arms, or under one arm, for it alone.
    case both
  }

  /// A part that begins with words of its own and holds one value.
  package struct Clause: Sendable {
    package let words: [String]
    /// The words, by which the clause is asked for.
    package let name: String
    package let slot: SlotWords
    /// The word after the value, as `refreshes`, if any.
    package let unit: String?
    package let isRequired: Bool
    /// Clauses with the same number exclude each other.
    package let choice: Int

    /// How the clause is written in the example of its statement: for one beside another of the
    /// same kind of value, so that a range has two ends.
    fileprivate var ownExample: String?

    /// How the clause is written.
    package var example: String {
      ownExample ?? (words + [slot.example] + [unit].compactMap { $0 }).joined(separator: " ")
    }
  }

  package let keyword: String
  package let role: Role
  /// How the statement is written.
  package let pattern: String
  package let summary: String
  /// The slot at the head; `nil` if the statement begins with a clause.
  package let head: SlotWords?
  package let clauses: [Clause]

  /// An example of the statement where the shortest one of the examples of its values makes no
  /// sense.
  private let ownExample: String?

  /// The statement with what it needs.
  package var example: String {
    if let ownExample { return ownExample }
    return example(choosing: nil)
  }

  /// The shortest statement that has a clause.
  package func example(with clause: Clause) -> String {
    if example.place(of: clause.words.joined(separator: " ")) != nil { return example }
    return clause.isRequired ? example(choosing: clause) : "\(example) \(clause.example)"
  }

  /// What the statement needs, of clauses that exclude each other the first or the chosen one.
  private func example(choosing clause: Clause?) -> String {
    var choices: Set<Int> = []
    let required = clauses.filter { $0.isRequired && choices.insert($0.choice).inserted }
    let chosen = required.map { $0.choice == clause?.choice ? clause ?? $0 : $0 }
    return ([keyword] + (head.map { [$0.example] } ?? []) + chosen.map { $0.example })
      .joined(separator: " ")
  }

  package init(
    _ keyword: String, _ role: Role, _ pattern: Pattern, _ summary: String, example: String? = nil
  ) {
    ownExample = example
    self.keyword = keyword
    self.role = role
    self.pattern = pattern.text
    self.summary = summary
    let (head, clauses) = PatternReader.read(pattern)
    self.head = head
    guard let example else {
      self.clauses = clauses
      return
    }
    let words = example.split(separator: " ").map { String($0) }
    func begins(_ clause: Clause, at place: Int) -> Bool {
      words[place...].starts(with: clause.words)
    }
    self.clauses = clauses.map { clause in
      var clause = clause
      let isRange = clauses.contains { $0.slot.name == clause.slot.name && $0.name != clause.name }
      if isRange, let first = words.indices.dropFirst().first(where: { begins(clause, at: $0) }) {
        let value = first + clause.words.count
        let next = words.indices.dropFirst(value + 1).first { place in
          clauses.contains { begins($0, at: place) }
        }
        clause.ownExample = words[first..<(next ?? words.endIndex)].joined(separator: " ")
      }
      return clause
    }
  }

  package var home: Home {
    switch role {
    case .driver, .motion: .arm
    case .disturbance: .both
    default: .margin
    }
  }

  /// Whether the statement may be given once and can be set.
  package var isSingle: Bool { [.words, .setting, .repetition].contains(role) }

  /// Whether the statement is a part of what happens in a run, but for loads and the arm.
  package var isOfRuns: Bool {
    [.setting, .event, .scene, .part, .behavior].contains(role) || keyword == "gesture"
  }

  /// Whether what stands at the head is a name that the statement declares or uses.
  package var hasName: Bool { head?.name == "NAME" }

  /// Returns a clause of the form by its words.
  package func clause(_ name: String) -> Clause {
    guard let clause = clauses.first(where: { $0.name == name }) else {
      preconditionFailure("'\(keyword)' has no clause '\(name)' in the grammar")
    }
    return clause
  }
}

/// Finds the head and the clauses of a pattern.
private struct PatternReader {
  private var clauses: [Form.Clause] = []
  private var head: SlotWords?
  private var words: [String] = []
  private var slot: SlotWords?
  private var unit: String?
  private var choice = 0
  private var isRequired = true

  package static func read(_ pattern: Pattern) -> (head: SlotWords?, clauses: [Form.Clause]) {
    var reader = PatternReader()
    for part in pattern.parts {
      switch part {
      case .slot(let slot): reader.take(slot)
      case .text(let text):
        let spaced = text.map { "[]()|".contains($0) ? " \($0) " : String($0) }.joined()
        for word in spaced.split(separator: " ") { reader.take(String(word)) }
      }
    }
    reader.endClause()
    return (reader.head, reader.clauses)
  }

  private mutating func take(_ value: SlotWords) {
    if words.isEmpty { head = value } else { slot = value }
  }

  private mutating func take(_ word: String) {
    switch word {
    case "[", "(":
      begin(required: word == "(")
    case "]", ")":
      begin(required: true)
    case "|":
      endClause()
    case _ where slot != nil && !isRequired:
      // Inside brackets nothing but a unit can follow a value.
      unit = word
    default:
      if slot != nil { begin(required: true) }
      words.append(word)
    }
  }

  private mutating func begin(required: Bool) {
    endClause()
    choice += 1
    isRequired = required
  }

  private mutating func endClause() {
    if let slot {
      clauses.append(
        Form.Clause(
          words: words, name: words.joined(separator: " "), slot: slot, unit: unit,
          isRequired: isRequired, choice: choice))
    }
    (words, slot, unit) = ([], nil, nil)
  }
}

/// How a statement is written: words, values, brackets around what may be left out, `|` for a
/// choice, parentheses for a choice that must be made.
package struct Pattern: ExpressibleByStringInterpolation, Sendable {
  package enum Part: Sendable {
    case text(String)
    case slot(SlotWords)
  }

  package let parts: [Part]

  /// The pattern as the reference shows it.
  package var text: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .slot(let slot): slot.name
      }
    }.joined()
  }

  package init(stringLiteral text: String) { parts = [.text(text)] }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// Text with values and other patterns in it.
  ///
  /// Nothing is inlined: the grammar is one literal of hundreds of interpolations, which the
  /// optimizer would spend half a minute on.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    @inline(never)
    package mutating func appendLiteral(_ text: String) { parts.append(.text(text)) }

    @inline(never)
    package mutating func appendInterpolation<Value>(_ slot: Slot<Value>) {
      // What reads a value depends on nothing but the tokens.
      nonisolated(unsafe) let read = slot.read
      let words = slot.words.checked { cursor throws(Mistake) in _ = try unsafe read(&cursor) }
      parts.append(.slot(words))
    }

    @inline(never)
    package mutating func appendInterpolation(_ slot: SlotWords) { parts.append(.slot(slot)) }

    @inline(never)
    package mutating func appendInterpolation(_ pattern: Pattern) { parts += pattern.parts }
  }
}
