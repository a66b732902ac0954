import LabKernel
import LabText

/// What people write for a unit, and the unit.
private let everydayUnits = [
  "fps": "Hz", "p": "Hz", "hertz": "Hz", "frames": "Hz", "sec": "s", "secs": "s", "second": "s",
  "seconds": "s", "msec": "ms", "msecs": "ms", "millis": "ms", "millisecond": "ms",
  "milliseconds": "ms", "usec": "us", "usecs": "us", "micros": "us", "microsecond": "us",
  "microseconds": "us", "nsec": "ns", "nanos": "ns", "nanosecond": "ns", "nanoseconds": "ns",
  "mins": "min", "minute": "min", "minutes": "min", "hour": "h", "hours": "h", "px": "pt",
  "points": "pt", "percent": "%", "pct": "%",
]

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
        return " Write '\(number) \(unit.name)'."
      }
      return quantity.remedy(for: wanted)
    }
    let hint = Spelling.hint(for: word, among: Unit.all.map { $0.name })
    guard hint.isEmpty else { return hint }
    return wanted.map(proposal) ?? " The units are \(Spelling.list(Unit.names, "and"))."
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
  private static func power(_ word: String) -> Fraction? {
    guard word.first == "e" || word.first == "E", let exponent = Int(word.dropFirst()),
      -12...12 ~= exponent
    else { return nil }
    let power = (0..<exponent.magnitude).reduce(Int64(1)) { power, _ in power * 10 }
    return exponent < 0 ? Fraction(1).divided(by: Fraction(power)) : Fraction(power)
  }
}

extension Unit {
  /// One name of every unit.
  fileprivate static let names = all.indices.filter { index in
    all[index].dimension != .number
      && !all[..<index].contains {
        $0.dimension == all[index].dimension && $0.scale == all[index].scale
      }
  }.map { all[$0].name }

  /// Returns the unit that is meant by another word or by other letters for it.
  static func meant(by word: String) -> Unit? {
    let word = word.lowercased()
    return everydayUnits[word].flatMap(named) ?? all.first { $0.name.lowercased() == word }
  }
}
