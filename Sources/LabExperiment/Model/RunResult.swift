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
    if let first = measurement.verifyConservation().first {
      throw .contradiction(ConservationError(run: run, violation: first))
    }
    (self.run, self.fingerprint) = (run, fingerprint)
    (drivers, loads) = (measurement.drivers, measurement.loads)
  }

  /// Returns the value of a metric of a driver, or of the tasks of a load; `nil` if it is undefined
  /// or the run has neither of that name.
  package func value(of metric: String, driver name: String) -> MetricValue? {
    guard let metric = MetricDictionary.metric(named: metric) else { return nil }
    if metric.isOfTasks { return loads.first { $0.name == name }.flatMap(metric.value(of:)) }
    return drivers.first { $0.name == name }.flatMap(metric.value)
  }
}
