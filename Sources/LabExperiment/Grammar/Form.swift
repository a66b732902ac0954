/// The form of a statement: its keyword, what stands at its head, and its clauses.
struct Form: Sendable {
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
    let slot: String
    /// The word after the value, as `refreshes`, if any.
    let unit: String?
    let isRequired: Bool
    /// Clauses with the same number exclude each other.
    let choice: Int

    /// The words, by which the clause is asked for.
    var name: String { words.joined(separator: " ") }

    /// How the clause is written.
    var example: String {
      (words + [Grammar.example(slot)] + [unit].compactMap(\.self)).joined(separator: " ")
    }
  }

  let keyword: String
  let home: Home
  /// How the statement is written, in the notation of ``Grammar``.
  let pattern: String
  let summary: String
  /// The slot at the head; `nil` if the statement begins with a clause.
  let head: String?
  let clauses: [Clause]

  /// An example of the statement where the shortest one of the examples of its values makes no sense.
  private let ownExample: String?

  /// The statement with what it needs.
  var example: String {
    if let ownExample { return ownExample }
    var choices: Set<Int> = []
    let required = clauses.filter { $0.isRequired && choices.insert($0.choice).inserted }
    return ([keyword] + (head.map { [Grammar.example($0)] } ?? []) + required.map(\.example))
      .joined(separator: " ")
  }

  init(
    _ keyword: String, _ home: Home, _ pattern: String, _ summary: String, example: String? = nil
  ) {
    ownExample = example
    self.keyword = keyword
    self.home = home
    self.pattern = pattern
    self.summary = summary
    (head, clauses) = PatternReader.read(pattern)
  }
}

/// Reads the notation of the grammar.
private struct PatternReader {
  private var clauses: [Form.Clause] = []
  private var head: String?
  private var words: [String] = []
  private var slot: String?
  private var unit: String?
  private var choice = 0
  private var isRequired = true

  static func read(_ pattern: String) -> (head: String?, clauses: [Form.Clause]) {
    var reader = PatternReader()
    var spaced = ""
    for character in pattern {
      spaced += "[]()|".contains(character) ? " \(character) " : String(character)
    }
    for word in spaced.split(separator: " ") { reader.take(String(word)) }
    reader.endClause()
    return (reader.head, reader.clauses)
  }

  private mutating func take(_ word: String) {
    switch word {
    case "[", "(":
      begin(required: word == "(")
    case "]", ")":
      begin(required: true)
    case "|":
      endClause()
    case _ where word.first?.isUppercase == true:
      if words.isEmpty { head = word } else { slot = word }
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
          words: words, slot: slot, unit: unit, isRequired: isRequired, choice: choice))
    }
    (words, slot, unit) = ([], nil, nil)
  }
}
