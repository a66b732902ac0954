import LabKernel
import LabLanguage
import LabText

extension ScriptCompiler {
  /// Reads the sweeps, the values worked out from them, and which combinations there are.
  ///
  /// - Returns: Whether there are few enough of them to go on.
  func readSweeps(overriding: [ScriptOverride]) -> Bool {
    var statements = named(outline.statements.having(.sweep))
    let own = statements
    for setting in overriding {
      _ = attempt { () throws(Mistake) in try override(setting, among: &statements) }
    }
    func note(_ statement: Statement, _ sweep: Sweep?) {
      if let sweep { sweeps.append(sweep) } else { hasLostNames = true }
    }
    let (derived, listed) = statements.partitioned { $0.form.keyword == "let" }
    let (zipped, independent) = listed.partitioned { $0["zip"] != nil }
    var counts: [Int] = []
    for statement in independent {
      let sweep = attempt { () throws(Mistake) in
        let values = try self.values(of: statement, among: own)
        return Sweep(
          statement, values: values, axes: [Axis(index: counts.count, count: values.pieces.count)])
      }
      if let sweep { counts.append(sweep.values.count) }
      note(statement, sweep)
    }
    if let excess = Plan.excess(counts) {
      report(excess.place, excess.message)
      return false
    }
    grid = Grid(counts: counts)
    for statement in zipped {
      note(statement, attempt { () throws(Mistake) in try self.zipped(statement, among: own) })
    }
    for statement in derived {
      note(statement, attempt { () throws(Mistake) in try self.derived(statement) })
    }
    // In the order of the script, whatever the order in which they can be read.
    let read = sweeps
    sweeps = SweepTable(statements.compactMap { read[$0.head[0].text] })
    for statement in outline["where"] { excludePoints(statement) }
    return true
  }

  /// Reads the values of a sweep, out of what those before it left over; those that equal one of
  /// the script's own sweep are spelt as there.
  private func values(
    of statement: Statement, among own: [Statement]
  ) throws(Mistake) -> SweepValues {
    var values = try SweepValues(
      statement, limit: min(Limits.sweepValues, sweepValuesLeft))
    sweepValuesLeft -= values.pieces.count
    let replaced = own.first { $0.head[0].text == statement.head[0].text }
    if isNarrowed, let replaced,
      let known = try? SweepValues(replaced, limit: Limits.sweepValues)
    {
      try values.spell(like: known, in: statement)
    }
    return values
  }

  /// Reads a sweep that varies together with another.
  private func zipped(
    _ statement: Statement, among own: [Statement]
  ) throws(Mistake) -> Sweep {
    let bound = ResolvedStatement(statement)
    let name = try bound.required("zip", .name)
    guard let partner = sweeps[name] else {
      let sweeps = sweeps
      throw Mistake(
        statement["zip"]?.first?.place, "there is no sweep '\(name)'.", isAboutName: true,
        hint: Hint(name) { sweeps.map { $0.name } })
    }
    let values = try values(of: statement, among: own)
    guard values.pieces.count == partner.values.count else {
      throw Mistake(
        statement.keyword.place,
        "'\(statement.head[0].text)' has \(values.pieces.count) values and '\(name)' has"
          + " \(partner.values.count). Sweeps that are zipped need equally many.")
    }
    return Sweep(statement, values: values, axes: partner.axes)
  }

  /// Works out a value at every combination of the sweeps that its formula names.
  private func derived(_ statement: Statement) throws(Mistake) -> Sweep {
    var reader = ExpressionReader(
      TokenCursor(statement["="] ?? [], in: statement), sweeps: sweeps, .points)
    let formula = try reader.sum()
    try reader.cursor.finish()
    let axes = formula.expression.axes.sorted().map { grid.axes[$0] }
    try spend(axes.combinationCount, at: statement)
    var quantities: [Quantity] = []
    for choice in Combinations(counts: axes.map({ $0.count })) {
      var point = grid.axes.map { _ in 0 }
      for (axis, value) in zip(axes, choice) { point[axis.index] = value }
      quantities.append(try formula.quantity(at: point, in: sweeps))
    }
    return Sweep(
      statement, values: SweepValues(quantities, at: formula.place), axes: axes)
  }

