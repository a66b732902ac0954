import LabLanguage
import LabMetrics
import LabText

/// The statements of a script in order, each with the arm to which it belongs.
struct ScriptOutline {
  /// An arm and the statements indented below it.
  struct Arm {
    let statement: Statement
    var members: [Statement] = []
  }

  private(set) var statements: [Statement] = []
  private(set) var arms: [Arm] = []
  private(set) var mistakes: [Mistake] = []
  /// Whether a line that could not be read may have declared a name.
  private(set) var hasLostNames = false
  /// The drivers of arms whose lines could not be read, as `arm.driver`.
  private(set) var lostDrivers: [String] = []
  /// The keywords of lines that could not be read, as far as they can be guessed.
  private(set) var lostKeywords: Set<String> = []

  private enum Section {
    case setup
    case arm
    case lostArm
  }

  private var section = Section.setup
  private let files: InputFiles
  private var inclusions = 0

  init(_ source: SourceText, files: InputFiles) {
    self.files = files
    read(source, within: [source.path])
  }

  /// Reads the lines of a file that is included by others, outermost first, the last being its own.
  private mutating func read(_ source: SourceText, within paths: [String]) {
    for line in source.lines.indices {
      let tokens = Lexer.tokens(of: source, line: line + 1)
      guard let first = tokens.first else { continue }
      do throws(Mistake) {
        try add(tokens, isIndented: first.place.column > 1)
        guard first.text == "include", let inclusion = statements.popLast() else { continue }
        try include(inclusion, within: paths)
      } catch {
        mistakes.append(error)
      }
    }
  }

  private mutating func include(_ statement: Statement, within paths: [String]) throws(Mistake) {
    // Whatever stands in a file that cannot be read is not missing.
    let known = (keywords: lostKeywords, names: hasLostNames)
    lostKeywords.formUnion(Grammar.needed.map { $0.keyword })
    hasLostNames = true
    let place = statement.head[0].place
    let path = place.source.beside(
      try ResolvedStatement(statement).head(.script))
    guard !paths.contains(path) else {
      let way = (paths.drop { $0 != path } + [path]).map { "'\($0)'" }.joined(
        separator: " includes ")
      throw Mistake(place, "this includes itself: \(way).")
    }
    inclusions += 1
    guard paths.count <= Limits.inclusionDepth, inclusions <= Limits.inclusions else {
      throw Mistake(
        place,
        "there are more than \(Limits.inclusionDepth) files within one another, or more than"
          + " \(Limits.inclusions) in all.")
    }
    let text = try files.text(path, limit: Limits.scriptBytes, place: place)
    (lostKeywords, hasLostNames) = (known.keywords, known.names)
    read(text, within: paths + [path])
  }

  /// Returns the statements with a keyword that stand at the margin.
  subscript(keyword: String) -> [Statement] { statements.filter { $0.form.keyword == keyword } }

  /// The names that stand in braces anywhere.
  var references: Set<String> {
    var names: Set<String> = []
    for statement in [statements, arms.flatMap({ $0.members })].joined() {
      for token in statement.values where token.kind == .reference { names.insert(token.text) }
    }
    return names
  }

  /// Takes a statement in place of those of its keyword, which may be given once.
  mutating func replace(_ keyword: String, with statement: Statement) {
    statements.removeAll { $0.form.keyword == keyword }
    statements.append(statement)
  }

  /// Takes a statement in place of the only one of its keyword.
  mutating func replace(at index: Int, with statement: Statement) {
    statements[index] = statement
  }

  /// Changes the statements of a name, at the margin or, if an arm is given, of that arm.
  mutating func change(
    in arm: Int?, at index: Int, _ body: (inout Statement) throws(Mistake) -> Void
  ) throws(Mistake) {
    if let arm { try body(&arms[arm].members[index]) } else { try body(&statements[index]) }
  }

