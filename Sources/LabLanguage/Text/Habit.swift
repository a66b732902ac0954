import LabKernel
import LabText

/// What people write by the habits of Swift, of CSS or of their own language, and what a script has
/// for it.
///
/// A line that could be read is never looked at. Where a line has a mistake, the first habit that
/// covers the place of the mistake explains it.
struct Habit {
  /// The tokens of a line.
  private let tokens: [Token]
  /// The form of its statement; `nil` of what was typed in an option.
  private let form: Form?

  /// What is there and what to write, from some token on.
  private struct Finding {
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
    return Habit(tokens: tokens, form: form).mistake(at: place, lacks: lacks)
  }

  private func mistake(at place: Place, lacks: Bool) -> Mistake? {
    // A statement that lacks something says so at its keyword, wherever the reason stands.
    let lacks = lacks && form != nil && tokens[0].covers(place)
    for start in tokens.indices {
      for (rule, explainsLack) in Self.rules {
        guard let finding = rule(self)(start) else { continue }
        let found = tokens[start..<start + finding.count]
        // A word that stands where a value belongs is not why the statement lacks something.
        let isReason = lacks && explainsLack && !isClauseWord(start - 1)
        guard isReason || found.contains(where: { $0.covers(place) }) else { continue }
        return Mistake(tokens[start].place, finding.message)
      }
    }
    return nil
  }

  /// The habits, and of each whether a statement may lack something by it.
  private static var rules: [(rule: (Habit) -> (Int) -> Finding?, explainsLack: Bool)] {
    [
      ({ $0.comment(at:) }, false), ({ $0.quotation(at:) }, true), ({ $0.thread(at:) }, true),
      ({ $0.mode(at:) }, true), ({ $0.deviation(at:) }, false), ({ $0.range(at:) }, false),
      ({ $0.digits(at:) }, false), ({ $0.compound(at:) }, false), ({ $0.interval(at:) }, true),
      ({ $0.pace(at:) }, true),
      ({ $0.instant(at:) }, false), ({ $0.comparison(at:) }, false), ({ $0.path(at:) }, false),
      ({ $0.conjunction(at:) }, false), ({ $0.name(at:) }, true), ({ $0.list(at:) }, true),
      ({ $0.clause(at:) }, true), ({ $0.stray(at:) }, false),
    ]
  }

  // MARK: What stands at a token

