import LabExperiment
import LabMetrics

/// The replications of one arm at one sweep point: the runs over which statistics are taken.
struct RunGroup {
  let plan: Plan
  let point: Int
  /// The position of the arm in the script.
  let armIndex: Int
  /// How many replications are finished.
  let replications: Int

  var arm: Experiment.Arm { plan.experiment.arms[armIndex] }

  /// The value of every sweep.
  var values: [String] { plan.values(at: point) }

  /// The positions of the runs.
  var runs: some Collection<Int> {
    (0..<replications).lazy.map {
      plan.index(point: point, replication: $0, arm: armIndex)
    }
  }

  /// The first arm above this one that has a driver of the same name, and the driver's position.
  func baseline(driver name: String) -> (group: RunGroup, driver: Int)? {
    for index in 0..<armIndex {
      guard let driver = plan.experiment.arms[index].drivers.firstIndex(of: name) else { continue }
      let group = RunGroup(plan: plan, point: point, armIndex: index, replications: replications)
      return (group, driver)
    }
    return nil
  }
}

extension RunTable {
  /// The groups in the order of the plan.
  var groups: some Sequence<RunGroup> {
    (0..<plan.pointCount).lazy.flatMap { point in
      let replications = self.replications(at: point)
      return self.plan.experiment.arms.indices.lazy.map { arm in
        RunGroup(plan: self.plan, point: point, armIndex: arm, replications: replications)
      }
    }
  }

  /// How many replications of a sweep point are finished in all arms.
  func replications(at point: Int) -> Int {
    guard plan.precisionText != nil else { return plan.replications }
    let last = plan.experiment.arms.count - 1
    return (0..<plan.replications).first {
      !contains(plan.index(point: point, replication: $0, arm: last))
    } ?? plan.replications
  }

  /// The plan, with as many replications as are finished.
  var settledPlan: Plan {
    guard plan.precisionText != nil else { return plan }
    return plan.settled((0..<plan.pointCount).map(replications))
  }

  /// Returns the values of some metrics of a driver, metric by metric and run by run.
  func columns(of group: RunGroup, driver: Int, metrics: Range<Int>) -> [[Double?]] {
    var columns = metrics.map { _ in [Double?]() }
    for index in columns.indices { columns[index].reserveCapacity(group.replications) }
    for run in group.runs {
      let record = record(of: run)
      for metric in metrics {
        columns[metric - metrics.lowerBound].append(
          record?.value(driver: driver, metric: metric)?.number)
      }
    }
    return columns
  }
}
