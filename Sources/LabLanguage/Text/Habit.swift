import LabKernel
import LabText

/// What people write by the habits of Swift, of CSS or of their own language, and what a script has
/// for it.
///
/// A line that could be read is never looked at. Where a line has a mistake, the first habit that
/// covers the place of the mistake explains it.
struct Habit {
  /// The tokens of a line.
  let tokens: [Token]
  /// The form of its statement; `nil` of what was typed in an option.
  let form: Form?
  /// Whether it is a condition that was typed in an option.
  let isCondition: Bool

  /// What is there and what to write, from some token on.
  struct Finding {
    let count: Int
    let message: String

    init(_ count: Int, _ message: String) { (self.count, self.message) = (count, message) }
  }

  /// Returns a mistake that names what to write, if a habit is behind another one.
  static func mistake(behind mistake: Mistake) -> Mistake? {
    guard let place = mistake.place, place.source.lines.indices.contains(place.line - 1) else {
      return nil
    }
    let tokens = Lexer.tokens(of: place.source, line: place.line)
    guard let keyword = tokens.first else { return nil }
    let form = Grammar.form(keyword.text)
    guard form?.role != .words else { return nil }
    let lacks = mistake.message.split(separator: " ").contains("needs")
    return Habit(tokens: tokens, form: form, isCondition: place.source.path == "--only")
      .mistake(at: place, lacks: lacks)
  }

  private func mistake(at place: Place, lacks: Bool) -> Mistake? {
    // A statement that lacks something says so at its keyword, wherever the reason stands.
    let lacks = lacks && form != nil && tokens[0].covers(place)
    for start in tokens.indices {
      for kind in Kind.allCases {
        guard let finding = finding(kind, at: start) else { continue }
        let found = tokens[start..<start + finding.count]
        // A word that stands where a value belongs is not why the statement lacks something.
        let isReason = lacks && kind.explainsLack && !isClauseWord(start - 1)
        guard isReason || found.contains(where: { $0.covers(place) }) else { continue }
        return Mistake(tokens[start].place, finding.message)
      }
    }
    return nil
  }

  /// What people are used to, in the order in which a mistake is looked for among them.
  private enum Kind: CaseIterable {
    case comment, quotation, brace, unit, thread, mode, deviation, range, digits, compound,
      interval, pace
    case repetition, instant, comparison, path, conjunction, name, list, clause, stray

    /// Whether a statement may lack something by it.
    var explainsLack: Bool {
      switch self {
      case .quotation, .thread, .mode, .interval, .pace, .name, .list, .clause: true
      case .comment, .brace, .unit, .deviation, .range, .digits, .compound, .repetition, .instant,
        .comparison,
        .path, .conjunction, .stray:
        false
      }
    }
  }

  /// What a habit put at a token, and what to write instead; `nil` if it put nothing there.
  private func finding(_ kind: Kind, at start: Int) -> Finding? {
    switch kind {
    case .comment: comment(at: start)
    case .quotation: quotation(at: start)
    case .brace: brace(at: start)
    case .unit: unit(at: start)
    case .thread: thread(at: start)
    case .mode: mode(at: start)
    case .deviation: deviation(at: start)
    case .range: range(at: start)
    case .digits: digits(at: start)
    case .compound: compound(at: start)
    case .interval: interval(at: start)
    case .pace: pace(at: start)
    case .repetition: repetition(at: start)
    case .instant: instant(at: start)
    case .comparison: comparison(at: start)
    case .path: path(at: start)
    case .conjunction: conjunction(at: start)
    case .name: name(at: start)
    case .list: list(at: start)
    case .clause: clause(at: start)
    case .stray: stray(at: start)
    }
  }
}

// MARK: What stands at a token

extension Habit {
  func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].text : ""
  }

  func lowercased(_ index: Int) -> String { text(index).lowercased() }

  func isNumber(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .number
  }

  func spelling(_ start: Int, _ count: Int) -> String {
    tokens[start..<start + count].spelling
  }

  /// Whether no blank stands before a token.
  func isGlued(_ index: Int) -> Bool {
    guard tokens.indices.contains(index), index > 0 else { return false }
    let last = tokens[index - 1]
    return last.place.column + last.length == tokens[index].place.column
  }

  /// The clause in which a token stands, by its first word; empty at the head.
  func clause(of index: Int) -> Form.Clause? {
    tokens[..<index].lazy.reversed().compactMap { token in
      form?.clauses.first { $0.words[0] == token.text && token.isPlain }
    }.first
  }

  /// What the form has at a token, by the name of its values; empty where it has nothing.
  func wanted(at index: Int) -> String {
    clause(of: index)?.slot.name ?? form?.head?.name ?? ""
  }

  /// Whether a clause of the form begins with a token.
  func isClauseWord(_ index: Int) -> Bool {
    form?.clauses.contains { $0.words[0] == text(index) } ?? false
  }

  /// A number with its unit from some token on, and how many tokens it has.
  func quantity(_ index: Int) -> (number: String, unit: String?, count: Int)? {
    guard isNumber(index) else { return nil }
    var (number, count) = (text(index), 1)
    if text(index + 1) == "/", isNumber(index + 2) {
      (number, count) = (number + "/" + text(index + 2), 3)
    }
    let unit =
      isNumber(index + count) ? nil : Unit.meant(by: text(index + count)).map { $0.name }
    return (number, unit, count + (unit == nil ? 0 : 1))
  }
}
