package import LabExperiment
package import LabKernel
import LabLanguage
package import LabMetrics
package import LabPictures
package import LabTrace
package import LabWorkload

/// One sweep point and replication: the runs of all its arms, performed again to be looked at.
package struct Case {
  /// A run with its trace.
  package struct Run {
    /// The run.
    package let spec: RunSpec
    /// What happened.
    package let trace: Trace
    /// What was measured.
    package let measurement: RunMeasurement
    /// Its timers and display links.
    package let drivers: [DrawnDriver]

    /// Its numbers.
    package func result() throws(ExperimentFailure) -> RunResult {
      try RunResult(spec, fingerprint: trace.fingerprint, measurement)
    }
  }

  /// How many drivers a picture shows at most.
  package static let driverLimit = 8

  /// The position in the plan of a run of it.
  package let index: Int
  /// The runs, arm by arm.
  package let runs: [Run]
  /// The values of the sweeps and the replication, in words; empty without any.
  package let words: String

  /// Performs the runs of the sweep point and replication to which a run belongs.
  ///
  /// - Parameters:
  ///   - index: The position of any of the runs in the plan.
  ///   - plan: The plan.
  ///   - arms: The positions of the arms that are performed; `nil` for all.
  /// - Throws: `ExperimentFailure` if a run cannot be completed.
  package init(of index: Int, in plan: Plan, arms: [Int]? = nil) throws(ExperimentFailure) {
    let count = plan.experiment.arms.count
    var runs: [Run] = []
    for arm in arms ?? Array(0..<count) where plan.performs(index / count * count + arm) {
      let run = try PerformedRun(plan[index / count * count + arm])
      runs.append(
        Run(
          spec: run.spec, trace: run.trace, measurement: run.measurement,
          drivers: DrawnDriver.all(
            of: run.spec.arm, at: arm, run.trace, run.measurement,
            taskName: Self.taskNames(of: run.spec.scenario))))
    }
    (self.index, self.runs) = (index, runs)
    let label = plan.label(of: index)
    let sweeps = plan.experiment.sweeps.filter { $0.isIndependent }.map { $0.name }
    let point = label.point.filter { sweeps.contains($0.name) }.map { "\($0.name) = \($0.value)" }
    let recording = label.recordedFile.map { ["recording = \($0)"] } ?? []
    words =
      (point + (label.replication > 0 ? ["replication \(label.replication)"] : []) + recording)
      .joined(separator: ", ")
  }

  /// Returns what the tasks of a scenario are called by their loads and serial numbers; the numbers
  /// of tasks in pieces say nothing.
  package static func taskNames(of scenario: Scenario) -> (String, Int) -> String? {
    let inPieces = scenario.loads.filter { load in
      guard case .recorded(let tasks) = load.tasks else { return false }
      return tasks.contains { $0.piece != nil }
    }.map { $0.name }
    return { load, serial in
      let name = inPieces.contains(load) ? nil : scenario.recordedTask(serial, of: load)?.name
      return name?.isEmpty == true ? nil : name
    }
  }

  /// The drivers of all runs, as many as a picture shows.
  package var drivers: [DrawnDriver] { Array(runs.flatMap { $0.drivers }.prefix(Self.driverLimit)) }

  /// Returns the stretch that shows why a case was chosen: where two arms differ most, if it was
  /// chosen for a difference, else about the worst moment.
  ///
  /// - Parameters:
  ///   - choice: Why the case was chosen.
  ///   - count: How many refreshes the stretch has.
  /// - Returns: The stretch, from the start of the run if nothing is wrong; `nil` if no run has a
  ///   whole refresh.
  package func stretch(
    for choice: CaseFinder.Choice, refreshes count: Int = Stretch.usualRefreshes
  ) -> Range<Instant>? {
    guard let first = runs.first?.measurement else { return nil }
    let own = drivers(ofArm: choice.arm)
    if let rival = choice.rival, let one = own.first, let other = drivers(ofArm: rival).first,
      let stretch = Stretch.differing(one, other, refreshes: count)
    {
      return stretch
    }
    for drivers in [own] + runs.map({ $0.drivers }) {
      guard let moment = Stretch.worst(of: drivers, choice.problem),
        let measurement = drivers.first?.measurement
      else { continue }
      // The frame of a latch is seen one refresh or more after it.
      let isNumbered = moment.problem == .droppedSlot || moment.problem == .doubleFire
      let begin =
        isNumbered
        ? measurement.vsyncs[min(moment.number, measurement.refreshCount)] : moment.begin
      return Stretch.around(begin, of: measurement, refreshes: count)
    }
    return Stretch.around(.start, of: first, refreshes: count)
  }

  private func drivers(ofArm arm: Int) -> [DrawnDriver] {
    runs.first { $0.drivers.first?.arm == arm }?.drivers ?? []
  }
}
