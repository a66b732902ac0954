import LabText

extension SeriesAnswer {
  /// What the list says, in sentences: the mechanism with its size, how sure it is, and the second
  /// candidate.
  package var sentences: [String] {
    var all = [nameSentence]
    if !paces.isEmpty { all.append(paceSentence) } else if let size { all.append(size) }
    if let rest, rest != decision.first {
      all.append("Without the gap: \(Self.clause(rest, self)).")
    }
    if !alike.isEmpty, mechanism != nil {
      let others = alike.map(\.phrase).joined(separator: ", ")
      all.append("Or it is '\(others)' with the same interval: no list tells these two apart.")
    }
    all.append(sureSentence)
    return all
  }

  private var nameSentence: String {
    guard let mechanism else {
      let names = candidates.filter { $0.behind < Decision.margin }.map {
        "'\($0.mechanism.phrase)'"
      }
      return "Undecided between \(listed(names, "and")): \(names.count > 2 ? "all" : "both")"
        + " describe the list in about as many bits."
    }
    return Self.clause(mechanism, self).capitalizedFirst + "."
  }

  /// What a mechanism does to this list, with its numbers, as a clause.
  private static func clause(_ mechanism: SeriesMechanism, _ answer: SeriesAnswer) -> String {
    let period = answer.value(.periodMs).map { "\(text($0)) ms" } ?? "?"
    switch mechanism {
    case .locked: return answer.lockedClause
    case .grid:
      let dates =
        answer.value(.multiple).map { ", at every \(ordinal(integer($0))) fire date" } ?? ""
      return "keeps its grid of \(period)\(dates), with errors of about"
        + " \(text(answer.value(.jitterMs) ?? 0)) ms that do not add up"
    case .anew: return answer.anewClause
    case .quantum:
      return "rounded up to the steps of a clock of \(period), mostly"
        + " \(counted(integer(answer.value(.multiple) ?? 1), "step"))"
    case .beat: return answer.beatClause
    case .gap, .burst:
      let gap = "\(text(answer.value(.gapMs) ?? 0)) ms"
      let at = "\(text(answer.value(.gapAtMs) ?? 0)) ms"
      let caught = integer(answer.value(.caughtUp) ?? 0)
      return "one gap of \(gap), \(at) after the first instant"
        + (mechanism == .burst ? ", then \(counted(caught, "callback")) at once to catch up" : "")
    case .saturated:
      return "saturated: the work takes \(period), longer than the"
        + " \(text(answer.asked ?? 0)) ms that were asked"
    case .jitter:
      return "jitter without structure: intervals of \(text(answer.value(.meanMs) ?? 0)) ms on"
        + " average that follow no order"
    }
  }

  private var lockedClause: String {
    let multiple = integer(value(.multiple) ?? 1)
    let rate = value(.rateHz) ?? 0
    let known = value(.rateErrorHz).map { Self.text($0) }
    let error = known.map { $0 == "0" ? "" : " ± \($0)" } ?? ""
    let jitter = Self.text(value(.jitterMs) ?? 0)
    let which =
      paces.isEmpty
      ? "every \(multiple == 1 ? "" : Self.ordinal(multiple) + " ")refresh" : "the refreshes"
    return "locked to \(which) of \(Self.text(rate))\(error) Hz, with errors of about \(jitter) ms"
  }

  /// The rates in turn, of many the first.
  private var paceSentence: String {
    let parts = paces.prefix(6).map {
      "\(Self.text($0.rateHz, decimals: 2)) Hz for \(Self.text($0.lengthMs / 1000)) s"
    }
    let others = paces.count - parts.count
    let changes = paces.count == 2 ? "once" : "\(grouped(paces.count - 1)) times"
    return "Its rate changes \(changes): \(parts.joined(separator: ", "))"
      + (others > 0 ? ", and \(grouped(others)) more." : ".")
  }

  private var anewClause: String {
    let usual = "\(Self.text(course.usual)) ms"
    guard let asked, let lag = value(.lagMs) else {
      return "counts from the last call each time, \(usual)"
    }
    let told = question.asked == nil ? " if \(Self.text(asked)) ms were asked" : ""
    guard lag > value(.periodErrorMs) ?? 0 else {
      return "counts from the last call each time, \(usual)"
    }
    return lag < 1
      ? "counts from the last call each time, \(Self.text(lag)) ms late each time\(told)"
      : "begins again after about \(Self.text(lag, decimals: 1)) ms of work\(told)"
  }

