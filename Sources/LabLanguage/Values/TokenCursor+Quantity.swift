package import LabKernel
import LabText

/// A number with what it measures, in the base unit of that.
package struct Quantity: Sendable {
  /// In nanoseconds (whole), hertz, percent, parts per million, points, ms per s or whole pieces.
  package var value: Fraction
  package var dimension: Dimension
  /// The number as it was written, without its unit.
  package var number: String
  package var place: Place
  /// The unit; `nil` for a bare number.
  package var unit: Unit?

  package init(
    value: Fraction, dimension: Dimension, number: String, place: Place, unit: Unit? = nil
  ) {
    (self.value, self.dimension, self.number) = (value, dimension, number)
    (self.place, self.unit) = (place, unit)
  }
}

extension TokenCursor {
  /// Reads `16 ms`, `1/60 s`, `-3 ppm`, `40 per s`, `50 pt/s`, `5 ms per s`, `ntsc` or a bare
  /// number; a mistake proposes one of the dimension with which it is compared, if that is known.
  package mutating func quantity(besides other: Dimension? = nil) throws(Mistake) -> Quantity {
    try quantity(mayLackUnit: false, other)
  }

  private mutating func quantity(
    mayLackUnit: Bool, _ wanted: Dimension? = nil
  ) throws(Mistake) -> Quantity {
    if let rate = namedRate() { return rate }
    var quantity = try number(wanted)
    if let unit = unit() {
      quantity = try quantity.measured(in: unit)
    } else if !mayLackUnit, let word = next, word.kind == .word, isMeantAsUnit(word.text, wanted) {
      let remedy = quantity.remedy(before: word.text, afterNext?.text, wanted)
      throw Mistake(word.place, "'\(word.text)' is not a unit.\(remedy)")
    }
    return quantity
  }

  /// Reads `A .. B`; a bare A shares the unit of B.
  package mutating func range() throws(Mistake) -> (Quantity, Quantity) {
    let low = try quantity()
    try expect("..")
    let high = try quantity()
    return (try low.sharingUnit(of: high), high)
  }

  /// Reads a quantity of one dimension.
  ///
  /// - Throws: A mistake that proposes units for a bare number.
  package mutating func quantity(_ dimension: Dimension) throws(Mistake) -> Quantity {
    let quantity = try quantity(mayLackUnit: dimension == .number, dimension)
    if quantity.unit == nil, dimension != .number, let decimals = decimals(of: quantity) {
      throw Mistake(
        quantity.place,
        "decimals stand behind a point, not a comma. Write"
          + " '\(quantity.number).\(decimals.digits) \(decimals.unit ?? dimension.symbol)'.")
    }
    return try quantity.checked(dimension)
  }

  /// The digits behind a comma right after a number, which were meant as its decimals, and the unit
  /// behind them; `nil` if there are none.
  private func decimals(of quantity: Quantity) -> (digits: String, unit: String?)? {
    var rest = self
    guard rest.accept(","), let digits = rest.next, digits.kind == .number,
      digits.place.column - quantity.place.column == quantity.number.count + 1
    else { return nil }
    return (digits.text, rest.afterNext.flatMap { Unit.named($0.text)?.name })
  }

  /// Reads a duration that is not cut to whole nanoseconds, in nanoseconds.
  package mutating func exactNanoseconds() throws(Mistake) -> Fraction {
    var exact = self
    let quantity = try quantity(.time)
    let number = try exact.number().value
    guard let scale = quantity.unit?.scale, let product = number.multiplied(by: scale),
      product.numerator > 0
    else { throw Mistake(quantity.place, "the duration must be greater than 0.") }
    return product
  }

  /// Reads a duration that is not cut to whole nanoseconds, in seconds.
  package mutating func exactSeconds() throws(Mistake) -> Double {
    let nanoseconds = try exactNanoseconds()
    return (nanoseconds.divided(by: Fraction(1_000_000_000)) ?? nanoseconds).approximate
  }

  private mutating func namedRate() -> Quantity? {
    guard let token = next, token.kind == .word, let named = NamedRate.named(token.text) else {
      return nil
    }
    _ = accept(token.text)
    return Quantity(
      value: named.rate, dimension: .frequency, number: token.text, place: token.place,
      unit: Unit("Hz", .frequency, 1))
  }

  /// Reads a number, perhaps negative, perhaps a fraction of two; a mistake proposes one that
  /// measures what is wanted.
  private mutating func number(_ wanted: Dimension? = nil) throws(Mistake) -> Quantity {
    let start = place
    let isNegative = accept("-")
    let token = try take("a number")
    guard token.kind == .number else {
      throw Mistake(
        token.place, "'\(token.spelling)' is not a number.\(remedy(for: token, wanted))")
    }
    var value = try fraction(token)
    var text = token.text
    if next?.text == "/", let divisor = afterNext, divisor.kind == .number {
      _ = accept("/")
      _ = try take("a number")
      guard let quotient = value.divided(by: try fraction(divisor)) else {
        throw Mistake(
          divisor.place,
          "'\(divisor.text)' is a division by zero. Write for example '\(token.text)/60'.")
      }
      value = quotient
      text += "/\(divisor.text)"
    }
    return Quantity(
      value: isNegative ? value.negated : value, dimension: .number,
      number: (isNegative ? "-" : "") + text, place: start)
  }

