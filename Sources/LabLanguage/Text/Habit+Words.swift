import LabText

// Marks, modes, names and words that a script does not have.

extension Habit {
  /// `// words`, also behind a statement, `-- words`.
  func comment(at start: Int) -> Finding? {
    let signs = ["/", "-", ";", "×", "%", "<"]
    let isPair = isGlued(start + 1) && tokens[start + 1].kind == .sign
    guard tokens[start].kind == .sign, signs.contains(text(start)),
      start == 0 && form == nil || isPair && text(start) == "/" && text(start + 1) == "/"
    else { return nil }
    let count = isPair ? 2 : 1
    guard count == 2 || [";", "%"].contains(text(start)) else { return nil }
    return Finding(count, "'\(spelling(start, count))' begins no comment. Write '#'.")
  }

  /// `"ball"`, in the marks of any language.
  func quotation(at start: Int) -> Finding? {
    let marks = [
      "\"", "'", "`", "“", "”", "„", "‟", "‘", "’", "‚", "‛", "«", "»", "‹", "›", "「", "」",
    ]
    guard marks.contains(text(start)),
      tokens[..<start].count(where: { marks.contains($0.text) }).isMultiple(of: 2),
      let end = tokens.indices.dropFirst(start + 1).first(where: { marks.contains(text($0)) })
    else { return nil }
    guard end > start + 1 else { return Finding(2, "there is nothing between these marks.") }
    let words = spelling(start + 1, end - start - 1)
    let name = form?.hasName == true && start == 1 ? words.asName : ""
    return Finding(
      end - start + 1,
      "words stand without quotation marks here. Write '\(name.isEmpty ? words : name)'.")
  }

  /// `{block`, `block}`, `$block`, `{ block }`.
  func brace(at start: Int) -> Finding? {
    guard start > 0 else { return nil }
    if text(start) == "$", tokens.indices.contains(start + 1),
      tokens[start + 1].kind == .reference
    {
      return Finding(2, "'$' stands before no brace. Write '{\(text(start + 1))}'.")
    }
    if tokens[start].kind == .reference {
      let words = text(start).split(separator: " ")
      guard words.count == 1, words[0] != text(start) else { return nil }
      return Finding(1, "no blank stands within braces. Write '{\(words[0])}'.")
    }
    let isOpen =
      ["{", "$"].contains(text(start)) && tokens.indices.contains(start + 1)
      && tokens[start + 1].kind == .word
    let isClosed = tokens[start].kind == .word && text(start + 1) == "}"
    guard isOpen || isClosed else { return nil }
    let name = isOpen ? text(start + 1) : text(start)
    return Finding(
      isOpen && text(start + 2) == "}" ? 3 : 2,
      "'\(spelling(start, 2))' is not the name of a sweep in braces. Write '{\(name)}'.")
  }

  /// `on main`, `as DispatchQueue.main`.
  func thread(at start: Int) -> Finding? {
    guard let form, start > 1, ["on", "in", "as", "main"].contains(lowercased(start)) else {
      return nil
    }
    var index = lowercased(start) == "main" ? start : start + 1
    if lowercased(index) == "the" { index += 1 }
    let queues = [
      "main", "mainthread", "main-thread", "mainqueue", "main-queue", "dispatchqueue.main", "gcd",
      "mainactor", "dispatchmain", "dispatch", "async",
    ]
    let others = ["background", "bg", "global", "worker", "another", "other", "secondary"]
    if form.role == .disturbance, others.contains(lowercased(index)) {
      let hasNoun = ["thread", "queue"].contains(lowercased(index + 1))
      let count = index + (hasNoun ? 2 : 1) - start
      return Finding(
        count,
        "'\(spelling(start, count))': what runs on another thread does not hold this one. Leave the"
          + " load out, or write 'as main-queue' for what it hands back.")
    }
    guard queues.contains(lowercased(index)) else { return nil }
    if ["thread", "queue", "loop", "runloop"].contains(lowercased(index + 1)) { index += 1 }
    let count = index - start + 1
    guard spelling(start, count) != "as main-queue" else { return nil }
    if form.clauses.contains(where: { $0.slot.name == "DELIVERY" }) {
      return Finding(
        count, "'\(spelling(start, count))' is not expected here. Write 'as main-queue'.")
    }
    guard form.clauses.contains(where: { $0.slot.name == "MODES" }) else { return nil }
    let isElsewhere = tokens.indices.contains { index in
      text(index) == "in" && !(start..<start + count).contains(index)
    }
    return Finding(
      count,
      "'\(spelling(start, count))': this is on the main thread as it is. "
        + (isElsewhere ? "Leave '\(spelling(start, count))' out." : "Write 'in default'."))
  }

