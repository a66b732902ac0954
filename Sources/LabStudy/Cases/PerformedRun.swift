package import LabExperiment
package import LabMetrics
package import LabTrace

/// A run that is performed again to be looked at.
package struct PerformedRun {
  /// The run.
  package let spec: RunSpec
  /// What happened.
  package let trace: Trace
  /// What was measured.
  package let measurement: RunMeasurement

  /// Performs a run.
  package init(_ spec: RunSpec) throws(ExperimentFailure) {
    self.spec = spec
    trace = try Runner(jobs: 1).trace(of: spec)
    measurement = RunMeasurement(trace)
  }

  /// Performs a run to draw it; `nil` for one that is too long to be kept as a whole.
  package init?(toDraw spec: RunSpec) throws(ExperimentFailure) {
    guard !spec.isTooLongToDraw else { return nil }
    do throws(ExperimentFailure) {
      try self.init(spec)
    } catch {
      guard case .run(let failure) = error, failure.wasKept else { throw error }
      return nil
    }
  }

  /// Its numbers.
  package func result() throws -> RunResult {
    try RunResult(spec, fingerprint: trace.fingerprint, measurement)
  }
}