  private mutating func add(_ tokens: [Token], isIndented: Bool) throws(Mistake) {
    let form = try form(of: tokens, isIndented: isIndented)
    if form.home == .margin || form.home == .both && !isIndented {
      section = form.keyword == "arm" ? .lostArm : .setup
    }
    let statement: Statement
    do {
      statement = try Statement(form, tokens: tokens)
    } catch {
      lost(form)
      if section == .arm, let arm = arms.last?.statement.head.first?.text,
        form.role == .driver, tokens.count > 1
      {
        lostDrivers.append("\(arm).\(tokens[1].text)")
      }
      if mistakes.count < Limits.diagnostics {
        mistakes += Statement(damaged: form, tokens: tokens).mistakes(
          besides: error, ReadingScope(files: files))
      }
      throw error
    }
    switch (form.home, isIndented) {
    case (.both, true):
      switch section {
      case .setup:
        lost(form)
        throw Mistake(
          tokens[0].place,
          "there is no arm above this line. Begin it at the left margin, or write it below its arm."
        )
      case .arm: arms[arms.count - 1].members.append(statement)
      case .lostArm: break
      }
    case (.margin, _), (.both, false):
      if form.keyword == "arm" {
        arms.append(Arm(statement: statement))
        section = .arm
      } else {
        statements.append(statement)
      }
      guard !isIndented else {
        throw Mistake(
          tokens[0].place,
          "'\(form.keyword)' does not belong to an arm. Begin it at the left margin.")
      }
    case (.arm, true) where section != .setup:
      if section == .arm { arms[arms.count - 1].members.append(statement) }
    case (.arm, _):
      lost(form)
      throw Mistake(
        tokens[0].place,
        "'\(form.keyword)' belongs to an arm. Write it indented below a line such as 'arm"
          + " \(form.keyword)'.")
    }
  }

  private mutating func form(of tokens: [Token], isIndented: Bool) throws(Mistake) -> Form {
    let keyword = tokens[0]
    if keyword.kind == .word, let form = Grammar.form(keyword.text) { return form }
    guard mistakes.count < Limits.guesses else {
      // So many mistakes are enough; what is wrong in so many lines may have declared anything.
      hasLostNames = true
      lostKeywords.formUnion(Grammar.needed.map { $0.keyword })
      throw Mistake(keyword.place, "'\(keyword.spelling)' is not a statement.")
    }
    let keywords = Grammar.forms.map { $0.keyword }
    let isCall = tokens.dropFirst().first?.text == "("
    let parts = isCall ? 0 : keyword.text.split(separator: ".").count
    let nearest =
      EverydayWords.statements[keyword.text.lowercased()]
      ?? Spelling.nearest(to: keyword.text, among: keywords)
      ?? Self.statement(meantBy: keyword.text.split(separator: ".").first.map(String.init), isCall)
      ?? (parts == 3 ? "expect \(keyword.text)" : nil)
    let known = nearest?.split(separator: " ").first.flatMap { Grammar.form(String($0)) }
    if let form = known { lost(form) } else { hasLostNames = true }
    if nearest == nil || nearest == "arm", !isIndented {
      section = .lostArm
      lostKeywords.insert("arm")
    }
    // Of a call nothing can stay.
    let call = isCall ? known.map { $0.example } : nil
    let remedy =
      call.map { " Write for example '\($0)'." }
      ?? nearest.map { " Did you mean '\($0)'?" } ?? Self.owner(of: keyword.text)
    throw Mistake(
      keyword.place,
      "'\(keyword.spelling)' is not a statement.\(remedy ?? " One is 'display 60 Hz'.")",
      reference: remedy == nil ? .statements : nil)
  }

  /// The statement that is meant by a type, such as `Timer`, whose member is named or called.
  private static func statement(meantBy type: String?, _ isCall: Bool) -> String? {
    guard let type, isCall || type != type.lowercased() else { return nil }
    let word = type.lowercased()
    return EverydayWords.statements[word] ?? Grammar.form(word).map { $0.keyword }
  }

  /// Which statement has a clause or a value of that name, as a sentence after a space, or `nil`.
  ///
  /// What drives an animation comes first.
  private static func owner(of word: String) -> String? {
    let forms =
      Grammar.forms.filter { $0.role == .driver } + Grammar.forms.filter { $0.role != .driver }
    for form in forms {
      guard let clause = form.clauses.first(where: { $0.words[0] == word }) else { continue }
      return " It is a part of others, such as '\(form.example(with: clause))'."
    }
    for form in forms {
      guard let clause = form.clauses.first(where: { $0.slot.name.lowercased() == word }) else {
        continue
      }
      return " '\(form.keyword)' has one, behind '\(clause.name)'. Write for example"
        + " '\(form.example(with: clause))'."
    }
    return nil
  }

  private mutating func lost(_ form: Form) {
    lostKeywords.insert(form.home == .arm ? "arm" : form.keyword)
    if form.hasName { hasLostNames = true }
  }
}

extension [Statement] {
  /// The statements of a role, in order.
  func having(_ role: Form.Role) -> [Statement] { filter { $0.form.role == role } }

  /// What disturbs the drivers, by its name; of equal names the first.
  var disturbances: [String: Statement] {
    Dictionary(
      keepingFirst: having(.disturbance).compactMap { one in one.head.first.map { ($0.text, one) } }
    )
  }
}
