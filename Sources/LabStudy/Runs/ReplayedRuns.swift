import LabExperiment

/// Runs of a plan that are performed once more to be looked at.
///
/// The last is kept, since several questions are often about the same run.
struct ReplayedRuns {
  private let plan: Plan
  private var last: (run: Int, performed: PerformedRun?)?

  init(_ plan: Plan) { self.plan = plan }

  /// Performs a run; `nil` for one that is too long to be kept as a whole.
  ///
  /// - Throws: What a run throws.
  mutating func performed(_ run: Int) throws(ExperimentFailure) -> PerformedRun? {
    if let last, last.run == run { return last.performed }
    last = nil
    let performed = try PerformedRun(toDraw: plan[run])
    last = (run, performed)
    return performed
  }
}
