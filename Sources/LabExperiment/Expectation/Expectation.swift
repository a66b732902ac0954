import LabKernel
import LabLanguage
import LabMetrics
import LabText

/// What the runs of an experiment must show.
struct Expectation: Sendable {
  /// What it is called, in front of a colon; `nil` without a name.
  var name: String?
  /// As it is written.
  let text: String
  let claim: Claim
  let quantifier: Quantifier
  /// Which sweep points the expectation is about; `nil` for all.
  let condition: Condition?
  let measures: [Measure]
  /// The measures outside of aggregates: those that have a value in a single run.
  let singleMeasures: [Measure]
  let aggregates: [Aggregate]
  /// The names of the findings with which something is compared.
  let findings: [String]
  /// Every way to put a driver for each subject of the measures.
  let matches: DriverMatches
  /// Whether every replication is judged, rather than all replications of a sweep point at once.
  let isPerRun: Bool
  /// What both sides of the claim measure.
  var dimension = Dimension.number
  /// Whether it is theory, which is set beside what was measured.
  var isPrediction = false
  /// Where it stands.
  var place: Place?
  /// Whether it can fail; a prediction without a tolerance cannot.
  var isJudged = true

  /// Returns whether the expectation is about a sweep point.
  func admits(_ point: [Int]) -> Bool { condition?.holds(at: point) ?? true }
}

/// What an expectation says about one run, or about all replications of one sweep point.
enum Claim: Sendable {
  case relation(Expression, Relation, Expression)
  /// Equal but for a tolerance, which is in percent of the second expression if `isShare`.
  case near(Expression, Expression, tolerance: Expression, isShare: Bool)
  case within(Expression, Expression, Expression)

  /// The two expressions of which the claim says that they are equal, or nearly so.
  var sides: (Expression, Expression)? {
    switch self {
    case .relation(let a, .equal, let b), .near(let a, let b, _, _): (a, b)
    case .relation, .within: nil
    }
  }

  /// The expression that is compared, and what it is compared with.
  var comparison: (left: Expression, sign: String, right: [Expression]) {
    switch self {
    case .relation(let a, let relation, let b): (a, relation.rawValue, [b])
    case .near(let a, let b, _, _): (a, "==", [b])
    case .within(let a, let low, let high): (a, "in", [low, high])
    }
  }

  /// Returns how far the claim is from failing; negative beyond the limit, `nil` if undefined.
  func slack(_ value: (Expression) -> Double?) -> Double? {
    let (left, _, right) = comparison
    let limits = right.compactMap(value)
    guard let a = value(left), limits.count == right.count, let b = limits.first else { return nil }
    switch self {
    case .relation(_, .equal, _): return -abs(a - b)
    case .relation(_, .unequal, _): return abs(a - b)
    case .relation(_, .less, _), .relation(_, .atMost, _): return b - a
    case .relation(_, .greater, _), .relation(_, .atLeast, _): return a - b
    case .near(_, _, let tolerance, let isShare):
      return value(tolerance).map { (isShare ? abs(b) * ($0 / 100) : $0) - abs(a - b) }
    case .within: return min(a - b, limits[1] - a)
    }
  }

  /// Returns whether the claim holds; `nil` if a value in it is undefined.
  func holds(_ value: (Expression) -> Double?) -> Bool? {
    guard case .relation(let a, let relation, let b) = self else {
      return slack(value).map { $0 >= 0 }
    }
    guard let a = value(a), let b = value(b) else { return nil }
    return relation.holds(a, b)
  }
}

/// In how many runs a claim must hold.
enum Quantifier: Sendable {
  case every
  case some
  case no
  /// In at least so many percent.
  case share(Double)

  /// Whether a run counts as a success if the claim holds in it, or if it does not.
  var wanted: Bool {
    if case .no = self { false } else { true }
  }

  /// Returns by what the run is found that is told as evidence, the least: where one run is enough
  /// that is the best one, else the worst; an undefined value comes before all.
  func slack(_ slack: Double?) -> Double {
    switch self {
    case .every, .share: slack ?? -.infinity
    case .no: slack.map(-) ?? -.infinity
    case .some: slack.map(-) ?? .infinity
    }
  }

  /// Returns whether so many successes are enough.
  func isMet(successes: Int, of judged: Int) -> Bool {
    switch self {
    case .every, .no: successes == judged
    case .some: successes > 0
    case .share(let percent): Double(successes) * 100 >= percent * Double(judged)
    }
  }
}

/// A metric of some drivers.
struct Measure: Sendable {
  /// Which of the expectation's subjects is measured.
  let subject: Int
  let metric: String
  let dimension: Dimension

  /// The trouble of which the metric tells; `nil` for none.
  var trouble: SavingMetric? { MetricDictionary.metric(named: metric)?.trouble }
}

/// A statistic of an expression over the replications of a sweep point.
struct Aggregate: Sendable {
  let statistic: Statistic
  let expression: Expression
  let dimension: Dimension
  /// As it is written.
  let text: String
}

extension Statistic {
  /// Returns the statistic; `nil` if there are too few values for it.
  ///
  /// Percentiles are Hyndman-Fan type 1, so that each is one of the values.
  func apply(to values: [Double]) -> Double? {
    let sample = SampleStatistics(values)
    switch self {
    case .min: return values.min()
    case .max: return values.max()
    case .mean: return sample.mean
    case .median: return sample.quantile(0.5)
    case .p90: return sample.quantile(0.9)
    case .p99: return sample.quantile(0.99)
    case .sd: return sample.deviation
    case .se: return sample.deviation.map { $0 / Double(sample.count).squareRoot() }
    case .count: return Double(sample.count)
    }
  }
}

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
    let left: CheckedExpression
    do throws(Mistake) { left = try sum() } catch {
      // What stands behind a wrong name is told with it.
      throw cursor.next?.text == "=" ? error.adding(" '=' is no comparison: write '=='.") : error
    }
    compared = left.dimension
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

extension TokenCursor {
  /// Whether `in` begins a quantifier rather than a range.
  var isAtQuantifier: Bool {
    next?.text == "in" && ["every", "some", "no", "at"].contains(afterNext?.text)
  }

  /// Reads `in every run`, `in some run`, `in no run` or `in at least 95 % of runs`, if it is
  /// there.
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
    if let number = next, number.kind == .number {
      let share = afterNext?.text == "%" ? number.text : "95"
      throw Mistake(
        number.place,
        "'\(number.text)' is not possible here. Write 'at least \(share) % of runs'.")
    }
    let quantified = place
    let quantifier = try word(
      among: [("every", Quantifier.every), ("some", .some), ("no", .no)])
    if next?.text == "%" {
      throw Mistake(
        quantified,
        "'run' is missing. Write 'every run', 'some run', 'no run' or 'at least 95 % of runs'.")
    }
    try expect("run")
    return quantifier
  }
}
