import LabKernel

/// The runs of an experiment: sweep point by sweep point, in each all replications, in each all arms.
///
/// A run is worked out when it is asked for, so that a plan of a million runs costs nothing.
public struct Plan: RandomAccessCollection, Sendable {
  /// The experiment.
  public let experiment: Experiment
  /// The number from which all draws derive.
  public let seed: UInt64
  /// How many runs there are of every arm at every sweep point.
  public let replications: Int

  private var armCount: Int { experiment.arms.count }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// How many runs there are.
  public var endIndex: Int { experiment.pointCount * replications * armCount }

  init(experiment: Experiment, seed: UInt64, replications: Int) {
    self.experiment = experiment
    self.seed = seed
    self.replications = replications
  }

  /// Returns the run at a position.
  ///
  /// - Complexity: O(*n*) in the statements of the script.
  public subscript(index: Int) -> RunSpec {
    let (group, arm) = index.quotientAndRemainder(dividingBy: armCount)
    let (point, replication) = group.quotientAndRemainder(dividingBy: replications)
    let choice = experiment.grid[point]
    let scene = experiment.scene
    return RunSpec(
      index: index,
      point: experiment.choices(at: choice),
      replication: replication,
      seed: Self.seed(of: replication, from: seed),
      arm: experiment.arms[arm].name,
      panel: scene.panel(at: choice),
      duration: scene.duration.value(at: choice),
      wakeUpDelay: scene.wakeUpDelay?.value(at: choice),
      stretch: scene.stretch?.value(at: choice) ?? 1,
      loads: scene.loads.map { $0.value(at: choice) },
      gestures: scene.gestures.map { $0.value(at: choice) },
      drivers: experiment.arms[arm].settings.map { $0.value(at: choice) },
      actions: experiment.actions.filter { $0.arm == arm }.map { $0.setting.value(at: choice) })
  }

  /// Returns the position of a run.
  func index(point: Int, replication: Int, arm: Int) -> Int {
    (point * replications + replication) * armCount + arm
  }

  /// Returns the seed of a replication.
  ///
  ///     seed(0) = s,  seed(r) = mix(s + r × γ)
  ///
  /// The first replication keeps the seed itself, so that any run can be repeated alone by its seed.
  private static func seed(of replication: Int, from seed: UInt64) -> UInt64 {
    guard replication > 0 else { return seed }
    return mixBits(seed &+ UInt64(replication) &* 0x9e37_79b9_7f4a_7c15)
  }

  /// Returns the mistake of asking for too many runs, if the product of some counts is too many.
  static func excess(_ counts: [Int]) -> Mistake? {
    var product = 1
    for count in counts {
      let (next, overflow) = product.multipliedReportingOverflow(by: count)
      guard !overflow, next <= Limits.runs else {
        let factors = counts.filter { $0 > 1 }.map { "\($0)" }.joined(separator: " × ")
        return Mistake(nil, "\(factors) runs are more than the limit of \(Limits.runs).")
      }
      product = next
    }
    return nil
  }
}

extension Experiment {
  /// Returns the runs of this experiment.
  ///
  /// - Parameters:
  ///   - seed: A seed in the place of the script's.
  ///   - replications: A number in the place of the script's; 1 or more.
  /// - Returns: The runs, in their fixed order.
  /// - Throws: A mistake if there are more than a million runs.
  public func plan(seed: UInt64? = nil, replications: Int? = nil) throws(ScriptError) -> Plan {
    let replications = replications ?? self.replications
    precondition(replications > 0, "\(replications) replications")
    if let mistake = Plan.excess(grid.counts + [arms.count, replications]) {
      throw ScriptError([mistake], path: path)
    }
    return Plan(experiment: self, seed: seed ?? self.seed, replications: replications)
  }
}
