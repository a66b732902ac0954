extension Expectation {
  /// Reads an expectation and checks it against the arms and sweeps of its experiment.
  ///
  /// It may name `findings` of searches. It `mayBeIdle`, about no sweep point at all, if the values of
  /// a sweep are not the script's.
  init(
    _ tokens: [Token], in statement: Statement, arms: [Experiment.Arm], sweeps: [Sweep], grid: Grid,
    findings: [String: Dimension] = [:], mayBeIdle: Bool
  ) throws(Mistake) {
    var reader = ExpressionReader(
      TokenCursor(tokens, in: statement), sweeps: sweeps, arms: arms, findings: findings, .metrics)
    let (claim, isPerRun) = try reader.claim()
    let quantifier = try reader.cursor.quantifier()
    var filter = ExpressionReader(reader.cursor, sweeps: sweeps, .points, mayBeIdle: mayBeIdle)
    let condition = filter.cursor.accept("for") ? try filter.condition() : nil
    try filter.cursor.finish()
    let place = tokens[0].place
    guard !reader.measures.isEmpty || !reader.namedFindings.isEmpty else {
      throw Mistake(place, "this names no metric, so that no run can decide it.")
    }
    guard mayBeIdle || condition.map(grid.has) ?? true else {
      throw Mistake(place, "this selects no run: no sweep point satisfies what follows 'for'.")
    }
    self.init(
      text: tokens.spelling, claim: claim, quantifier: quantifier, condition: condition,
      measures: reader.measures, singleMeasures: reader.singleMeasures,
      aggregates: reader.aggregates, findings: reader.namedFindings,
      matches: try reader.subjects.matches(at: place), isPerRun: isPerRun)
  }
}

extension ExpressionReader {
  /// Reads `A == B`, `A == B ± C` or `A in B .. C`; also tells whether runs are judged singly.
  fileprivate mutating func claim() throws(Mistake) -> (Claim, isPerRun: Bool) {
    let left = try sum()
    if cursor.next?.text == "in", !cursor.isAtQuantifier {
      _ = cursor.accept("in")
      var low = try sum()
      try cursor.expect("..")
      let high = try sum()
      try low.shareUnit(of: high)
      try left.check(low)
      try left.check(high)
      return (
        .within(left.expression, low.expression, high.expression),
        left.isPerRun || low.isPerRun || high.isPerRun
      )
    }
    let sign = try cursor.take("a comparison such as '== 0'")
    guard let relation = Claim.Relation(rawValue: sign.text) else {
      let signs = Claim.Relation.allCases.map(\.rawValue)
      throw Mistake(
        sign.place,
        "'\(sign.spelling)' is not a comparison. Write \(Spelling.list(signs + ["in"])).")
    }
    let right = try sum()
    try left.check(right)
    let isPerRun = left.isPerRun || right.isPerRun
    guard relation == .equal, cursor.accept("+-") else {
      return (.relation(left.expression, relation, right.expression), isPerRun)
    }
    let tolerance = try cursor.quantity().sharingUnit(of: right.literal)
    let isShare = tolerance.dimension == .percent && right.dimension != .percent
    let value = isShare ? tolerance : try tolerance.checked(right.dimension)
    return (
      .near(
        left.expression, right.expression,
        tolerance: value.value.approximate / (isShare ? 100 : 1), isShare: isShare),
      isPerRun
    )
  }
}

extension CheckedExpression {
  /// Makes sure that this expression can be compared with another.
  func check(_ other: CheckedExpression) throws(Mistake) {
    guard dimension != other.dimension else { return }
    throw mismatch(other, "compared")
  }

  /// Gives a bare number the unit of another expression, as in `0 .. 6 ms`.
  fileprivate mutating func shareUnit(of other: CheckedExpression) throws(Mistake) {
    guard let shared = try literal?.sharingUnit(of: other.literal) else { return }
    expression = .constant(shared.value)
    dimension = shared.dimension
  }
}
