import LabAnswer
package import LabExperiment
package import LabKernel
import LabLanguage
package import LabMetrics
package import LabPictures
import LabText
package import LabTrace
package import LabWorkload

/// One sweep point and replication: the runs of all its arms, performed again to be looked at.
package struct Case {
  /// A run with its trace.
  package struct Run {
    package let spec: RunSpec
    /// What happened.
    package let trace: Trace
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

/// Finds the run of an experiment that is worth a look.
///
/// By default the first run that speaks against an expectation; else, among the sweep points, the
/// one at which the first arm and the next that differs from it do so most.
package struct CaseFinder {
  /// A run, and why it is looked at.
  package struct Choice: Hashable, Sendable {
    /// The position of the run in the plan.
    package let run: Int
    /// The position of its arm.
    package let arm: Int
    /// What is wrong with it; `nil` for whatever is worst.
    package let problem: Problem?
    /// The position of the arm with which it is compared; `nil` for none.
    package let rival: Int?
    /// Why it was chosen, in words.
    package let reason: String

    package init(run: Int, arm: Int, problem: Problem? = nil, rival: Int? = nil, reason: String) {
      (self.run, self.arm, self.problem) = (run, arm, problem)
      (self.rival, self.reason) = (rival, reason)
    }
  }

  /// The metrics by which arms are compared, the most telling first.
  private static let telling = ["hitch_ratio", "double_fires", "lateness_max"]

  private let plan: Plan
  private let verdicts: [Verdict]
  private let value: Plan.MetricReading
  private let limit: Int

  /// Looks at a result.
  ///
  /// - Parameters:
  ///   - plan: The runs.
  ///   - verdicts: Whether the expectations hold.
  ///   - limit: How many runs there are, from the first on; `nil` for all.
  ///   - value: Returns the value of a metric of a run.
  package init(
    _ plan: Plan, verdicts: [Verdict], limit: Int? = nil, value: @escaping Plan.MetricReading
  ) {
    self.plan = plan
    self.verdicts = verdicts
    self.limit = min(limit ?? plan.count, plan.count)
    self.value = value
  }

  /// Finds the run that is worth a look.
  ///
  /// - Returns: The run; `nil` if the plan performs none.
  package func choice(worst metric: String? = nil) -> Choice? {
    let failing = verdicts.first { $0.failure != nil }
    let found: Choice? =
      if let metric {
        greatest(metric)
      } else if let failing, let failure = failing.failure {
        Choice(
          run: failure.run, arm: failure.run % armCount,
          reason: "the first run that speaks against '\(failing.text)'")
      } else {
        largestDifference
      }
    return found
      ?? plan.indices.first(where: plan.performs).map {
        Choice(run: $0, arm: $0 % armCount, reason: "the first run")
      }
  }

  private var armCount: Int { plan.experiment.arms.count }

  /// The run with the greatest value of a metric, the first of equals.
  private func greatest(_ metric: String) -> Choice? {
    var found: (run: Int, driver: String, value: MetricValue)?
    for run in 0..<limit where plan.performs(run) {
      for driver in plan.arm(of: run).drivers {
        guard let value = value(run, driver, metric),
          value.written > found?.value.written ?? -.infinity
        else { continue }
        found = (run, driver, value)
      }
    }
    return found.map {
      Choice(
        run: $0.run, arm: $0.run % armCount, problem: Self.problem(of: metric),
        reason: "the greatest \(metric), \(Self.text($0.value, of: metric)) of \($0.driver)")
    }
  }

  /// The sweep point with the largest difference of two arms in the first metric in which they
  /// differ anywhere; without a difference, with its largest value in the first arm.
  package var largestDifference: Choice? {
    (Array(1..<max(1, armCount)) + [0]).lazy.flatMap { rival in
      Self.telling.lazy.compactMap { difference($0, from: rival) }
    }.first
  }

  /// The sweep point at which the first arm differs most from another, or from nothing, in a
  /// metric; `nil` if it does nowhere.
  private func difference(_ metric: String, from rival: Int) -> Choice? {
    var found: (run: Int, size: Double, words: String)?
    for first in stride(from: 0, to: limit, by: armCount) {
      let second = first + rival
      guard plan.performs(first), plan.performs(second), second < limit else { continue }
      for driver in plan.arm(of: first).drivers {
        guard let one = value(first, driver, metric) else { continue }
        let other = rival == 0 ? .count(0) : value(second, driver, metric)
        guard let other, one.written != other.written else { continue }
        let size = (one.written - other.written).magnitude
        guard size > found?.size ?? 0 else { continue }
        let texts = (rival == 0 ? [one] : [one, other]).map { Self.text($0, of: metric) }
        let words = texts.joined(separator: " against ")
        found = (one.written > other.written ? first : second, size, words)
      }
    }
    let arms = [0, rival].map { plan.experiment.arms[$0].name.asName }
    let words =
      rival == 0 ? "the greatest \(metric)" : "\(arms[0]) and \(arms[1]) differ in \(metric)"
    return found.map { difference in
      let arm = difference.run % armCount
      return Choice(
        run: difference.run, arm: arm, problem: Self.problem(of: metric),
        rival: rival == 0 ? nil : arm == 0 ? rival : 0,
        reason: "\(words), \(difference.words)")
    }
  }

  /// A value with its unit, as tables and sentences round it.
  private static func text(_ value: MetricValue, of metric: String) -> String {
    MetricDictionary.metric(named: metric).map { ReportNumber.quantity(value.number, $0.unit) }
      ?? "\(value)"
  }

  /// What goes wrong where a metric is great; `nil` if it tells no problem of its own.
  package static func problem(of metric: String) -> Problem? {
    let problems: [(String, Problem)] = [
      ("double_fires", .doubleFire), ("fires_per_refresh", .doubleFire),
      ("overwritten", .overwrittenUpdate), ("lateness", .lateFiring), ("dropped", .droppedSlot),
      ("hitch", .droppedSlot), ("late_", .lateFiring),
    ]
    return problems.first { metric.hasPrefix($0.0) }?.1
  }
}

extension MetricValue {
  /// The value as files have it, in millionths, so that a result that is read again is no
  /// different.
  fileprivate var written: Double { (number * 1e6).rounded() }
}
