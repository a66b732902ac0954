package import LabMetrics
package import LabTrace

/// What a run came to, without its trace.
package struct RunResult: Sendable {
  /// The run.
  package let run: RunSpec
  /// The hash of everything that happened; see `Trace.fingerprint`.
  package let fingerprint: UInt64
  /// What was measured of each of its drivers.
  package let drivers: [DriverMetrics]
  /// What was measured of the tasks of each of its loads; empty unless they are asked for.
  package let loads: [TaskMetrics]
  /// Whether percentiles may be off by 0.1 %, because there were more numbers than are kept.
  package let isApproximate: Bool

  /// Measures a run by its trace.
  ///
  /// - Throws: ``ExperimentFailure/contradiction(_:)`` if the numbers contradict each other.
  package init(_ run: RunSpec, _ trace: Trace) throws(ExperimentFailure) {
    try self.init(run, fingerprint: trace.fingerprint, RunMeasurement(trace))
  }

  /// Digests a measurement, whose identities are checked every time.
  ///
  /// - Throws: ``ExperimentFailure/contradiction(_:)`` if the numbers contradict each other.
  package init(
    _ run: RunSpec, fingerprint: UInt64, _ measurement: RunMeasurement
  ) throws(ExperimentFailure) {
    try self.init(
      run, fingerprint, measurement.drivers, measurement.loads,
      violations: measurement.verifyConservation())
  }

  /// Digests what was measured while the run was made.
  ///
  /// - Throws: ``ExperimentFailure/contradiction(_:)`` if the numbers contradict each other.
  init(_ run: RunSpec, fingerprint: UInt64, _ stream: RunStream) throws(ExperimentFailure) {
    try self.init(
      run, fingerprint, stream.drivers, stream.loads, violations: stream.violations,
      isApproximate: stream.isApproximate)
  }

  private init(
    _ run: RunSpec, _ fingerprint: UInt64, _ drivers: [DriverMetrics], _ loads: [TaskMetrics],
    violations: [ConservationViolation], isApproximate: Bool = false
  ) throws(ExperimentFailure) {
    if let first = violations.first {
      throw .contradiction(ConservationError(run: run, violation: first))
    }
    (self.run, self.fingerprint) = (run, fingerprint)
    (self.drivers, self.loads, self.isApproximate) = (drivers, loads, isApproximate)
  }

  /// Returns the value of a metric of a driver, or of the tasks of a load; `nil` if it is undefined
  /// or the run has neither of that name.
  package func value(of metric: String, driver name: String) -> MetricValue? {
    guard let metric = MetricDictionary.metric(named: metric) else { return nil }
    if metric.isOfTasks { return loads.first { $0.name == name }.flatMap(metric.value(of:)) }
    return drivers.first { $0.name == name }.flatMap(metric.value)
  }
}
