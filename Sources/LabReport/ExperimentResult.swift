public import LabExperiment

/// An experiment, what its runs came to, and whether its expectations hold.
public struct ExperimentResult: Sendable {
  /// The short name, by which its folder is called: the script's file name without the extension.
  public let name: String
  /// The runs that were performed.
  public let plan: Plan
  /// What they came to, in the order of the plan.
  public let runs: [RunResult]
  /// Whether the expectations hold, in the order of the script.
  public let verdicts: [Verdict]

  /// Judges an experiment by what its runs came to.
  public init(name: String, plan: Plan, runs: [RunResult]) {
    self.name = name
    self.plan = plan
    self.runs = runs
    verdicts = plan.verdicts { run, driver, metric in
      runs[run].value(of: metric, driver: driver)
    }
  }

  /// The experiment.
  public var experiment: Experiment { plan.experiment }

  /// Whether no expectation fails.
  public var holds: Bool { verdicts.allSatisfy { $0.outcome != .fails } }

  /// The runs in groups that differ in the replication alone, in the order of the plan.
  ///
  /// A group is one sweep point of one arm; statistics over replications are taken in it.
  var groups: [[RunResult]] {
    let arms = experiment.arms.count
    let span = arms * plan.replications
    return stride(from: 0, to: runs.count, by: span).flatMap { first in
      (0..<arms).map { arm in
        (0..<plan.replications).map { runs[first + $0 * arms + arm] }
      }
    }
  }

  /// The bytes of `runs.csv`: one row per run and driver.
  public var runsCSV: [UInt8] { ResultFiles.runs(of: self).bytes }
}