  private func excludePoints(_ statement: Statement) {
    _ = attempt { () throws(Mistake) in
      var reader = ExpressionReader(
        TokenCursor(statement.head, in: statement), sweeps: sweeps, .points,
        mayBeIdle: isNarrowed)
      let condition = try reader.condition()
      try reader.cursor.finish()
      try spend(grid.count / 10, at: statement)
      let rest = grid.filtered { condition.holds(at: $0) }
      guard rest.count > 0 else {
        throw Mistake(statement.head[0].place, "this leaves no combination of values to run.")
      }
      grid = rest
    }
  }

  private func override(
    _ setting: ScriptOverride, among statements: inout [Statement]
  ) throws(Mistake) {
    guard let index = statements.firstIndex(where: { $0.head[0].text == setting.name }) else {
      let sweeps = statements.map { $0.head[0].text }
      let names = sweeps + Grammar.forms.filter { $0.isSingle }.map { $0.keyword }
      guard !sharedLoads.contains(setting.name) else {
        throw Mistake(
          setting.place,
          "'\(setting.name)' is a load. Name one of its clauses, such as '\(setting.name).takes'.")
      }
      let clause = path(of: setting.name).map { "\($0)=\(setting.value.spelling)" }
      let example = "\(path(of: "takes") ?? "link.ball.takes")=2 ms"
      throw Mistake(
        setting.place, "'\(source.path)' has no sweep '\(setting.name)'.",
        hint: Hint(
          setting.name,
          otherwise: clause.map { " Write for example '\($0)'." }
            ?? (sweeps.isEmpty
              ? " Write for example 'display=120 Hz' or '\(example)'."
              : " The sweeps are \(Spelling.list(sweeps, "and")).")
        ) { names })
    }
    let form = statements[index].form
    var zip: [Token] = []
    if form.keyword == "sweep", let partner = statements[index]["zip"], let first = partner.first {
      zip = [Token(kind: .word, text: "zip", place: first.place, length: 0)] + partner
    }
    statements[index] = try setting.sweep(form, adding: zip)
    isNarrowed = true
  }
}

extension CheckedExpression {
  /// Returns the value at a point, in the unit in which it is best read.
  func quantity(at point: [Int], in sweeps: SweepTable) throws(Mistake) -> Quantity {
    guard var value = expression.exactValue(at: point) else {
      let values = sweeps.filter { !expression.axes.isDisjoint(with: $0.axes.map { $0.index }) }
        .map { "\($0.name) = \($0.value(at: point))" }
      throw Mistake(
        place,
        "this cannot be worked out\(values.isEmpty ? "" : " for ")"
          + values.joined(separator: ", ") + ": it divides by 0, or has too many digits.")
    }
    if dimension == .time {
      guard let whole = value.whole, whole.magnitude <= Limits.nanoseconds.magnitude else {
        throw Mistake(place, "this is longer than 1000 days.")
      }
      value = Fraction(whole)
    }
    return Quantity(
      value: value, dimension: dimension, number: "", place: place,
      unit: dimension.proposals.first.flatMap(Unit.named) ?? dimension.unnamedUnit)
  }
}

extension Dimension {
  /// The unit of a ratio of times, which has no name of one word.
  fileprivate var unnamedUnit: Unit? {
    self == .millisecondsPerSecond ? Unit("ms per s", self, 1) : nil
  }
}

extension Array {
  /// Returns the members that satisfy a condition, and those that do not, each in order.
  fileprivate func partitioned(by belongs: (Element) -> Bool) -> (Self, Self) {
    (filter(belongs), filter { !belongs($0) })
  }
}
