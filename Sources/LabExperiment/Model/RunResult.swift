import LabDisplay
import LabKernel
public import LabMetrics
import LabMotion
public import LabTrace
import LabWorkload

/// What a run came to, without its trace.
public struct RunResult: Sendable {
  /// The run.
  public let run: RunSpec
  /// The hash of everything that happened; see ``LabTrace/Trace/fingerprint``.
  public let fingerprint: UInt64
  /// What was measured of each of its drivers.
  public let drivers: [DriverMetrics]

  /// Measures a run by its trace.
  ///
  /// - Throws: ``ConservationError`` if the numbers contradict each other.
  public init(_ run: RunSpec, _ trace: Trace) throws(ConservationError) {
    try self.init(run, fingerprint: trace.fingerprint, Self.measure(run, trace))
  }

  /// Digests a measurement, whose identities are checked every time.
  ///
  /// - Throws: ``ConservationError`` if the numbers contradict each other.
  public init(
    _ run: RunSpec, fingerprint: UInt64, _ measurement: RunMeasurement
  ) throws(ConservationError) {
    if let violation = measurement.verifyConservation().first {
      throw ConservationError(run: run, violation: violation)
    }
    self.run = run
    self.fingerprint = fingerprint
    drivers = measurement.drivers
  }

  /// Measures a trace with the display and the targets of its run.
  public static func measure(_ run: RunSpec, _ trace: Trace) -> RunMeasurement {
    var targets: [String: TargetCadence] = [:]
    var trajectories: [String: Trajectory] = [:]
    for driver in run.drivers {
      targets[driver.name] = driver.targetCadence
      trajectories[driver.name] = driver.motion?.trajectory
    }
    return RunMeasurement(
      trace,
      settings: MeasurementSettings(
        pipelineDepth: run.panel.depth, guardTime: run.panel.guardTime, targetCadence: targets,
        presentMode: run.panel.presentMode, trajectories: trajectories))
  }

  /// Returns the value of a metric; `nil` if it is undefined or the run has no such driver.
  public func value(of metric: String, driver name: String) -> MetricValue? {
    guard let driver = drivers.first(where: { $0.name == name }) else { return nil }
    return MetricDictionary.metric(named: metric)?.value(driver)
  }
}
