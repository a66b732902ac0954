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
