import LabKernel
import LabLanguage
import LabMetrics

/// Which runs of a part of a plan are performed, round by round.
///
/// Without a wished precision there is one round, with every run. With one, every sweep point is
/// repeated in steps until it is met, and a round holds the next step of all points that are still
/// open. What is in a round depends on the values of the rounds before it alone, never on the
/// number of jobs, and a point is in one part as a whole, so that the parts of a plan need not know
/// of each other.
package struct Rounds {
  private let plan: Plan
  private let shard: Shard
  private let metric: Plan.MetricReading
  /// The points that are still to be repeated; `nil` before the first round.
  private var open: [Int]?
  /// How many replications of the open points were in earlier rounds.
  private var replications = 0

  /// The replications after which precision is judged for the first time.
  static let firstCount = 10

  /// Begins with the first round.
  package init(_ plan: Plan, shard: Shard, metric: @escaping Plan.MetricReading) {
    self.plan = plan
    self.shard = shard
    self.metric = metric
  }

  /// How many runs there are at most.
  package var limit: Int {
    guard plan.precision != nil else { return Round(plan, shard: shard).count }
    let points = (plan.pointCount + shard.count - shard.number) / shard.count
    return points * plan.replications * plan.experiment.arms.count
  }

  /// Returns the runs of the next round by their positions, in order; `nil` after the last one.
  ///
  /// The runs of all earlier rounds must be finished.
  package mutating func next() -> Round? {
    guard let precision = plan.precision else {
      guard open == nil else { return nil }
      open = []
      return Round(plan, shard: shard)
    }
    let points =
      if let open {
        open.filter { !precision.isMet(at: $0, after: replications, plan, metric: metric) }
      } else {
        (0..<plan.pointCount).filter(shard.contains)
      }
    let begin = replications
    // A quarter more each time: few tests, so that a lucky one is rare, and little done in vain.
    replications = min(plan.replications, max(Self.firstCount, begin + (begin + 3) / 4))
    open = points
    guard replications > begin, !points.isEmpty else { return nil }
    return Round(plan, points: points, replications: begin..<replications)
  }
}

/// The runs of a round by their positions in the plan, in order.
///
/// A position is worked out when it is asked for, so that a round of a million runs costs nothing.
package struct Round: RandomAccessCollection {
  /// Some replications of some points, or every so-manieth share of a plan.
  private enum Extent {
    case points([Int], replications: Range<Int>)
    case shares(first: Int, step: Int, count: Int)
  }

  private let extent: Extent
  private let plan: Plan
  private let arms: Int

  /// Some replications of some points, in all arms.
  init(_ plan: Plan, points: [Int], replications: Range<Int>) {
    extent = .points(points, replications: replications)
    self.plan = plan
    arms = plan.experiment.arms.count
  }

  /// A part of all replications of all points, each of which is a share.
  init(_ plan: Plan, shard: Shard) {
    let shares = plan.pointCount * plan.replications
    let count = (shares + shard.count - shard.number) / shard.count
    extent = .shares(first: shard.number - 1, step: shard.count, count: count)
    self.plan = plan
    arms = plan.experiment.arms.count
  }

  /// Always 0.
  package var startIndex: Int { 0 }
  /// How many runs there are.
  package var endIndex: Int {
    switch extent {
    case .points(let points, let replications): points.count * replications.count * arms
    case .shares(_, _, let count): count * arms
    }
  }

  /// The position of a run.
  package subscript(index: Int) -> Int {
    let (group, arm) = index.quotientAndRemainder(dividingBy: arms)
    switch extent {
    case .shares(let first, let step, _): return (first + group * step) * arms + arm
    case .points(let points, let replications):
      let (point, replication) = group.quotientAndRemainder(dividingBy: replications.count)
      return plan.index(
        point: points[point], replication: replications.lowerBound + replication, arm: arm)
    }
  }
}

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
        quantity.place,
        "this has no value in a single run. Write for example '\(drivers.metric(like: ""))'.")
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
