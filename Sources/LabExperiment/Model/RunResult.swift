public import LabMetrics
public import LabTrace

/// What a run came to, without its trace.
public struct RunResult: Sendable {
  /// The run.
  public let run: RunSpec
  /// The hash of everything that happened; see `Trace.fingerprint`.
  public let fingerprint: UInt64
  /// What was measured of each of its drivers.
  public let drivers: [DriverMetrics]
  /// Whether percentiles may be off by 0.1 %, because there were more numbers than are kept.
  public let isApproximate: Bool

  /// Measures a run by its trace.
  ///
  /// - Throws: ``ConservationError`` if the numbers contradict each other.
  public init(_ run: RunSpec, _ trace: Trace) throws(ConservationError) {
    try self.init(run, fingerprint: trace.fingerprint, RunMeasurement(trace))
  }

  /// Digests a measurement, whose identities are checked every time.
  ///
  /// - Throws: ``ConservationError`` if the numbers contradict each other.
  public init(
    _ run: RunSpec, fingerprint: UInt64, _ measurement: RunMeasurement
  ) throws(ConservationError) {
    try self.init(
      run, fingerprint, measurement.drivers, violations: measurement.verifyConservation())
  }

  /// Digests what was measured while the run was made.
  ///
  /// - Throws: ``ConservationError`` if the numbers contradict each other.
  init(_ run: RunSpec, fingerprint: UInt64, _ stream: RunStream) throws(ConservationError) {
    try self.init(
      run, fingerprint, stream.drivers, violations: stream.violations,
      isApproximate: stream.isApproximate)
  }

  private init(
    _ run: RunSpec, _ fingerprint: UInt64, _ drivers: [DriverMetrics],
    violations: [ConservationViolation], isApproximate: Bool = false
  ) throws(ConservationError) {
    if let first = violations.first { throw ConservationError(run: run, violation: first) }
    (self.run, self.fingerprint) = (run, fingerprint)
    (self.drivers, self.isApproximate) = (drivers, isApproximate)
  }

  /// Returns the value of a metric; `nil` if it is undefined or the run has no such driver.
  public func value(of metric: String, driver name: String) -> MetricValue? {
    guard let driver = drivers.first(where: { $0.name == name }) else { return nil }
    return MetricDictionary.metric(named: metric)?.value(driver)
  }
}
