import LabKernel
import LabLanguage
import LabMetrics

/// How precisely the mean of something must be known before a sweep point is repeated no more.
struct Precision: Sendable {
  /// What is measured in every replication, as the left side of a claim without a verdict.
  let quantity: Expectation
  let expression: Expression
  /// Half the width that the 95 % interval may have: a share of the mean if `isShare`.
  let tolerance: Double
  let isShare: Bool
  /// As it is written.
  let text: String

  /// Whether the interval is narrow enough, for every match of the wildcards.
  ///
  /// A match whose runs are left out says nothing; if all are, nothing is known precisely.
  func isMet(
    at point: Int, after replications: Int, _ plan: Plan, metric: @escaping Plan.MetricReading
  ) -> Bool {
    let judge = Judge(quantity, plan: plan, metric: metric)
    let choice = plan.experiment.grid[point]
    let matches = quantity.matches.filter { match in
      (0..<replications).contains { replication in
        match.allSatisfy {
          plan.performs(plan.index(point: point, replication: replication, arm: $0.arm))
        }
      }
    }
    return !matches.isEmpty
      && matches.allSatisfy { match in
        var scope = Judge.Scope(judge: judge, match: match, point: point, choice: choice)
        let values = (0..<replications).compactMap { replication in
          scope.replication = replication
          return scope.value(expression)
        }
        let sample = SampleStatistics(values)
        guard let mean = sample.mean, let halfWidth = sample.halfWidth else { return false }
        return halfWidth <= (isShare ? tolerance * mean.magnitude : tolerance)
      }
  }
}

extension Precision {
  /// Reads `± 2 % of EXPRESSION`.
  init(
    _ tokens: [Token], in statement: Statement, drivers: DriverTable, sweeps: SweepTable
  ) throws(Mistake) {
    var cursor = TokenCursor(tokens, in: statement)
    guard cursor.accept("+-") else {
      throw Mistake(
        cursor.place, "'±' is missing. Write for example '\(SlotWords.precision.example)'.")
    }
    let tolerance = try cursor.quantity()
    try cursor.expect("of")
    var reader = ExpressionReader(cursor, sweeps: sweeps, drivers: drivers, .metrics)
    let start = reader.cursor
    let quantity = try reader.sum()
    try reader.cursor.finish()
    guard quantity.isPerRun else {
      throw Mistake(
        quantity.place, "this has no value in a single run. Write for example 'link.ball.dropped'.")
    }
    guard tolerance.value.numerator > 0 else {
      throw Mistake(tolerance.place, "a precision is more than 0.")
    }
    isShare = tolerance.dimension == .percent && quantity.dimension != .percent
    let value = isShare ? tolerance : try tolerance.checked(quantity.dimension)
    self.tolerance = value.value.approximate / (isShare ? 100 : 1)
    expression = quantity.expression
    text = tokens.spelling
    self.quantity = Expectation(
      text: start.spelling(upTo: reader.cursor),
      claim: .relation(expression, .equal, expression), quantifier: .every, condition: nil,
      measures: reader.measures, singleMeasures: reader.singleMeasures,
      aggregates: reader.aggregates, findings: [],
      matches: try reader.subjects.matches(at: quantity.place),
      isPerRun: true)
  }
}
