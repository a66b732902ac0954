package import LabExperiment
package import LabMetrics
package import LabText
package import LabTrace

/// An experiment, what its runs came to, and whether its expectations hold.
package struct ExperimentResult {
  /// The short name, by which its folder is called: the script's file name without the extension.
  package let name: String
  /// What the runs came to.
  package let table: RunTable
  /// The runs, as many as were needed.
  package let plan: Plan
  /// What the searches found, in the order of the script.
  package let findings: [Finding]
  /// Whether the expectations hold, in the order of the script.
  package internal(set) var verdicts: [Verdict]
  /// What theory says beside what was measured, in the order of the script.
  package let predictions: [Prediction]
  /// What was said of it, once for all reports.
  package let said = Said()

  /// What is said of a result and takes a run to find out.
  package final class Said {
    /// What is said first; `nil` if that is not known yet, an empty one if nothing can be said.
    package var headline: Headline??
  }

  /// Judges an experiment by what its runs came to, and carries out its searches.
  init<Refusal>(
    name: String, table: RunTable, searching findings: (Plan) throws(Refusal) -> [Finding]
  ) throws(Refusal) {
    self.name = name
    self.table = table
    plan = table.settledPlan
    self.findings = plan.isWhole && plan.recordings.isEmpty ? try findings(plan) : []
    verdicts = plan.verdicts(findings: self.findings, metric: table.value)
    predictions = plan.predictions(metric: table.value)
  }

  /// Takes runs with verdicts that were written before; without verdicts nothing is judged.
  init(name: String, table: RunTable, findings: [Finding] = [], verdicts: [Verdict]?) {
    (self.name, self.table, plan) = (name, table, table.settledPlan)
    (self.findings, self.verdicts) = (findings, verdicts ?? [])
    // The file has no room for what was nearest to a limit, and the numbers tell it again, but for
    // what was found by runs of its own.
    for (number, again) in plan.verdicts(findings: [], metric: table.value).enumerated()
    where self.verdicts.indices.contains(number) && self.verdicts[number].text == again.text
      && [again.outcome, .undecided].contains(self.verdicts[number].outcome)
    {
      self.verdicts[number].closest = again.closest
    }
    predictions = verdicts == nil ? [] : plan.predictions(metric: table.value)
  }

  /// Performs the runs of an experiment, and keeps nothing beyond this result.
  ///
  /// - Parameters:
  ///   - name: The short name.
  ///   - plan: The runs.
  ///   - runner: Performs them.
  ///   - columns: The names of the metrics that are columns of its files; `nil` for all.
  ///   - searches: Whether the searches of the script are carried out.
  /// - Throws: ``ResultFailure``.
  package init(
    name: String, performing plan: Plan, by runner: Runner, columns: [String]? = nil,
    searches: Bool = true
  ) throws(ResultFailure) {
    let table = try Self.table(for: plan, columns)
    let (plan, selection) = (table.plan, table.selection)
    try table.performMissing(of: .whole) { runs throws(ResultFailure) in
      try runner.measure(
        plan, at: runs,
        keeping: { result in
          // What was measured takes more memory than what is kept of it.
          Self.record(of: result, in: plan, selection)
        }
      ) { finished throws(ResultFailure) in
        let record = try ResultFailure.ofRun { () throws(ExperimentFailure) in try finished.get() }
        try ResultFailure.ofWriting { () throws(WriteError) in try table.append(record) }
      }
      try ResultFailure.ofWriting { () throws(WriteError) in try table.check() }
    }
    try self.init(name: name, judging: table, jobs: runner.jobs, searches: searches)
  }

  /// Takes runs that were performed already, and carries out no search.
  ///
  /// - Parameters:
  ///   - name: The short name.
  ///   - plan: The runs.
  ///   - performed: What they came to, of all that the plan performs.
  ///   - columns: The names of the metrics that are columns of its files; `nil` for all.
  /// - Throws: ``ResultFailure``.
  package init(
    name: String, of plan: Plan, performed: [RunResult], columns: [String]?
  ) throws(ResultFailure) {
    let table = try Self.table(for: plan, columns)
    try table.performMissing(of: .whole) { runs throws(ResultFailure) in
      for result in performed where runs.contains(result.run.index) {
        try ResultFailure.ofWriting { () throws(WriteError) in
          try table.append(Self.record(of: result, in: plan, table.selection))
        }
      }
    }
    try self.init(name: name, judging: table, jobs: 1, searches: false)
  }

  private static func table(
    for plan: Plan, _ columns: [String]?
  ) throws(ResultFailure) -> RunTable {
    let selection = columns.map { MetricSelection($0, for: plan.experiment) } ?? .all
    return try ResultFailure.ofWriting { () throws(WriteError) in
      try RunTable(temporaryFor: plan, selection)
    }
  }

  private static func record(
    of result: RunResult, in plan: Plan, _ selection: MetricSelection
  ) -> RunRecord {
    let arm = plan.arm(of: result.run.index)
    return RunRecord(result, drivers: arm.drivers, loads: selection.loads(of: arm), selection)
  }

  /// Judges an experiment by what its runs came to, and carries out its searches.
  init(
    name: String, judging table: RunTable, jobs: Int, searches: Bool = true
  ) throws(ResultFailure) {
    try self.init(
      name: name, table: table,
      searching: { plan throws(ResultFailure) in
        try ResultFailure.ofRun { () throws(ExperimentFailure) in
          searches ? try plan.findings(jobs: jobs, metric: table.value) : []
        }
      })
    try ResultFailure.ofWriting { () throws(WriteError) in try table.check() }
  }

  package var experiment: Experiment { plan.experiment }

  /// Whether no expectation fails.
  package var holds: Bool { verdicts.allSatisfy { $0.outcome != .fails } }

  /// The run of the first expectation that fails; without one the run that is worst off.
  package var trouble: Plan.Trouble { plan.trouble(verdicts: verdicts, metric: table.value) }

  /// Returns the run of an arm that is worst off; `nil` if none of its runs is performed.
  package func trouble(ofArm arm: Int) -> Plan.Trouble? {
    plan.trouble(ofArm: arm, metric: table.value)
  }

  /// Throws unless a run that was performed again is that of this result.
  ///
  /// - Throws: `InputError` if it has another fingerprint.
  package func check(_ trace: Trace, of run: RunSpec) throws(InputError) {
    try check(trace.fingerprint, of: run)
  }

  func check(_ fingerprint: UInt64, of run: RunSpec) throws(InputError) {
    if let known = table.record(of: run.index), known.fingerprint != fingerprint {
      throw InputError(
        "run \(run.index), arm '\(run.arm)', made again is not the run of the result: another"
          + " version of the lab wrote it. Write the result again with 'runlooplab run'.")
    }
  }

  /// The bytes of `runs.csv`: one row per run and driver.
  package var runsCSV: [UInt8] {
    var bytes: [UInt8] = []
    writeRuns { bytes += $0 }
    return bytes
  }

  /// Writes the bytes of `runs.csv`, part by part.
  package func writeRuns<Refusal>(
    to write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    let file = ResultFiles.runs(sweeps: SweepColumn.ofRuns(experiment), table.selection)
    var csv = CSVWriter(header: file.header)
    for run in table.runs {
      guard let record = table.record(of: run) else { break }
      let drivers = table.drivers(of: run)
      ResultFiles.append(plan.label(of: run), of: name, record, drivers: drivers) {
        file.append($0, to: &csv)
      }
      try csv.drain(to: write, beyond: 1 << 18)
    }
    try csv.drain(to: write)
  }
}