  /// `.common`, `UITrackingRunLoopMode`, `mode default`, `default and tracking`, `common` without
  /// `in`.
  func mode(at start: Int) -> Finding? {
    // What is typed in an option has no form.
    let isTyped = form == nil && start == 0
    guard isTyped || form?.clauses.contains(where: { $0.slot.name == "MODES" }) == true else {
      return nil
    }
    let isClause = ["mode", "modes", "formode", "formodes", "on", "inmode"].contains(
      lowercased(start))
    // Where no 'in' stands, a mode alone is one without it.
    let isBare =
      start > 1 && (text(start) == "." || ["common", "default", "tracking"].contains(text(start)))
      && !tokens.contains { $0.text == "in" }
    guard isClause || isTyped || isBare || start > 0 && ["in", ","].contains(text(start - 1)) else {
      return nil
    }
    guard let (name, length) = namedMode(at: isClause ? start + 1 : start) else { return nil }
    var (names, count) = (name, length + (isClause ? 1 : 0))
    if ["and", "+", "&", "|", "or"].contains(lowercased(start + count)),
      let (other, length) = namedMode(at: start + count + 1)
    {
      names += ", " + other
      count += 1 + length
    }
    guard isBare || spelling(start, count) != names, !isTyped || count == tokens.count else {
      return nil
    }
    let answer = isClause || isBare ? "in " + names : names
    return Finding(
      count, "'\(spelling(start, count))' is not expected here. Write '\(answer)'.")
  }

  /// The mode that a word names in any language, and how many tokens that takes.
  func namedMode(at index: Int) -> (name: String, count: Int)? {
    let isDotted = text(index) == "."
    let word = lowercased(isDotted ? index + 1 : index)
    let modes = [
      "common": "common", "default": "default", "tracking": "tracking", "scroll": "tracking",
    ]
    let parts = ["common", "tracking", "default", "scroll"]
    guard let part = parts.first(where: { word.holds($0) }), let name = modes[part] else {
      return nil
    }
    let count = isDotted ? 2 : 1
    return (name, ["mode", "modes"].contains(lowercased(index + count)) ? count + 1 : count)
  }

  /// `my ball`, `2ball`, `Bälle`, `ball.x`.
  func name(at start: Int) -> Finding? {
    guard let form, form.hasName, start == 1, !isClauseWord(1) else { return nil }
    if tokens[1].kind == .reference {
      return Finding(1, "a name is declared without braces. Write '\(text(1))'.")
    }
    var end = 2
    while isGlued(end), ![":", "=", ","].contains(text(end)) { end += 1 }
    let stop = form.clauses.map { $0.words[0] } + (form.role == .sweep ? ["="] : [])
    let isTwo =
      end == 2 && tokens[1].kind == .word && tokens.indices.contains(2) && tokens[2].kind == .word
      && !stop.contains(text(2)) && !(stop.contains("in") && namedMode(at: 2) != nil)
      && Spelling.nearest(to: text(2), among: stop) == nil
      && EverydayWords.clause(text(2), among: stop) == nil
      && (tokens.count == 3 || stop.contains(text(3)))
    if isTwo { end = 3 }
    let raw = spelling(1, end - 1)
    let answer = raw.asName
    guard answer != raw, !answer.isEmpty else { return nil }
    return Finding(
      end - 1,
      "'\(raw)' is not a name. A name is a letter, then letters, digits, '_', '-'. Write"
        + " '\(answer)'.")
  }