  private var beatClause: String {
    let period = "\(Self.text(value(.periodMs) ?? 0)) ms"
    let other = "\(Self.text(value(.otherPeriodMs) ?? 0)) ms"
    return decision.best.kind == .merged
      ? "two rates in one list, \(period) and \(other)"
      : "a rate of \(other) seen at refreshes of \(period)"
  }

  /// The size of it in an hour.
  private var size: String? {
    // Of a list of one number the size is known, whatever makes it.
    guard mechanism != nil || course.isConstant else { return nil }
    if let changes = value(.changesPerHour) {
      return "The beat repeats \(grouped(integer(changes.rounded()))) times an hour."
    }
    if mechanism == .gap || mechanism == .burst {
      let lost = integer(value(.lost) ?? 0)
      return "It cost \(counted(lost, "fire date"))."
    }
    guard let behind = value(.behindSPerHour), let asked else { return nil }
    let seconds = Self.text(behind.magnitude)
    let told = question.asked == nil ? "\(Self.text(asked)) ms" : "what was asked"
    if let error = value(.behindErrorSPerHour), behind.magnitude <= error, error >= 0.0001 {
      return
        "It stays with \(told): this list cannot show a drift of less than \(Self.text(error)) s in an"
        + " hour."
    }
    if seconds == "0" { return "It stays with \(told)." }
    return "It \(behind < 0 ? "gains" : "falls behind by") \(seconds) s in an hour."
  }

  private var sureSentence: String {
    guard let second else {
      return "Nothing else describes the list\(misfits.map { ", \($0)" } ?? "")."
    }
    let behind = integer(second.behind.rounded())
    guard mechanism != nil else { return undecidedSentence }
    return
      "\(certainty.capitalizedFirst)\(misfits.map { ", \($0)" } ?? ""): the next candidate,"
      + " '\(second.mechanism.phrase)', takes \(grouped(behind)) bits more."
  }

  /// How many intervals are far from the usual one that the mechanism names; `nil` if none is, or
  /// if it tells of such intervals itself.
  private var misfits: String? {
    switch decision.best.kind {
    case .grid, .locked, .quantum, .anew: break
    case .beat, .merged, .jitter: return nil
    }
    guard paces.isEmpty else { return nil }
    let usual = course.usual
    let far = course.calm.filter { $0 > 1.5 * usual || $0 < 0.5 * usual }
    guard let least = far.min(), let most = far.max() else { return nil }
    let lengths = [Self.text(least), Self.text(most)]
    let range = lengths[0] == lengths[1] ? lengths[0] : lengths.joined(separator: " to ")
    return
      "but for \(grouped(far.count)) of the \(counted(course.calm.count, "interval")), which"
      + " \(far.count == 1 ? "lasts" : "last") \(range) ms where \(Self.text(usual)) ms are usual"
  }

  /// What would decide.
  private var undecidedSentence: String {
    if course.isConstant {
      return "Its intervals are all the same, so that more digits would decide, and more numbers"
        + " would not."
    }
    guard course.intervals.count >= 40 else {
      return "More numbers would decide: paste forty or more."
    }
    let usual = Self.text(self.asked ?? course.usual)
    let asked = " What was asked may decide as well, such as --every \(usual)ms."
    return "More numbers or more digits may decide.\(question.asked == nil ? asked : "")"
  }

  /// A number with three digits or so.
  static func text(_ number: Double, decimals: Int? = nil) -> String {
    let places = decimals ?? (number.magnitude < 0.1 ? 4 : number.magnitude < 100 ? 3 : 1)
    return decimalText(max(-1e18, min(1e18, number)), decimals: 0...places)
  }

  private static func ordinal(_ number: Int) -> String {
    switch (number % 10, number % 100) {
    case (1, let rest) where rest != 11: "\(number)st"
    case (2, let rest) where rest != 12: "\(number)nd"
    case (3, let rest) where rest != 13: "\(number)rd"
    default: "\(number)th"
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