  private func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].text : ""
  }

  private func lowercased(_ index: Int) -> String { text(index).lowercased() }

  private func isNumber(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .number
  }

  private func spelling(_ start: Int, _ count: Int) -> String {
    tokens[start..<start + count].spelling
  }

  /// Whether no blank stands before a token.
  private func isGlued(_ index: Int) -> Bool {
    guard tokens.indices.contains(index), index > 0 else { return false }
    let last = tokens[index - 1]
    return last.place.column + last.length == tokens[index].place.column
  }

  /// The clause in which a token stands, by its first word; empty at the head.
  private func clause(of index: Int) -> Form.Clause? {
    tokens[..<index].lazy.reversed().compactMap { token in
      form?.clauses.first { $0.words[0] == token.text && token.isPlain }
    }.first
  }

  /// Whether a clause of the form begins with a token.
  private func isClauseWord(_ index: Int) -> Bool {
    form?.clauses.contains { $0.words[0] == text(index) } ?? false
  }

  /// A number with its unit from some token on, and how many tokens it has.
  private func quantity(_ index: Int) -> (number: String, unit: String?, count: Int)? {
    guard isNumber(index) else { return nil }
    var (number, count) = (text(index), 1)
    if text(index + 1) == "/", isNumber(index + 2) {
      (number, count) = (number + "/" + text(index + 2), 3)
    }
    let unit =
      isNumber(index + count) ? nil : Unit.meant(by: text(index + count)).map { $0.name }
    return (number, unit, count + (unit == nil ? 0 : 1))
  }

  // MARK: Habits

  /// `// words`, `-- words`.
  private func comment(at start: Int) -> Finding? {
    let signs = ["/", "-", ";", "×", "%"]
    guard start == 0, form == nil, tokens[0].kind == .sign, signs.contains(text(0)) else {
      return nil
    }
    let count = isGlued(1) && tokens[1].kind == .sign ? 2 : 1
    guard count == 2 || [";", "%"].contains(text(0)) else { return nil }
    return Finding(count, "'\(spelling(0, count))' begins no comment. Write '#'.")
  }

  /// `"ball"`, in the marks of any language.
  private func quotation(at start: Int) -> Finding? {
    let marks = [
      "\"", "'", "`", "“", "”", "„", "‟", "‘", "’", "‚", "‛", "«", "»", "‹", "›", "「", "」",
    ]
    guard marks.contains(text(start)),
      let end = tokens.indices.dropFirst(start + 1).first(where: { marks.contains(text($0)) })
    else { return nil }
    guard end > start + 1 else { return Finding(2, "there is nothing between these marks.") }
    return Finding(
      end - start + 1,
      "words stand without quotation marks here. Write '\(spelling(start + 1, end - start - 1))'.")
  }

  /// `on main`, `as DispatchQueue.main`.
  private func thread(at start: Int) -> Finding? {
    guard let form, start > 1, ["on", "in", "as", "main"].contains(lowercased(start)) else {
      return nil
    }
    var index = lowercased(start) == "main" ? start : start + 1
    if lowercased(index) == "the" { index += 1 }
    let queues = [
      "main", "mainthread", "main-thread", "mainqueue", "main-queue", "dispatchqueue.main", "gcd",
      "mainactor", "dispatchmain", "dispatch", "async",
    ]
    guard queues.contains(lowercased(index)) else { return nil }
    if ["thread", "queue", "loop", "runloop"].contains(lowercased(index + 1)) { index += 1 }
    let count = index - start + 1
    guard spelling(start, count) != "as main-queue" else { return nil }
    if form.clauses.contains(where: { $0.slot.name == "DELIVERY" }) {
      return Finding(
        count, "'\(spelling(start, count))' is 'as main-queue' in a script. Write 'as main-queue'.")
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

  /// `.common`, `UITrackingRunLoopMode`, `mode default`, `default and tracking`.
  private func mode(at start: Int) -> Finding? {
    // What is typed in an option has no form.
    let isTyped = form == nil && start == 0
    guard isTyped || form?.clauses.contains(where: { $0.slot.name == "MODES" }) == true else {
      return nil
    }
    let isClause = ["mode", "modes", "formode", "formodes", "on", "inmode"].contains(
      lowercased(start))
    guard isClause || isTyped || start > 0 && ["in", ","].contains(text(start - 1)) else {
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
    guard spelling(start, count) != names, !isTyped || count == tokens.count else { return nil }
    let answer = isClause ? "in " + names : names
    return Finding(
      count, "'\(spelling(start, count))' is '\(answer)' in a script. Write '\(answer)'.")
  }

  /// The mode that a word names in any language, and how many tokens that takes.
  private func namedMode(at index: Int) -> (name: String, count: Int)? {
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

  /// `5 ms ± 1 ms`, `normal 5 ms 1 ms`.
  private func deviation(at start: Int) -> Finding? {
    let isNamed = ["normal", "gauss", "gaussian"].contains(lowercased(start))
    let first = isNamed ? start + 1 : start
    guard isLaw(start), let mean = quantity(first) else { return nil }
    let sign = first + mean.count
    let isSigned = ["+-", "±"].contains(text(sign))
    guard isNamed || isSigned,
      let deviation = quantity(sign + (isSigned || text(sign) == "," ? 1 : 0)),
      let unit = deviation.unit ?? mean.unit
    else { return nil }
    let end = sign + (isSigned || text(sign) == "," ? 1 : 0) + deviation.count
    return Finding(
      end - start,
      "'\(spelling(start, end - start))' is a normal distribution. Write 'normal mean"
        + " \(mean.number) \(mean.unit ?? unit) sd \(deviation.number) \(unit)'.")
  }

  /// `12-40 ms`, `between 12 ms and 40 ms`.
  private func range(at start: Int) -> Finding? {
    let words = ["between", "from", "random", "uniform", "rand"]
    let isNamed = words.contains(lowercased(start)) && !isClauseWord(start)
    let isRate = form?.keyword == "display" && clause(of: start) == nil
    let isSweep = form?.role == .sweep && text(start - 1) == "="
    let first = isNamed ? start + 1 : start
    guard isLaw(start) || isRate || isSweep, let low = quantity(first) else { return nil }
    let signs = ["-", "–", "—", "‒", "…", "..", "to", "bis", "until", "and", "~", ","]
    let sign = first + low.count
    guard signs.contains(lowercased(sign)), isNamed || text(sign) != ",", !isClauseWord(sign),
      text(first - 1) != "uniform" && text(start - 1) != "adaptive" || text(sign) != "..",
      let high = quantity(sign + 1), let unit = high.unit ?? low.unit
    else { return nil }
    var count = sign + 1 + high.count - start
    let text = "\(low.number) \(low.unit ?? unit) .. \(high.number) \(unit)"
    if isRate {
      return Finding(count, "a display of two rates is adaptive. Write 'adaptive \(text)'.")
    }
    guard isSweep else {
      return Finding(
        count, "a duration in a range is drawn at random. Write 'uniform \(text)'.")
    }
    guard self.text(start + count) != "factor" else { return nil }
    var step = "10 \(unit)"
    let by = start + count
    if ["by", "step", "steps", "in"].contains(lowercased(by)), let distance = quantity(by + 1) {
      guard self.text(by) != "step" || self.text(sign) != ".." else { return nil }
      step = "\(distance.number) \(distance.unit ?? unit)"
      count += 1 + distance.count
    }
    return Finding(count, "a range of a sweep has a step. Write '\(text) step \(step)'.")
  }

  private func isLaw(_ index: Int) -> Bool {
    ["LAW", "COST"].contains(clause(of: index)?.slot.name ?? "")
  }

  /// `1'000 ms`, `1_000 ms`, `60-Hz`, `1:30`, `0x1F`, `ten s`.
  private func digits(at start: Int) -> Finding? {
    if let number = numbers[lowercased(start)], start > 0 {
      let isPart = form?.hasName == true && start == 1
      return isPart ? nil : Finding(1, "'\(text(start))' is not a number. Write '\(number)'.")
    }
    guard isNumber(start), isGlued(start + 1) else { return nil }
    var end = start + 1
    while isGlued(end), Unit.meant(by: text(end)) == nil { end += 1 }
    guard !tokens[start..<end].contains(where: { $0.text == ".." }) else { return nil }
    let raw = spelling(start, end - start)
    let count = end - start
    if count == 2, text(start + 1) == "-", isGlued(end), let unit = Unit.meant(by: text(end)) {
      return Finding(
        count + 1, "a blank stands before a unit. Write '\(text(start)) \(unit.name)'.")
    }
    if raw.hasPrefix("0x"), let value = Int64(raw.dropFirst(2), radix: 16) {
      return Finding(count, "numbers are decimal. Write '\(value)'.")
    }
    let parts = raw.split(separator: ":")
    if parts.count == 2, let minutes = Int(parts[0]), let seconds = Int(parts[1]),
      minutes < 1000, seconds < 60
    {
      return Finding(count, "a duration has one unit. Write '\(minutes * 60 + seconds) s'.")
    }
    let separators: [Character] = ["_", "'", "’", ".", ","]
    guard raw.contains(where: { separators.contains($0) && $0 != "." && $0 != "," }) || count > 2,
      raw.allSatisfy({ separators.contains($0) || ("0"..."9").contains($0) })
    else { return nil }
    // A decimal comma has a message of its own.
    guard
      raw.contains(where: { $0 != "," && $0 != "." && separators.contains($0) })
        || raw.count(where: { separators.contains($0) }) > 1
    else { return nil }
    let groups = raw.split(whereSeparator: { separators.contains($0) }).map(String.init)
    let marks = raw.filter { separators.contains($0) }
    guard let last = groups.last, groups.count > 1,
      groups.dropFirst().dropLast().allSatisfy({ $0.count == 3 })
    else { return nil }
    let hasDecimals = last.count != 3 || Set(marks).count > 1
    let number =
      hasDecimals ? groups.dropLast().joined() + "." + last : groups.joined()
    let unit = Unit.meant(by: text(end))
    return Finding(
      count + (unit == nil ? 0 : 1),
      "digits stand without separators. Write '\(number)\(unit.map { " " + $0.name } ?? "")'.")
  }

  /// `2 s 500 ms`; of a sweep, two values without a comma.
  private func compound(at start: Int) -> Finding? {
    guard start > 0, let first = quantity(start), let unit = first.unit.flatMap(Unit.named),
      let second = quantity(start + first.count), let other = second.unit.flatMap(Unit.named),
      unit.dimension == other.dimension
    else { return nil }
    let (one, two) = ("\(first.number) \(unit.name)", "\(second.number) \(other.name)")
    let count = first.count + second.count
    if form?.role == .sweep {
      return Finding(count, "commas stand between values. Write '\(one), \(two)'.")
    }
    guard unit.dimension == .time, unit.scale != other.scale,
      let large = Int64(first.number), let small = Int64(second.number),
      let ratio = unit.scale.divided(by: other.scale)?.whole,
      case (let product, false) = large.multipliedReportingOverflow(by: ratio),
      case (let sum, false) = product.addingReportingOverflow(small)
    else { return nil }
    return Finding(count, "a duration has one unit. Write '\(sum) \(other.name)'.")
  }

  /// `timer ball 60 Hz`, `every frame`, `offset 8 ms`.
  private func interval(at start: Int) -> Finding? {
    guard form?.keyword == "timer", !tokens.contains(where: { $0.text == "once" }) else {
      return nil
    }
    if text(start - 1) == "every",
      ["frame", "refresh", "vsync", "frames"].contains(lowercased(start))
    {
      return Finding(1, "a timer knows no frames. Write '1/60 s'.")
    }
    let words = [
      "offset", "start", "starting", "delay", "delayed", "after", "begin", "begins", "phase",
    ]
    if words.contains(lowercased(start)), start > 1, let when = quantity(start + 1),
      let unit = when.unit.flatMap(Unit.named), unit.dimension == .time,
      !tokens.contains(where: { $0.text == "first" })
    {
      return Finding(
        1 + when.count,
        "'\(text(start))' with a time is 'first at' in a script. Write 'first at \(when.number)"
          + " \(unit.name)'.")
    }
    guard start == 2, !tokens.contains(where: { $0.text == "every" }) else { return nil }
    let first = ["at", "each"].contains(lowercased(2)) ? 3 : 2
    guard let rate = quantity(first) else { return nil }
    let text =
      rate.unit == "Hz" ? "1/\(rate.number) s" : "\(rate.number) \(rate.unit ?? "ms")"
    return Finding(first - 2 + rate.count, "a timer has an interval. Write 'every \(text)'.")
  }

  /// `link ball 60 fps`, `every 60 Hz`, `every 2 frames`, `preferredFramesPerSecond 30`.
  private func pace(at start: Int) -> Finding? {
    let words = [
      "preferredframespersecond", "preferredframerate", "preferredframeraterange", "fps", "rate",
      "framerate", "at",
    ]
    guard form?.keyword == "link", start > 1,
      !tokens.contains(where: { $0.text == "prefers" })
    else { return nil }
    let isNamed = text(start) == "every" || words.contains(lowercased(start))
    guard isNamed || start == 2, let rate = quantity(isNamed ? start + 1 : start) else {
      return nil
    }
    let count = (isNamed ? 1 : 0) + rate.count
    if text(start) == "every" {
      guard rate.unit == "Hz" || rate.unit == "ms" || rate.unit == "s" else { return nil }
      if rate.unit == "Hz", ["frame", "frames"].contains(lowercased(start + 2)) {
        return Finding(count, "a link counts refreshes. Write 'every \(rate.number) refreshes'.")
      }
    }
    let hertz = rate.unit == "ms" || rate.unit == "s" ? "60" : rate.number
    return Finding(count, "a link has a rate that it prefers. Write 'prefers \(hertz) Hz'.")
  }

  /// `=`, `=<`, `equals`, `at least`.
  private func comparison(at start: Int) -> Finding? {
    guard form?.role == .claim || form?.role == .restriction, start > 1 else { return nil }
    let signs = [
      "=": "==", "=<": "<=", "=>": ">=", "<>": "!=", "===": "==", "!==": "!=", "≈": "==",
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

  /// `after 1 s`, `at 1 s and 2 s`.
  private func instant(at start: Int) -> Finding? {
    if text(start) == "after", form?.role == .disturbance, isNumber(start + 1) {
      return Finding(
        2, "a load follows another load, or comes at an instant. Write 'at \(text(start + 1))'.")
    }
    guard ["and", ";", "&", "+"].contains(lowercased(start)), isNumber(start + 1),
      clause(of: start)?.slot.name == "INSTANTS"
    else { return nil }
    return Finding(1, "commas stand between instants. Write ','.")
  }

  /// `timer ball dropped`, `timer/ball/dropped`.
  private func path(at start: Int) -> Finding? {
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

  /// `A == 0 and B == 0`.
  private func conjunction(at start: Int) -> Finding? {
    if form?.role == .claim, ["if", "when", "where"].contains(text(start)) {
      return Finding(1, "'\(text(start))' is 'for' in a script. Write 'for'.")
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

  /// `my ball`, `2ball`, `Bälle`, `ball.x`.
  private func name(at start: Int) -> Finding? {
    guard let form, form.hasName, start == 1 else { return nil }
    if tokens[1].kind == .reference {
      return Finding(1, "a name is declared without braces. Write '\(text(1))'.")
    }
    var end = 2
    while isGlued(end), ![":", "=", ","].contains(text(end)) { end += 1 }
    let stop = form.clauses.map { $0.words[0] } + ["="]
    let isTwo =
      end == 2 && tokens[1].kind == .word && tokens.indices.contains(2) && tokens[2].kind == .word
      && !stop.contains(text(2)) && Spelling.nearest(to: text(2), among: stop) == nil
      && Form.everyday(text(2), among: stop) == nil
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
  private func list(at start: Int) -> Finding? {
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
  private func clause(at start: Int) -> Finding? {
    guard let form, start > 1, !isClauseWord(start), clause(of: start)?.slot.name != "BURST" else {
      return nil
    }
    let open = form.clauses.map { $0.words[0] }.filter { word in
      !tokens.contains { $0.isPlain && $0.text == word }
    }
    guard let word = Form.everyday(text(start), among: open) else { return nil }
    return Finding(1, "'\(text(start))' is not expected here. Did you mean '\(word)'?")
  }

  /// A word or a sign too many before a number or at the end.
  private func stray(at start: Int) -> Finding? {
    let clauses = form?.clauses.map { $0.words[0] } ?? []
    guard start > 0, !clauses.contains(text(start)),
      Form.everyday(text(start), among: clauses) == nil
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
        || text(start) == ":" && start < 3
        || text(start) == "." && isGlued(start) && !isNumber(start + 1)
    else { return nil }
    return Finding(
      1, "'\(spelling(start, 1))' is not expected here. Leave '\(spelling(start, 1))' out.")
  }
}

/// Numbers as words.
private let numbers = [
  "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
  "seven": "7", "eight": "8", "nine": "9", "ten": "10", "twelve": "12", "twenty": "20",
  "thirty": "30", "fifty": "50", "sixty": "60", "hundred": "100",
]

extension Form {
  /// What people write for the words of clauses and actions.
  private static let everydayWords = [
    "interval": "every", "per": "every", "once": "at", "period": "every", "each": "every",
    "repeating": "every",
    "cost": "takes", "costs": "takes", "lasting": "takes", "lasts": "takes", "duration": "takes",
    "for": "takes", "length": "takes", "work": "takes", "mode": "in", "modes": "in", "on": "in",
    "leeway": "tolerance", "slack": "tolerance", "offset": "phase", "stop": "pause",
    "suspend": "pause", "start": "resume", "continue": "resume", "unpause": "resume",
    "remove": "invalidate", "cancel": "invalidate", "kill": "invalidate", "end": "until",
    "via": "as", "through": "as", "throttled": "acts", "throttle": "acts", "capped": "acts",
  ]

  /// The word that is meant by another, if it is among some.
  static func everyday(_ word: String, among words: [String]) -> String? {
    everydayWords[word.lowercased()].flatMap { words.contains($0) ? $0 : nil }
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
