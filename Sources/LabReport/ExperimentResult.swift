public import LabExperiment

/// An experiment, what its runs came to, and whether its expectations hold.
public struct ExperimentResult {
  /// The short name, by which its folder is called: the script's file name without the extension.
  public let name: String
  /// What the runs came to.
  public let table: RunTable
  /// Whether the expectations hold, in the order of the script.
  public let verdicts: [Verdict]
  /// What theory says beside what was measured, in the order of the script.
  public let predictions: [Prediction]

  /// Judges an experiment by what its runs came to.
  ///
  /// - Throws: ``ResultFolder/Failure`` if a run cannot be read from its file.
  public init(name: String, table: RunTable) throws(ResultFolder.Failure) {
    self.name = name
    self.table = table
    verdicts = table.plan.verdicts(metric: table.value)
    predictions = table.plan.predictions(metric: table.value)
    try table.check()
  }

  /// Judges an experiment by runs in memory, in any order.
  ///
  /// - Throws: ``ResultFolder/Failure`` if the system refuses a temporary file.
  public init(name: String, plan: Plan, runs: [RunResult]) throws(ResultFolder.Failure) {
    let table = try RunTable(temporaryFor: plan)
    for run in runs { try table.append(run) }
    try self.init(name: name, table: table)
  }

  /// The runs that were planned.
  public var plan: Plan { table.plan }

  /// The experiment.
  public var experiment: Experiment { plan.experiment }

  /// Whether no expectation fails.
  public var holds: Bool { verdicts.allSatisfy { $0.outcome != .fails } }

  /// The bytes of `runs.csv`: one row per run and driver.
  public var runsCSV: [UInt8] {
    var bytes: [UInt8] = []
    writeRuns { bytes += $0 }
    return bytes
  }

  /// Writes the bytes of `runs.csv`, part by part.
  public func writeRuns<Refusal>(
    to write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    try ResultFiles.runs(of: self, to: write)
  }
}
