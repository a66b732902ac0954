package import LabExperiment
package import LabMetrics

/// The replications of one arm at one sweep point: the runs over which statistics are taken.
package struct RunGroup {
  let plan: Plan
  package let point: Int
  /// The position of the arm in the script.
  package let armIndex: Int

  package init(plan: Plan, point: Int, armIndex: Int) {
    self.plan = plan
    self.point = point
    self.armIndex = armIndex
  }

  var replications: Int { plan.replications(at: point) }

  package var arm: Experiment.Arm { plan.experiment.arms[armIndex] }

  /// The value of every sweep.
  package var values: [String] { plan.values(at: point) }

  /// The positions of the runs.
  package var runs: some Collection<Int> {
    (0..<replications).lazy.map {
      plan.index(point: point, replication: $0, arm: armIndex)
    }
  }

  func names(areLoads: Bool) -> [String] { areLoads ? arm.loads : arm.drivers }

  /// Its drivers as far as some of the metrics are of drivers, and its loads as far as some are of
  /// tasks, each with its position in the records of the arm.
  package func subjects(of metrics: [Metric]) -> [(name: String, position: Int)] {
    let drivers = arm.drivers.enumerated().map { (name: $1, position: $0) }
    let loads = arm.loads.enumerated().map { (name: $1, position: arm.drivers.count + $0) }
    return (metrics.isEmpty || !metrics.allSatisfy { $0.isOfTasks } ? drivers : [])
      + (metrics.contains(where: { $0.isOfTasks }) ? loads : [])
  }

  /// Where a driver or a load stands in the records of the arm.
  func position(of name: String, isLoad: Bool) -> Int? {
    let place = names(areLoads: isLoad).firstIndex(of: name)
    return isLoad ? place.map { arm.drivers.count + $0 } : place
  }

  /// The first arm above this one that has a driver of the same name, or a load, and its position.
  package func baseline(
    driver name: String, isLoad: Bool = false
  ) -> (group: RunGroup, driver: Int)? {
    for index in 0..<armIndex {
      let group = RunGroup(plan: plan, point: point, armIndex: index)
      if let place = group.position(of: name, isLoad: isLoad) { return (group, place) }
    }
    return nil
  }
}

extension Plan {
  /// The groups in the order of the plan.
  package var groups: some Sequence<RunGroup> {
    (0..<pointCount).lazy.flatMap { point in
      self.experiment.arms.indices.lazy.map { RunGroup(plan: self, point: point, armIndex: $0) }
    }
  }
}

extension RunTable {
  /// The values of a metric in the runs of a group, but for those that are undefined.
  package func numbers(of metric: String, driver: String, in group: RunGroup) -> [Double] {
    group.runs.compactMap { value(run: $0, driver: driver, metric: metric)?.number }
  }

  /// The plan, with as many replications of every point as are finished.
  var settledPlan: Plan {
    guard plan.precisionText != nil else { return plan }
    return plan.settled((0..<plan.pointCount).map(replications))
  }

  /// How many replications of a sweep point there are, up to the last that is finished in any arm.
  private func replications(at point: Int) -> Int {
    let arms = plan.experiment.arms.count
    let last = (0..<plan.replications).last { replication in
      let first = plan.index(point: point, replication: replication, arm: 0)
      return (first..<first + arms).contains(where: contains)
    }
    return last.map { $0 + 1 } ?? 0
  }
}

extension RunGroup {
  /// Returns the values of some metrics of a driver, metric by metric and run by run.
  ///
  /// - Returns: A list of values for each metric; `nil` for those that are undefined.
  func columns(
    of metrics: ArraySlice<Int>, driver: Int,
    _ record: (Int) throws(WriteError) -> RunRecord?
  ) throws(WriteError) -> [[Double?]] {
    var columns = metrics.map { _ in [Double?]() }
    for index in columns.indices { columns[index].reserveCapacity(replications) }
    for run in runs {
      guard let record = try record(run) else {
        for column in columns.indices { columns[column].append(nil) }
        continue
      }
      var column = 0
      record.forEachValue(driver: driver, of: metrics) { value in
        columns[column].append(value?.number)
        column += 1
      }
    }
    return columns
  }
}