  /// `[0 ms, 10 ms]`, `0 ms; 10 ms`, `sweep block: 0 ms`, `in default common`.
  func list(at start: Int) -> Finding? {
    if let slot = clause(of: start)?.slot, slot.name == "MODES",
      slot.choices.contains(text(start)), slot.choices.contains(text(start - 1))
    {
      return Finding(
        1, "commas stand between modes. Write '\(text(start - 1)), \(text(start))'.")
    }
    if text(start) == ",", start > 1, isClauseWord(start + 1) {
      return Finding(1, "nothing follows this comma. Leave ',' out.")
    }
    guard form?.role == .sweep else { return nil }
    if text(start) == "[",
      let end = tokens.lastIndex(where: { $0.text == "]" }), end > start + 1
    {
      return Finding(
        end - start + 1,
        "values stand without brackets. Write '\(spelling(start + 1, end - start - 1))'.")
    }
    if start == 2, ["==", ":", ":=", "in", "is"].contains(text(2)) {
      return Finding(1, "'\(text(2))' is not expected here. Write '='.")
    }
    guard text(start) == ";", start > 2, isNumber(start + 1) else { return nil }
    return Finding(1, "commas stand between values. Write ','.")
  }

  /// `lasting 5 ms`, `leeway 1 ms`.
  func clause(at start: Int) -> Finding? {
    guard let form, start > 1, !isClauseWord(start), clause(of: start)?.slot.name != "BURST" else {
      return nil
    }
    let open = form.clauses.map { $0.words[0] }.filter { word in
      !tokens.contains { $0.isPlain && $0.text == word }
    }
    guard let word = EverydayWords.clause(text(start), among: open) else { return nil }
    return Finding(1, "'\(text(start))' is not expected here. Did you mean '\(word)'?")
  }

  /// A word or a sign too many before a number or at the end.
  func stray(at start: Int) -> Finding? {
    let clauses = form?.clauses.map { $0.words[0] } ?? []
    guard start > 0, !clauses.contains(text(start)),
      EverydayWords.clause(text(start), among: clauses) == nil
    else { return nil }
    let before = [
      "~", "≈", "<", "about", "around", "circa", "ca", "=", ":", "for", "of", "vsync", "at",
    ]
    let after =
      [".", ";", ",", ":", "!", "instead"]
      + (["repeat", "stretch"].contains(form?.keyword) ? ["times", "x", "runs"] : [])
    let isEnd = start == tokens.count - 1
    guard
      before.contains(lowercased(start)) && isNumber(start + 1)
        || after.contains(lowercased(start)) && isEnd
        || text(start) == "=" && isClauseWord(start - 1)
        || text(start) == ":" && (start < 3 || form?.role != .claim)
        || text(start) == "." && isGlued(start) && !isNumber(start + 1)
    else { return nil }
    return Finding(
      1, "'\(spelling(start, 1))' is not expected here. Leave '\(spelling(start, 1))' out.")
  }

  /// `=`, `=<`, `equals`, `at least`.
  func comparison(at start: Int) -> Finding? {
    let first = isCondition ? 1 : 2
    guard isCondition || form?.role == .claim || form?.role == .restriction, start >= first,
      !["==", "!=", "<", "<=", ">", ">="].contains(text(start - 1))
    else { return nil }
    let signs = [
      "=": "==", "=<": "<=", "=>": ">=", "<>": "!=", "===": "==", "!==": "!=", "≈": "==", "~": "==",
      "is": "==", "equals": "==", "equal": "==", "eq": "==", "is not": "!=", "not": "!=",
      "less than": "<", "less": "<", "more": ">", "greater": ">", "to be": "==", "be": "==",
      "!<": ">=", "!>": "<=", "below": "<", "under": "<", "more than": ">", "greater than": ">",
      "above": ">", "over": ">", "at most": "<=", "up to": "<=", "at least": ">=", "<≥": "<=",
    ]
    var end = start + 1
    while tokens[start].kind == .sign, isGlued(end), text(end).allSatisfy({ "=<>!".contains($0) }) {
      end += 1
    }
    for count in [end - start, 2, 1] where start + count <= tokens.count {
      if let sign = signs[spelling(start, count).lowercased()] {
        return Finding(count, "'\(spelling(start, count))' is no comparison. Write '\(sign)'.")
      }
    }
    return nil
  }

