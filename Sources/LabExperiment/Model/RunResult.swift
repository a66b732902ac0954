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
    if let violation = measurement.verifyConservation().first {
      throw ConservationError(run: run, violation: violation)
    }
    self.run = run
    self.fingerprint = fingerprint
    drivers = measurement.drivers
    isApproximate = false
  }

  /// Digests what was measured while the run was made.
  ///
  /// - Throws: ``ConservationError`` if the numbers contradict each other.
  init(_ run: RunSpec, fingerprint: UInt64, _ stream: RunStream) throws(ConservationError) {
    if let violation = stream.violations.first {
      throw ConservationError(run: run, violation: violation)
    }
    self.run = run
    self.fingerprint = fingerprint
    drivers = stream.drivers
    isApproximate = stream.isApproximate
  }

  /// Returns the value of a metric; `nil` if it is undefined or the run has no such driver.
  public func value(of metric: String, driver name: String) -> MetricValue? {
    guard let driver = drivers.first(where: { $0.name == name }) else { return nil }
    return MetricDictionary.metric(named: metric)?.value(driver)
  }
}
