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
