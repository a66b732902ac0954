public import LabExperiment
public import LabKernel
public import LabMetrics
public import LabPictures
public import LabTrace

/// One sweep point and replication: the runs of all its arms, performed again to be looked at.
public struct Case {
  /// A run with its trace.
  public struct Run {
    /// The run.
    public let spec: RunSpec
    /// What happened.
    public let trace: Trace
    /// What was measured.
    public let measurement: RunMeasurement
    /// Its timers and display links.
    public let drivers: [DrawnDriver]
  }

  /// How many drivers a picture shows at most.
  public static let driverLimit = 8

  /// The runs, arm by arm.
  public let runs: [Run]

  /// Performs the runs of the sweep point and replication to which a run belongs.
  ///
  /// - Parameters:
  ///   - index: The position of any of the runs in the plan.
  ///   - plan: The plan.
  ///   - arms: The positions of the arms that are performed; `nil` for all.
  /// - Throws: ``LabExperiment/Runner/Failure`` if a run cannot be completed.
  public init(of index: Int, in plan: Plan, arms: [Int]? = nil) throws(Runner.Failure) {
    let count = plan.experiment.arms.count
    var runs: [Run] = []
    for arm in arms ?? Array(0..<count) where plan.performs(index / count * count + arm) {
      let spec = plan[index / count * count + arm]
      let trace = try Runner(jobs: 1).trace(of: spec)
      let measurement = RunMeasurement(trace)
      runs.append(
        Run(
          spec: spec, trace: trace, measurement: measurement,
          drivers: DrawnDriver.all(of: spec.arm, at: arm, trace, measurement)))
    }
    self.runs = runs
  }

  /// The drivers of all runs, as many as a picture shows.
  public var drivers: [DrawnDriver] { Array(runs.flatMap(\.drivers).prefix(Self.driverLimit)) }

  /// The values of the sweeps and the replication, in words; empty without any.
  public var words: String {
    guard let spec = runs.first?.spec else { return "" }
    let point = spec.point.map { "\($0.name) = \($0.value)" }
    return (point + (spec.replication > 0 ? ["replication \(spec.replication)"] : []))
      .joined(separator: ", ")
  }

  /// Returns the stretch about what was worst, in one arm or in any.
  ///
  /// - Parameters:
  ///   - arm: The position of the arm that is looked at; `nil` for the first that has a problem.
  ///   - problem: What is looked for; `nil` for dropped slots, else double fires, else late callbacks.
  ///   - count: How many refreshes the stretch has.
  /// - Returns: The stretch, from the start of the run if nothing is wrong; `nil` if no run has a
  ///   whole refresh.
  public func worstStretch(
    ofArm arm: Int? = nil, _ problem: Problem? = nil, refreshes count: Int = Stretch.usualRefreshes
  ) -> Range<Instant>? {
    guard let first = runs.first?.measurement else { return nil }
    for run in runs where arm.map({ run.drivers.first?.arm == $0 }) ?? true {
      guard let moment = Stretch.worst(of: run.drivers, problem) else { continue }
      // The frame of a latch is seen one refresh or more after it.
      let begin =
        moment.problem == .droppedSlot || moment.problem == .doubleFire
        ? run.measurement.vsyncs[min(moment.number, run.measurement.refreshCount)] : moment.begin
      return Stretch.around(begin, of: run.measurement, refreshes: count)
    }
    return Stretch.around(.start, of: first, refreshes: count)
  }
}
