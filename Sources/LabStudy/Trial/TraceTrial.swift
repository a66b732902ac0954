package import LabExperiment
import LabMetrics
package import LabResults

/// A recording beside a timer and two display links: the script and its runs.
package struct TraceTrial {
  /// The script, which names the recordings beside it.
  package let script: TrialScript
  /// The plan of the script.
  package let plan: Plan
  /// What the runs came to, in the order of the plan, with the rates of their displays.
  let runs: [(rate: String, result: RunResult)]
  /// The runs on the first display, with what happened in them.
  let first: [PerformedRun]

  /// The longest recording that is tried: an hour.
  package static let longest = Duration.seconds(3600)

  /// Performs a script.
  ///
  /// - Throws: A mistake in the recording, or why a run could not be completed.
  package init(_ script: TrialScript) throws {
    self.script = script
    let plan = try script.experiment().plan()
    let arms = plan.experiment.arms.count
    let first = try plan.prefix(arms).map { try PerformedRun($0) }
    let rates = script.display.vsyncs == nil ? script.display.rates : ["recorded"]
    runs = try plan.enumerated().map { index, run in
      (
        rates[index / arms],
        index < arms ? try first[index].result() : try Runner(jobs: 1).result(of: run)
      )
    }
    (self.plan, self.first) = (plan, first)
  }

  /// The runs as a result.
  ///
  /// - Throws: `WriteError` if the system refuses a temporary file.
  package func result() throws -> ExperimentResult {
    try ExperimentResult(name: script.name, plan: plan, runs: runs.map(\.result))
  }

  /// The runs as a page shows them: where the replay of the app's own drivers would be, what really
  /// happened.
  ///
  /// - Throws: `WriteError` if the system refuses a temporary file.
  func result(showing recorded: RecordedRun?) throws -> ExperimentResult {
    guard let recorded, script.loop != nil, script.display.vsyncs != nil, !runs.isEmpty else {
      return try result()
    }
    let measured = RunMeasurement(recorded.trace)
    guard plan.experiment.arms[0].drivers.allSatisfy({ measured[driver: $0] != nil }) else {
      return try result()
    }
    var plan = plan
    plan.recordings[0] = HostRun(recorded.trace, hasReplay: true)
    let real = try Runner(jobs: 1).result(of: plan[0])
    return try ExperimentResult(
      name: script.name, plan: plan, runs: [real] + runs.dropFirst().map(\.result))
  }
}
