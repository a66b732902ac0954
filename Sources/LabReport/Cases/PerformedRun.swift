import LabExperiment
import LabMetrics
import LabTrace

/// A run that is performed again to be looked at.
struct PerformedRun {
  let spec: RunSpec
  let trace: Trace
  let measurement: RunMeasurement

  init(_ spec: RunSpec) throws(Runner.Failure) {
    self.spec = spec
    trace = try Runner(jobs: 1).trace(of: spec)
    measurement = RunMeasurement(trace)
  }

  /// Its numbers.
  func result() throws -> RunResult {
    try RunResult(spec, fingerprint: trace.fingerprint, measurement)
  }
}
