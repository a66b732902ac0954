package import LabExperiment
package import LabMetrics
package import LabTrace

/// A run that is performed again to be looked at.
package struct PerformedRun {
  package let spec: RunSpec
  /// What happened.
  package let trace: Trace
  package let measurement: RunMeasurement

  /// Takes a run of a case.
  fileprivate init(_ run: Case.Run) {
    (spec, trace, measurement) = (run.spec, run.trace, run.measurement)
  }

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
  package func result() throws(ExperimentFailure) -> RunResult {
    try RunResult(spec, fingerprint: trace.fingerprint, measurement)
  }
}

extension Plan {
  /// The runs that are shown: one of them, or the first that is performed of every arm at its
  /// point.
  package func shownRuns(_ run: Int?) -> [RunSpec] {
    if let run { return [self[run]] }
    guard let first = indices.first(where: performs) else { return [] }
    let arms = experiment.arms.count
    let begin = first - first % arms
    return (begin..<begin + arms).filter(performs).map { self[$0] }
  }
}

/// Runs of a plan that are performed once more to be looked at, with their tasks measured.
///
/// The last is kept, since several questions are often about the same run.
struct ReplayedRuns {
  private let plan: Plan
  private let known: [Case.Run]
  private var last: (run: Int, performed: PerformedRun?)?

  init(_ plan: Plan, knowing known: [Case.Run] = []) { (self.plan, self.known) = (plan, known) }

  /// Performs a run; `nil` for one that is too long to be kept as a whole.
  mutating func performed(_ run: Int) throws(ExperimentFailure) -> PerformedRun? {
    if let known = known.first(where: { $0.spec.index == run }) { return PerformedRun(known) }
    if let last, last.run == run { return last.performed }
    last = nil
    let performed = try PerformedRun(toDraw: plan[run].measuringTasks)
    last = (run, performed)
    return performed
  }
}