  /// `timer ball dropped`, `timer/ball/dropped`.
  func path(at start: Int) -> Finding? {
    guard form?.role == .claim, start == 1, tokens[1].kind == .word else { return nil }
    var (words, end) = ([text(1)], 2)
    while tokens.indices.contains(end), words.count < 3 {
      if ["/", ":", "-"].contains(text(end)) { end += 1 }
      guard tokens.indices.contains(end), tokens[end].kind == .word else { return nil }
      words.append(text(end))
      end += 1
    }
    guard words.count == 3, tokens.indices.contains(end), tokens[end].kind == .sign else {
      return nil
    }
    let answer = words.joined(separator: ".")
    return Finding(end - 1, "points stand between arm, driver and metric. Write '\(answer)'.")
  }

  /// `A == 0 and B == 0`, `A == 0 for all`.
  func conjunction(at start: Int) -> Finding? {
    if form?.role == .claim, ["if", "when", "where"].contains(text(start)) {
      return Finding(1, "'\(text(start))' is not expected here. Write 'for'.")
    }
    let isLast = start + 3 >= tokens.count && tokens.last?.kind == .word
    if form?.role == .claim, isLast, text(start) == "for",
      ["all", "any", "each", "every"].contains(lowercased(start + 1))
    {
      let rest = spelling(start, tokens.count - start)
      return Finding(
        tokens.count - start,
        "an expectation is about all values as it is. Leave '\(rest)' out.")
    }
    if form?.role == .claim, start > 3, ["or", "||", "|"].contains(lowercased(start)) {
      let rest = spelling(start, tokens.count - start)
      return Finding(
        tokens.count - start,
        "an expectation is one comparison, without 'or'. Leave '\(rest)' out.")
    }
    guard let form, form.role == .claim, start > 3, start + 1 < tokens.count,
      ["and", "&&", "&"].contains(lowercased(start)),
      !tokens[..<start].contains(where: { $0.text == "for" }), tokens[start + 1].kind == .word
    else { return nil }
    return Finding(
      1,
      "an expectation is one comparison. Write the other on a line of its own:"
        + " '\(form.keyword) \(spelling(start + 1, tokens.count - start - 1))'.")
  }
}

extension String {
  /// Whether another text stands in it.
  fileprivate func holds(_ part: String) -> Bool {
    let (letters, wanted) = (Array(utf8), Array(part.utf8))
    guard letters.count >= wanted.count else { return false }
    return (0...letters.count - wanted.count).contains { start in
      letters[start..<start + wanted.count].elementsEqual(wanted)
    }
  }

  /// The text as a name: its letters and digits, with a hyphen for what stands between them.
  fileprivate var asName: String {
    let letters = [
      "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "é": "e",
      "è": "e", "à": "a", "ñ": "n", "ç": "c", "å": "a", "ø": "o", "æ": "ae",
    ]
    var name = ""
    for scalar in unicodeScalars {
      let text = String(scalar)
      if scalar.isASCII, scalar.value > 32, Self.isNamePart(scalar) {
        name += text
      } else if let other = letters[text] {
        name += other
      } else if !name.isEmpty, name.last != "-" {
        name += "-"
      }
    }
    while name.last == "-" { name.removeLast() }
    let digits = name.prefix { ("0"..."9").contains($0) }
    let rest = name.dropFirst(digits.count)
    return rest.isEmpty ? "" : String(rest.drop { $0 == "-" }) + String(digits)
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
      || scalar == "_" || scalar == "-"
  }
}