extension Plan {
  /// Says how to perform these runs again, or to look at one of them.
  ///
  /// It has all that decides what happens in the runs: the script, and the seed, the values and the
  /// number of replications that are not the script's.
  ///
  /// - Parameters:
  ///   - subcommand: What is done, such as `run` or `show`.
  ///   - run: The position of a run; `nil` for all that are performed.
  /// - Returns: The command, as the shell takes it.
  package func commandLine(_ subcommand: String, run: Int? = nil) -> String {
    let path = experiment.path == Self.standardInput ? "-" : path
    return Self.quoted(
      ["runlooplab", subcommand, path] + settings
        + (run.map { ["--run", "\($0)"] } ?? only.map { ["--only", $0] } ?? []))
  }

  /// The options that are not the script's: values, the seed, and the number of replications.
  package var settings: [String] {
    var words: [String] = []
    for (name, values) in experiment.overriding { words += ["--set", "\(name)=\(values)"] }
    if seed != experiment.seed { words += ["--seed", "\(seed)"] }
    if replications != experiment.replications { words += ["--repeat", "\(replications)"] }
    return words
  }

  /// The path of a script that is read from standard input.
  package static let standardInput = "<stdin>"

  /// The path of the script, which is never taken for an option.
  private var path: String {
    if let operand = experiment.operand { return operand }
    let path = experiment.path.hasPrefix("./") ? experiment.path.dropFirst(2) : experiment.path[...]
    return path.hasPrefix("-") ? "./" + path : String(path)
  }

  /// Returns words as the shell takes them.
  package static func quoted(_ words: [String]) -> String {
    words.map { quoted($0) }.joined(separator: " ")
  }

  /// Returns a word as the shell takes it.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_./:=,".unicodeScalars.contains(scalar)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.with("'\\''", for: "'") + "'"
  }
}

package enum RunLoopLab {
  /// The version that manifests and `--version` state.
  package static let version = "0.1.0"
}