  /// What to write instead of a token that is no number, as a sentence after a space.
  private func remedy(for token: Token, _ wanted: Dimension?) -> String {
    if token.text == ".", let next, next.kind == .number { return " Write '0.\(next.text)'." }
    guard token.kind == .word || token.text == "∞" else { return "" }
    let isFollowedByUnit = next.map { Unit.named($0.text) != nil } ?? false
    guard let wanted, wanted != .number, !isFollowedByUnit else {
      return " Write digits, such as '10'."
    }
    return " Write for example '\(wanted == .frequency ? "60" : "10") \(wanted.symbol)'."
  }

  private func fraction(_ token: Token) throws(Mistake) -> Fraction {
    guard let value = Fraction(digits: token.text) else {
      let parts = token.text.split(separator: ".")
      let remedy =
        parts.count == 2 && parts[0].utf8.count < 10
        ? " Write '\(parts[0]).\(parts[1].prefix(9))'." : " Write fewer."
      throw Mistake(token.place, "this number has more than 18 digits.\(remedy)")
    }
    return value
  }

  /// Reads a unit if there is one: a name, `per s`, `ms per s`, `ms/s`, `pt/s`, `pt per s` or
  /// `pt/s²`.
  private mutating func unit() -> Unit? {
    if next?.text == "per", let time = afterNext.flatMap({ Unit.named($0.text) }),
      time.dimension == .time, let scale = Fraction(1_000_000_000).divided(by: time.scale)
    {
      _ = accept("per") && accept(time.name)
      return Unit("per \(time.name)", .frequency, scale)
    }
    guard let next, next.kind != .number, let unit = Unit.named(next.text) else { return nil }
    _ = accept(unit.name)
    if unit.name == "ms", acceptPerSecond() { return Unit("ms per s", .millisecondsPerSecond, 1) }
    guard unit.name == "pt", acceptPerSecond() else { return unit }
    let isAcceleration = accept("²") || acceptPerSecond()
    return isAcceleration ? Unit("pt/s²", .acceleration, 1) : Unit("pt/s", .speed, 1)
  }

  /// Takes `per s` or `/s` if it comes next.
  private mutating func acceptPerSecond() -> Bool {
    guard next?.text == "per" || next?.text == "/", afterNext?.text == "s" else { return false }
    return (accept("per") || accept("/")) && accept("s")
  }

  /// Whether a word directly after a number was meant as its unit rather than as what follows; of a
  /// number that may have none, a word that is like no unit was not.
  private func isMeantAsUnit(_ word: String, _ wanted: Dimension?) -> Bool {
    let words = statement.form.clauses.map { $0.words[0] }
    let others = [
      "in", "for", "and", "or", "of", "per", "step", "factor", "to", "keep-phase",
      "zero-on-resume", "keep-rest", "owed", "slack", "by",
    ]
    return !others.contains(word)
      && !word.contains(".")
      && Spelling.nearest(to: word, among: words) == nil
      && (wanted ?? .number != .number || Unit.isMeant(by: word))
  }
}

extension Quantity {
  /// The quantity as a script writes it, in its own unit; with too many digits, the nearest such.
  package var text: String {
    let number = unit.map { value.divided(by: $0.scale) ?? value } ?? value
    let digits =
      number.text ?? Fraction(rounding: number.approximate)?.text ?? "\(number.approximate)"
    return digits + (unit.map { " \($0.name)" } ?? "")
  }

  /// Returns another quantity in the same unit.
  package func with(_ value: Fraction) -> Quantity {
    var result = self
    result.value = value
    return result
  }

  /// Returns this bare number with a unit; times are cut to whole nanoseconds.
  package func measured(in unit: Unit) throws(Mistake) -> Quantity {
    var result = self
    let product = value.multiplied(by: unit.scale)
    if unit.dimension == .time, let product {
      guard let whole = product.whole, whole.magnitude <= Limits.nanoseconds.magnitude else {
        throw Mistake(
          place,
          "'\(number) \(unit.name)' is longer than 1000 days. Write for example '1 h'.")
      }
      result.value = Fraction(whole)
    } else if let product {
      result.value = product
    } else {
      throw Mistake(place, "'\(number) \(unit.name)' is too large.")
    }
    result.dimension = unit.dimension
    result.unit = unit
    return result
  }

  /// Returns this quantity, in the unit of another if it has none itself, as the 0 of `0..6 ms`.
  package func sharingUnit(of other: Quantity?) throws(Mistake) -> Quantity {
    guard unit == nil, let unit = other?.unit else { return self }
    return try measured(in: unit)
  }

