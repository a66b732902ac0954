import LabLanguage
import LabMetrics
import LabText

extension Expectation {
  /// Reads an expectation and checks it against the arms and sweeps of its experiment.
  ///
  /// It may name `findings` of searches. It `mayBeIdle`, about no sweep point at all, if the values
  /// of a sweep are not the script's.
  init(
    _ tokens: [Token], in statement: Statement, drivers: DriverTable, sweeps: SweepTable,
    grid: Grid,
    findings: [String: Dimension] = [:], mayBeIdle: Bool
  ) throws(Mistake) {
    var reader = ExpressionReader(
      TokenCursor(tokens, in: statement), sweeps: sweeps, drivers: drivers, findings: findings,
      .metrics)
    let name = statement.form.keyword == "expect" ? try reader.cursor.nameBeforeColon() : nil
    let (claim, dimension, isPerRun) = try reader.claim()
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
      matches: try reader.subjects.matches(at: place), isPerRun: isPerRun, dimension: dimension)
    self.place = place
    self.name = name
    guard statement.form.keyword == "predict" else { return }
    guard claim.sides != nil else {
      throw Mistake(place, "a prediction is of the form 'A == B' or 'A == B ± C'.")
    }
    isPrediction = true
    if case .relation = claim { isJudged = false }
  }
}

extension TokenCursor {
  /// Takes a word and a colon, if they are next.
  fileprivate mutating func nameBeforeColon() throws(Mistake) -> String? {
    guard let next, next.kind == .word, afterNext?.text == ":" else { return nil }
    let name = try take("a name")
    try expect(":")
    return name.text
  }
}

extension ExpressionReader {
  /// A claim, what both its sides measure, and whether runs are judged singly.
  fileprivate typealias CheckedClaim = (claim: Claim, dimension: Dimension, isPerRun: Bool)

  /// Reads `A == B`, `A == B ± C` or `A in B .. C`.
  fileprivate mutating func claim() throws(Mistake) -> CheckedClaim {
    let left = try sum()
    if cursor.next?.text == "in", !cursor.isAtQuantifier { return try range(of: left) }
    let sign = try cursor.take("a comparison such as '== 0'")
    guard let relation = Relation(rawValue: sign.text) else {
      let signs = Relation.allCases.map { $0.rawValue }
      throw Mistake(
        sign.place,
        "'\(sign.spelling)' is not a comparison. Write \(Spelling.list(signs + ["in 0 .. 1"])).")
    }
    let right = try sum()
    try left.check(right)
    let isPerRun = left.isPerRun || right.isPerRun
    guard relation == .equal, cursor.accept("+-") else {
      let claim = Claim.relation(left.expression, relation, right.expression)
      return (claim, left.dimension, isPerRun)
    }
    var tolerance = try sum()
    try tolerance.shareUnit(of: right)
    let isShare = tolerance.dimension == .percent && right.dimension != .percent
    if !isShare {
      _ = try tolerance.literal?.checked(right.dimension)
      try right.check(tolerance)
    }
    let claim = Claim.near(
      left.expression, right.expression, tolerance: tolerance.expression, isShare: isShare)
    return (claim, left.dimension, isPerRun || tolerance.isPerRun)
  }

  private mutating func range(of left: CheckedExpression) throws(Mistake) -> CheckedClaim {
    _ = cursor.accept("in")
    var low = try sum()
    try cursor.expect("..")
    let high = try sum()
    try low.shareUnit(of: high)
    try left.check(low)
    try left.check(high)
    return (
      .within(left.expression, low.expression, high.expression), left.dimension,
      left.isPerRun || low.isPerRun || high.isPerRun
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
