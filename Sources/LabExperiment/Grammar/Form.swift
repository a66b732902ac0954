/// The form of a statement: its keyword, what stands at its head, and its clauses.
struct Form: Sendable {
  /// What a statement says; who works on statements of a role works on a new one of it.
  enum Role: Sendable {
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
  enum Home: Sendable {
    case margin
    case arm
    /// At the margin, for all arms, or under one arm, for it alone.
    case both
  }

  /// A part that begins with words of its own and holds one value.
  struct Clause: Sendable {
    let words: [String]
    /// The words, by which the clause is asked for.
    let name: String
    let slot: SlotWords
    /// The word after the value, as `refreshes`, if any.
    let unit: String?
    let isRequired: Bool
    /// Clauses with the same number exclude each other.
    let choice: Int

    /// How the clause is written.
    var example: String {
      (words + [slot.example] + [unit].compactMap(\.self)).joined(separator: " ")
    }
  }

  let keyword: String
  let role: Role
  /// How the statement is written.
  let pattern: String
  let summary: String
  /// The slot at the head; `nil` if the statement begins with a clause.
  let head: SlotWords?
  let clauses: [Clause]

  /// An example of the statement where the shortest one of the examples of its values makes no sense.
  private let ownExample: String?

  /// The statement with what it needs.
  var example: String {
    if let ownExample { return ownExample }
    var choices: Set<Int> = []
    let required = clauses.filter { $0.isRequired && choices.insert($0.choice).inserted }
    return ([keyword] + (head.map { [$0.example] } ?? []) + required.map(\.example))
      .joined(separator: " ")
  }

  init(
    _ keyword: String, _ role: Role, _ pattern: Pattern, _ summary: String, example: String? = nil
  ) {
    ownExample = example
    self.keyword = keyword
    self.role = role
    self.pattern = pattern.text
    self.summary = summary
    (head, clauses) = PatternReader.read(pattern)
  }

  var home: Home {
    switch role {
    case .driver, .motion: .arm
    case .disturbance: .both
    default: .margin
    }
  }

  /// Whether the statement may be given once and can be set.
  var isSingle: Bool { [.words, .setting, .repetition].contains(role) }

  /// Whether the statement is a part of what happens in a run, but for loads and the arm.
  var isOfRuns: Bool {
    [.setting, .event, .scene, .part, .behavior].contains(role) || keyword == "gesture"
  }

  /// Whether what stands at the head is a name that the statement declares or uses.
  var hasName: Bool { head?.name == "NAME" }

  /// Returns a clause of the form by its words.
  func clause(_ name: String) -> Clause {
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

  static func read(_ pattern: Pattern) -> (head: SlotWords?, clauses: [Form.Clause]) {
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
