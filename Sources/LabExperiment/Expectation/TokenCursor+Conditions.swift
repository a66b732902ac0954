extension TokenCursor {
  /// Whether `in` begins a quantifier rather than a range.
  var isAtQuantifier: Bool {
    next?.text == "in" && ["every", "some", "no", "at"].contains(afterNext?.text)
  }

  /// Reads `in every run`, `in some run`, `in no run` or `in at least 95 % of runs`, if it is there.
  mutating func quantifier() throws(Mistake) -> Quantifier {
    guard accept("in") else { return .every }
    if accept("at") {
      try expect("least")
      let percent = try quantity(.percent)
      try expect("of")
      try expect("runs")
      guard percent.value.numerator >= 0, percent.value.approximate <= 100 else {
        throw Mistake(percent.place, "a share of runs lies between 0 % and 100 %.")
      }
      return .share(percent.value.approximate)
    }
    let quantifier = try word(
      among: [("every", Quantifier.every), ("some", .some), ("no", .no)])
    try expect("run")
    return quantifier
  }

  /// Reads `for {name} >= 50 ms and …`, if it is there.
  ///
  /// - Returns: Which values of every sweep satisfy all conditions.
  mutating func conditions(sweeps: [Sweep], mayBeIdle: Bool) throws(Mistake) -> [[Bool]] {
    var admitted = sweeps.map { $0.pieces.map { _ in true } }
    guard accept("for") else { return admitted }
    repeat {
      let token = try take("'{name}' of a sweep")
      guard token.kind == .reference else {
        throw Mistake(
          token.place, "'\(token.spelling)' is not a '{name}'. Write 'for {name} >= 50 ms'.")
      }
      let axis = try sweeps.index(named: token)
      let satisfied = try condition(on: sweeps[axis], mayBeIdle: mayBeIdle)
      admitted[axis] = zip(admitted[axis], satisfied).map { $0 && $1 }
    } while accept("and")
    return admitted
  }

  /// Reads `== WORD` or a comparison with a quantity.
  private mutating func condition(on sweep: Sweep, mayBeIdle: Bool) throws(Mistake) -> [Bool] {
    let relation = try relation()
    if let token = next, token.kind == .word, NamedRate.named(token.text) == nil {
      _ = try take("a value")
      guard mayBeIdle || sweep.values.contains(token.text) else {
        let hint = Spelling.hint(for: token.text, among: sweep.values)
        throw Mistake(
          token.place, "the sweep '\(sweep.name)' has no value '\(token.text)'.\(hint)")
      }
      guard relation == .equal || relation == .unequal else {
        throw Mistake(token.place, "a word can be compared with '==' and '!=' only.")
      }
      return sweep.values.map { relation.holds($0, token.text) }
    }
    let values = try sweep.quantities(in: statement)
    let wanted = try quantity(values[0].dimension)
    return values.map { relation.holds($0.value.approximate, wanted.value.approximate) }
  }

  private mutating func relation() throws(Mistake) -> Claim.Relation {
    try word(among: Claim.Relation.allCases.map { ($0.rawValue, $0) })
  }
}

extension Sweep {
  /// Reads the values as quantities of one dimension.
  func quantities(in statement: Statement) throws(Mistake) -> [Quantity] {
    var quantities: [Quantity] = []
    for piece in pieces {
      do throws(Mistake) {
        var cursor = TokenCursor(piece, in: statement)
        let quantity = try cursor.quantity()
        try cursor.finish()
        quantities.append(try quantity.checked(quantities.first?.dimension ?? quantity.dimension))
      } catch {
        throw error.used(in: statement)
      }
    }
    return quantities
  }
}
