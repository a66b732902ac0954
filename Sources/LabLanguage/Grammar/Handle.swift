/// A value of a script that can be turned by hand: a number, or a word among others.
package struct Handle: Hashable, Sendable {
  /// What can stand there instead.
  package enum Kind: Hashable, Sendable {
    /// A number in a unit, which stands behind it; empty for a plain one.
    case number(unit: String)
    /// One of some words.
    case word(among: [String])
  }

  /// What it is a value of, such as `load parse takes`.
  package let name: String
  /// The line, counted from 1.
  package let line: Int
  /// Where it stands on its line, in Unicode scalars from 0, without its unit.
  package let columns: Range<Int>
  /// The value as it is written.
  package let text: String
  package let kind: Kind
}

extension SourceText {
  /// The values that can be turned, from top to bottom: numbers and words of what happens in a run.
  ///
  /// A line that is not understood has none. Of a fraction such as `1/60`, the divisor is turned.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var handles: [Handle] {
    let statements = lines.indices.compactMap { index -> Statement? in
      let tokens = Lexer.tokens(of: self, line: index + 1)
      guard let keyword = tokens.first,
        let form = Grammar.forms.first(where: { $0.keyword == keyword.text }), form.turns
      else { return nil }
      return try? Statement(form, tokens: tokens)
    }
    // What may stand where a sweep is written; of several places the first one.
    let uses = statements.flatMap { statement in
      statement.form.clauses.flatMap { clause in
        (statement[clause] ?? []).filter { $0.kind == .reference }.map { ($0.text, clause.slot) }
      }
    }
    return statements.flatMap { statement -> [Handle] in
      let (form, keyword) = (statement.form, statement.keyword)
      let name =
        form.hasName
        ? [keyword.text, statement.head.first?.text ?? ""].joined(separator: " ") : keyword.text
      var handles: [Handle] = []
      if let head = form.head, !form.hasName {
        handles += Self.handles(of: head, statement.head, name)
      }
      for clause in form.clauses {
        guard let tokens = statement[clause] else { continue }
        let isSweep = form.role == .sweep && clause.name == "="
        let use = isSweep ? uses.first { $0.0 == statement.head.first?.text }?.1 : nil
        handles += Self.handles(
          of: use ?? clause.slot, tokens, clause.name == "=" ? name : "\(name) \(clause.name)")
      }
      return handles.sorted { $0.columns.lowerBound < $1.columns.lowerBound }
    }
  }

  private static func handles(of slot: SlotWords, _ tokens: [Token], _ name: String) -> [Handle] {
    tokens.indices.compactMap { index -> Handle? in
      let token = tokens[index]
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      let kind: Handle.Kind
      if token.kind == .number {
        if next?.text == "/", index + 2 < tokens.count, tokens[index + 2].kind == .number {
          return nil
        }
        kind = .number(unit: next.flatMap { Unit.named($0.text) }?.name ?? "")
      } else if token.kind == .word, slot.choices.contains(token.text) {
        kind = .word(among: slot.choices)
      } else {
        return nil
      }
      let from = token.place.column - 1
      return Handle(
        name: name, line: token.place.line, columns: from..<from + token.length, text: token.text,
        kind: kind)
    }
  }
}

extension Form {
  /// Whether values of such a statement are causes of what happens.
  fileprivate var turns: Bool {
    switch role {
    case .words, .script, .claim, .study, .restriction, .arm: false
    case .setting, .repetition, .sweep, .event, .disturbance, .scene, .part, .behavior, .driver,
      .motion:
      true
    }
  }
}
