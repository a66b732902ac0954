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
  package init(_ spec: RunSpec) throws(Runner.Failure) {
    self.spec = spec
    trace = try Runner(jobs: 1).trace(of: spec)
    measurement = RunMeasurement(trace)
  }

  /// Its numbers.
  package func result() throws -> RunResult {
    try RunResult(spec, fingerprint: trace.fingerprint, measurement)
  }
}
