import LabText

/// A line of a script, cut into the clauses of its form; the values are not read yet.
package struct Statement: Sendable {
  package let form: Form
  package let keyword: Token
  package let head: [Token]
  private var fields: [String: [Token]] = [:]

  /// Cuts the tokens of a line at the words that begin a clause.
  ///
  /// - Throws: The first clause that is unknown, doubled, empty, missing or excluded by another.
  package init(_ form: Form, tokens: [Token]) throws(Mistake) {
    self.form = form
    keyword = tokens[0]
    let clauses = Self.clauses(of: tokens, form)
    head = Array(tokens[1..<(clauses.first?.startIndex ?? tokens.endIndex)])
    if let slot = form.head, head.isEmpty {
      throw Mistake(
        keyword.place,
        "'\(form.keyword)' is not complete. Write for example '"
          + (tokens.count == 1 ? form.example : "\(form.keyword) \(slot.example)") + "'.")
    }
    if form.hasName, head.count > 1,
      form.clauses.contains(where: { $0.words[0] == head[0].text })
    {
      throw Mistake(
        head[0].place,
        "the name is missing before '\(head[0].text)'. Write for example 'page \(head[0].text)'.")
    }
    if let first = head.first, first.isPlain, let slot = form.head, !slot.choices.isEmpty,
      !slot.choices.contains(first.text),
      form.clauses.contains(where: { $0.words[0] == first.text })
    {
      throw Mistake(
        first.place,
        "\(Spelling.list(slot.choices)) is missing before '\(first.text)'. Write for example"
          + " '\(form.keyword) \(slot.example) \(tokens.dropFirst().spelling)'.")
    }
    if form.head == nil, let stray = head.first { throw unexpected(stray) }
    for clause in clauses { try add(clause) }
    try checkChoices()
  }

  /// Cuts what can be cut of a line in which there is a mistake.
  package init(damaged form: Form, tokens: [Token]) {
    self.form = form
    keyword = tokens[0]
    let clauses = Self.clauses(of: tokens, form)
    head = Array(tokens[1..<(clauses.first?.startIndex ?? tokens.endIndex)])
    for clause in clauses { try? add(clause) }
  }

  /// The tokens behind the head, each part from a word on that begins a clause.
  private static func clauses(of tokens: [Token], _ form: Form) -> [ArraySlice<Token>] {
    // The first token after the keyword belongs to the head, so that any word can be a name.
    var begins: [Int] = []
    // A cap has a 'by' of its own, so that the word behind tells of which clause it is.
    let hasCap = form.clauses.contains { $0.slot.name == "CAP" }
    func isOfCap(_ clause: Form.Clause, _ next: Token?) -> Bool {
      guard hasCap, clause.words == ["by"], let next else { return false }
      return next.kind == .word && !clause.slot.choices.contains(next.text)
    }
    var index = form.head == nil ? 1 : 2
    while index < tokens.endIndex {
      let rest = tokens[index...].lazy.map { $0.text }
      let next = index + 1 < tokens.endIndex ? tokens[index + 1] : nil
      let clauses = form.clauses.filter {
        tokens[index].isPlain && $0.words[0] == rest.first && !isOfCap($0, next)
      }
      if !clauses.isEmpty { begins.append(index) }
      // A word of a clause begins no other one.
      index += clauses.first { rest.starts(with: $0.words) }?.words.count ?? 1
    }
    return zip(begins, begins.dropFirst() + [tokens.endIndex]).map { tokens[$0..<$1] }
  }

  /// Cuts what was typed in an option, as if the keyword stood before it.
  ///
  /// - Throws: A mistake whose place is in what was typed.
  package init(_ form: Form, typed text: String, in option: String) throws(Mistake) {
    let source = try SourceText(typed: text, in: option)
    let place = Place(source: source, line: 1, column: 1)
    let keyword = Token(
      kind: .word, text: form.keyword, place: place, length: 0, workedOut: form.keyword)
    try self.init(form, tokens: [keyword] + Lexer.tokens(of: source, line: 1))
  }

  /// Takes tokens as the value of a clause, instead of another.
  ///
  /// - Throws: A mistake at a place, if there is no value, or if the clause excludes another.
  package mutating func replace(
    _ name: String, with tokens: [Token], at place: Place
  ) throws(Mistake) {
    let clause = form.clause(name)
    var value = tokens
    if let unit = clause.unit, value.last?.text == unit { value.removeLast() }
    guard !value.isEmpty else {
      throw Mistake(
        place,
        "'\(name)' needs a value. Write for example '\(clause.example)'.")
    }
    fields[name] = value
    try checkChoices()
  }

  /// Returns the tokens of a clause, or `nil` if it was left out.
  package subscript(clause: String) -> [Token]? { self[form.clause(clause)] }

  /// Returns the tokens of a clause of the form, or `nil` if it was left out.
  package subscript(clause: Form.Clause) -> [Token]? { fields[clause.name] }

  /// The mistakes in other values than the one in which a first mistake is, each as if it were the
  /// only one; of drivers, what disturbs them and settings, but of no value that names something.
  package func mistakes(besides first: Mistake, _ scope: ReadingScope) -> [Mistake] {
    guard [.disturbance, .driver, .setting].contains(form.role),
      first.place?.source === keyword.place.source
    else { return [] }
    // A word that is left of a value may be the one that the statement lacks.
    let lacksWord = first.place.map(keyword.covers) == true
    let parts =
      [form.head.map { ($0, head) }]
      + form.clauses.map { clause in
        self[clause].map { (clause.slot, $0) }
      }
    return parts.compactMap { part in
      guard let (slot, tokens) = part, let check = slot.check, !tokens.isEmpty,
        !tokens.contains(where: { $0.kind == .reference || $0.covers(first.place) })
      else { return nil }
      var (cursor, isRead) = (TokenCursor(tokens, in: self, scope), false)
      do throws(Mistake) {
        try check(&cursor)
        isRead = true
        try cursor.finish()
        return nil
      } catch {
        if isRead, lacksWord, tokens.contains(where: { $0.kind == .word && $0.covers(error.place) })
        {
          return nil
        }
        return error.isAboutName || error.place?.line != keyword.place.line ? nil : error
      }
    }
  }

  /// Every token that may hold a reference.
  package var values: [Token] { form.clauses.reduce(head) { $0 + (fields[$1.name] ?? []) } }

  /// Returns the mistake that a token cannot stand where it does.
  package func unexpected(_ token: Token) -> Mistake {
    let open = form.clauses.filter { fields[$0.name] == nil }
    let words = open.map { $0.words[0] }
    let everyday = EverydayWords.clause(token.text, among: words).map { " Did you mean '\($0)'?" }
    let hint = everyday ?? Spelling.hint(for: token.text, among: words)
    let remedy: String? =
      if let begun = open.first(where: { $0.words[0] == token.text }) {
        " Write for example '\(begun.example)'."
      } else if token.text == "by", ["link", "loop"].contains(form.keyword) {
        " A timer alone has a clock of its own. Leave 'by' and what follows it out."
      } else if !hint.isEmpty {
        hint
      } else if form.clauses.count == 1, form.clauses[0].isRequired, form.head == nil {
        " Write for example '\(form.clauses[0].example)'."
      } else {
        nil
      }
    return Mistake(
      token.place,
      "'\(token.spelling)' is not expected here.\(remedy ?? " Leave '\(rest(from: token))' out.")",
      reference: remedy == nil ? .form(form.keyword) : nil)
  }

  /// A part from a token on, as it stands in the file.
  private func rest(from token: Token) -> String {
    let part = ([head] + fields.values).first { $0.contains { $0.isSame(as: token) } }
    return (part ?? [token]).drop { !$0.isSame(as: token) }.spelling
  }

  private mutating func add(_ tokens: ArraySlice<Token>) throws(Mistake) {
    let words = tokens.map { $0.text }
    guard let clause = form.clauses.first(where: { words.starts(with: $0.words) }),
      let first = tokens.first
    else { throw incomplete(tokens) }
    if let known = fields[clause.name] { throw doubled(clause, known, tokens) }
    var value = tokens.dropFirst(clause.words.count)
    if let unit = clause.unit {
      guard let last = value.last, last.text == unit else {
        throw Mistake(first.place, "'\(unit)' is missing. Write for example '\(clause.example)'.")
      }
      value.removeLast()
    }
    guard !value.isEmpty else {
      throw Mistake(
        first.place, "'\(clause.name)' needs a value. Write for example '\(clause.example)'.")
    }
    fields[clause.name] = Array(value)
  }

  /// A clause that is given twice: of modes all are written behind one 'in'.
  private func doubled(
    _ clause: Form.Clause, _ known: [Token], _ tokens: ArraySlice<Token>
  ) -> Mistake {
    func spelt(_ tokens: some Sequence<Token>) -> String {
      tokens.map { $0.spelling }.joined(separator: " ").with(",", for: " ,")
    }
    let (one, other) = (spelt(known), spelt(tokens.dropFirst(clause.words.count)))
    let isList = clause.slot.name == "MODES" && one != other && !other.isEmpty
    return Mistake(
      tokens.first?.place,
      "'\(clause.name)' is given twice. "
        + (isList
          ? "Write '\(clause.name) \(one), \(other)'." : "Leave '\(spelt(tokens))' out."))
  }

  private func incomplete(_ tokens: ArraySlice<Token>) -> Mistake {
    let clause = form.clauses.first { $0.words[0] == tokens.first?.text }
    return Mistake(
      tokens.first?.place,
      "'\(clause?.words[0] ?? "")' is not complete. Write for example '\(clause?.example ?? "")'.")
  }

  private func checkChoices() throws(Mistake) {
    var choices: [[Form.Clause]] = []
    for clause in form.clauses {
      if choices.last?.first?.choice == clause.choice {
        choices[choices.count - 1].append(clause)
      } else {
        choices.append([clause])
      }
    }
    for choice in choices {
      let given = choice.filter { fields[$0.name] != nil }
      if given.count > 1 {
        throw Mistake(
          keyword.place,
          "\(Spelling.list(given.map { $0.name }, "and")) exclude each other.\(remedy(given))")
      }
      if given.isEmpty, choice[0].isRequired {
        let misspelt = misspelt(among: choice.map { $0.words[0] })
        if let misspelt { throw unexpected(misspelt) }
        let missing = choices.filter { choice in
          choice[0].isRequired && choice.allSatisfy { fields[$0.name] == nil }
        }
        throw lacks(missing)
      }
    }
  }

  /// What to write for clauses that exclude each other, as a sentence after a space: a start and a
  /// period can stand together.
  private func remedy(_ given: [Form.Clause]) -> String {
    guard given.map({ $0.name }) == ["at", "every"], let start = fields["at"],
      let period = fields["every"], !start.contains(where: { $0.text == "," }),
      fields["from"] == nil, start.first?.place.source === period.first?.place.source
    else { return "" }
    return " Write 'every \(period.spelling) from \(start.spelling)'."
  }

  /// Returns a word that may be meant for the beginning of a clause which the statement lacks.
  package func misspelt(among words: [String]) -> Token? {
    ([head] + form.clauses.compactMap { fields[$0.name] }).joined().first {
      $0.kind == .word && !$0.isSame(as: head.first) && $0.text.utf8.count > 2
        && (EverydayWords.clause($0.text, among: words) != nil
          || Spelling.nearest(to: $0.text, among: words) != nil)
    }
  }

  /// The mistake that clauses are missing, beside one that only other statements have.
  private func lacks(_ missing: [[Form.Clause]]) -> Mistake {
    // What Timer.scheduledTimer does comes first: in which mode a timer is, is often the bug.
    let isTimer = form.keyword == "timer" && missing.contains { $0[0].slot.name == "MODES" }
    let examples = missing.map { choice in
      isTimer && choice[0].slot.name == "MODES" ? "in default" : choice[0].example
    }.joined(separator: " ")
    let stray = head.dropFirst().first { token in
      form.hasName && token.kind == .word
        && Grammar.forms.contains { $0.clauses.contains { $0.words[0] == token.text } }
    }
    return Mistake(
      keyword.place,
      "'\(form.keyword)' needs "
        + (missing.allSatisfy { $0.count == 1 }
          ? Spelling.list(missing.map { $0[0].name }, "and")
          : missing.map { Spelling.list($0.map { $0.name }) }.joined(separator: ", and "))
        + (stray.map { ", and has no '\($0.text)'" } ?? "") + "."
        + (isTimer
          ? " Timer.scheduledTimer is 'in default', and stands still while the user scrolls; with"
            + " forMode: .common it is 'in common'." : "")
        + " Write for example '"
        + (stray == nil ? "" : "\(form.keyword) \(head[0].spelling) ") + "\(examples)'.")
  }
}

/// What an expectation can ask of the replications of a sweep point.
package enum Statistic: String, CaseIterable, Sendable {
  case min
  case max
  case mean
  case median
  case p90
  case p99
  case sd
  case se
  case count
}