  /// Returns this quantity if it measures what is wanted.
  package func checked(_ wanted: Dimension) throws(Mistake) -> Quantity {
    guard dimension != wanted else { return self }
    if unit == nil { throw unitless(wanted) }
    throw Mistake(
      place,
      "this is \(dimension.name), but \(wanted.name) is needed here.\(remedy(for: wanted))")
  }

  /// Returns the mistake that a unit is missing.
  package func unitless(_ wanted: Dimension) -> Mistake {
    let proposals = wanted.proposals.map { "\(number) \($0)" }
    return Mistake(place, "'\(number)' has no unit. Write \(Spelling.list(proposals)).")
  }
}

extension Quantity {
  /// Says what to write instead of a bare number and a word that is no unit.
  ///
  /// - Parameters:
  ///   - word: The word behind the number.
  ///   - following: What stands behind that: the unit, if the word is an exponent.
  ///   - wanted: What must be written; `nil` if it may be anything.
  /// - Returns: Sentences after a space.
  func remedy(before word: String, _ following: String?, _ wanted: Dimension?) -> String {
    if let power = Self.power(word), let product = value.multiplied(by: power)?.text {
      let unit = following.flatMap(Unit.named)?.name ?? wanted?.symbol ?? ""
      return " Numbers have no exponent. Write '\(product)\(unit.isEmpty ? "" : " " + unit)'."
    }
    if let unit = Unit.meant(by: word), let quantity = try? measured(in: unit) {
      guard let wanted, quantity.dimension != wanted else {
        return " Write '\(number)\(wanted == .number ? "" : " " + unit.name)'."
      }
      return quantity.remedy(for: wanted)
    }
    let hint = Spelling.hint(for: word, among: Unit.all.map { $0.name })
    guard hint.isEmpty else { return hint }
    return wanted.map(proposal) ?? ""
  }

  /// Returns what to write instead of this quantity where another dimension is wanted, as a
  /// sentence after a space: the other way to say the same rate, or the number with a unit that
  /// fits.
  package func remedy(for wanted: Dimension) -> String {
    switch (dimension, wanted) {
    case (.frequency, .time):
      if let seconds = Fraction(1).divided(by: value)?.text { return " Write '\(seconds) s'." }
    case (.time, .frequency):
      if let hertz = Fraction(1_000_000_000).divided(by: value) {
        let rounded = Fraction(rounding: (hertz.approximate * 100).rounded() / 100)
        return " Write '\(rounded?.text ?? "60") Hz'."
      }
    case (.number, .time) where unit != nil: return place.source.remedy(forRefreshes: number)
    case (.percent, .number):
      if let share = value.divided(by: Fraction(100))?.text { return " Write '\(share)'." }
    case (_, .number): return " Write '\(number)'."
    default: break
    }
    return proposal(wanted)
  }

  private func proposal(_ wanted: Dimension) -> String {
    wanted.proposals.isEmpty
      ? "" : " Write for example \(Spelling.list(wanted.proposals.map { "\(number) \($0)" }))."
  }

  /// The power of ten that an exponent stands for, such as `e-3`.
  fileprivate static func power(_ word: String) -> Fraction? {
    guard word.first == "e" || word.first == "E", let exponent = Int(word.dropFirst()),
      -12...12 ~= exponent
    else { return nil }
    let power = (0..<exponent.magnitude).reduce(Int64(1)) { power, _ in power * 10 }
    return exponent < 0 ? Fraction(1).divided(by: Fraction(power)) : Fraction(power)
  }
}

extension Unit {
  /// Whether a word is like a unit, or an exponent.
  fileprivate static func isMeant(by word: String) -> Bool {
    meant(by: word) != nil || Quantity.power(word) != nil
      || Spelling.nearest(to: word, among: all.map { $0.name }) != nil
  }

  /// Returns the unit that is meant by another word or by other letters for it.
  static func meant(by word: String) -> Unit? {
    let word = word.lowercased()
    return EverydayWords.units[word].flatMap(named) ?? all.first { $0.name.lowercased() == word }
  }
}

extension SourceText {
  /// Returns what to write for so many refreshes of the display where a duration is needed, as a
  /// sentence after a space: an example unless the script writes the rate of its display in one
  /// number.
  func remedy(forRefreshes number: String) -> String {
    let line = lines.prefix(1000).firstIndex { $0.hasPrefix("display ") }
    let tokens = line.map { Lexer.tokens(of: self, line: $0 + 1) } ?? []
    let isRate =
      tokens.count > 2 && tokens[1].kind == .number && tokens[2].text == "Hz"
      && (tokens.count == 3 || tokens[3].text != "..")
    guard !number.contains("/") else { return " Write for example '50 ms'." }
    return isRate
      ? " Write '\(number)/\(tokens[1].text) s'." : " Write for example '\(number)/60 s'."
  }
}
