package import LabAnswer
package import LabExperiment
import LabLanguage
import LabMetrics

/// The CSV files of a result with one row for each run, search or expectation.
///
/// Column names never change their meaning: a new meaning is a new name, and
/// ``SchemaColumn/version`` rises.
package enum ResultFiles {
  /// A driver, or a load, of a finished run.
  package struct Run {
    let experiment: String
    let run: RunLabel
    let record: RunRecord
    /// The position of the driver in its arm; loads stand behind the drivers.
    let position: Int
    let driver: String
  }

  /// The columns of `runs.csv` that tell drivers' runs from one another, but for the sweeps.
  static let runKey: [Column<Run>] = commonKey + [.driver { $1.field($0.driver) }]

  /// Those of `loads.csv`.
  static let loadKey: [Column<Run>] =
    commonKey + [Column("load", "The load or input that the row is about.") { $1.field($0.driver) }]

  private static let commonKey: [Column<Run>] = [
    .experiment { $1.field($0.experiment) },
    .run { $1.field($0.run.index) },
    Column("replication", "Which repetition of its sweep point and arm the run is, from 0.") {
      $1.field($0.run.replication)
    },
    Column(
      "seed", "The seed of the run; all arms and sweep points of a replication share it."
    ) { $1.digits($0.run.seed) },
    .arm { $1.field($0.run.arm) },
  ]

  /// The column of `runs.csv` by which equal runs are known.
  static let fingerprint = Column<Run>(
    "fingerprint", "A 64-bit hash of everything that happened in the run, in hexadecimal."
  ) { $1.hexadecimal($0.record.fingerprint) }

  /// Returns the file `runs.csv`: what was chosen, then the metrics.
  package static func runs(sweeps: [SweepColumn], _ selection: MetricSelection = .all) -> CSVFile<
    Run
  > {
    file("runs.csv", runKey, sweeps: sweeps, selection.columns)
  }

  /// Returns the file `loads.csv`: the same of every load whose tasks are measured.
  package static func loads(sweeps: [SweepColumn], _ selection: MetricSelection = .all)
    -> CSVFile<Run>
  {
    file("loads.csv", loadKey, sweeps: sweeps, selection.taskColumns)
  }

  private static func file(
    _ name: String, _ key: [Column<Run>], sweeps: [SweepColumn], _ columns: [Int]
  ) -> CSVFile<Run> {
    let metrics = columns.map { index in
      let metric = MetricDictionary.everything[index]
      return Column<Run>(metric.column, metric.unit, metric.meaning) {
        $1.value($0.record.value(driver: $0.position, metric: index))
      }
    }
    return CSVFile(
      name, columns: key + Column.sweeps(sweeps) { $0.run.value(at: $1) } + [fingerprint],
      others: metrics
    ) { row, csv in
      row.record.forEachValue(driver: row.position, of: columns[...]) { csv.value($0) }
    }
  }

  /// One row per driver of a run, or per load, which stand behind the drivers.
  static func append(
    _ run: RunLabel, of experiment: String, _ record: RunRecord, drivers: [String],
    from first: Int = 0, by append: (Run) -> Void
  ) {
    for (position, driver) in drivers.enumerated() {
      append(
        Run(
          experiment: experiment, run: run, record: record, position: first + position,
          driver: driver))
    }
  }

  /// The file `findings.csv`: a row per search and combination of the other sweeps' values.
  package static let findings = CSVFile<(experiment: String, finding: Finding)>(
    "findings.csv",
    columns: [
      .experiment { $1.field($0.experiment) },
      Column(
        "finding", "The name by which expectations refer to what was found; empty without one."
      ) { $1.field($0.finding.name ?? "") },
      Column("search", "The search as the script states it.") { $1.field($0.finding.text) },
      Column(
        "place", "The values of the other sweeps, for which the search was carried out."
      ) { $1.field($0.finding.place) },
      Column(
        "found", "The most extreme value for which the claim holds; empty if it holds for none."
      ) { $1.field($0.finding.found?.value ?? "") },
      Column(
        "fails_at",
        "Its neighbour, for which the claim does not hold; empty if nothing beyond it was tried."
      ) { $1.field($0.finding.failing?.value ?? "") },
      Column(
        "found_values", "What was measured in the first run with the value that was found."
      ) { $1.field($0.finding.found?.values ?? "") },
      Column(
        "fails_values", "What was measured in the first run with its neighbour that fails."
      ) { $1.field($0.finding.failing?.values ?? "") },
      Column(
        "tried", .count,
        "How many values were tried; a search between two of them assumes one change there."
      ) { $1.field($0.finding.tried) },
      Column(
        "changes", .count,
        "How often the claim begins or ceases to hold from one value that was tried at first to the"
          + " next; with more than 1 there are several answers, and the most extreme is stated."
      ) { $1.field($0.finding.changes) },
    ])

  /// The file `verdicts.csv`: a row per expectation.
  package static let verdicts = CSVFile<(experiment: String, verdict: Verdict)>(
    "verdicts.csv",
    columns: [
      .experiment { $1.field($0.experiment) },
      Column("expectation", "The expectation as the script states it.") {
        $1.field($0.verdict.text)
      },
      Column(
        "verdict",
        "holds, fails, not judged if no run was selected, or undecided if too few runs on a host agree."
      ) { $1.field($0.verdict.outcome.rawValue) },
      Column("runs_judged", .count, "How many comparisons the expectation made.") {
        $1.field($0.verdict.judged)
      },
      Column(
        "runs_failing", .count, "In how many of them it did not hold or a value was undefined."
      ) { $1.field($0.verdict.failing) },
      Column(
        "first_failing_run", "The first run that speaks against the expectation; empty if it holds."
      ) { $1.field($0.verdict.failure?.run) },
      Column(
        "first_failing_values", "The values of the first run that speaks against the expectation."
      ) { $1.field($0.verdict.failure?.values ?? "") },
    ])

  /// Writes all findings of a result.
  static func findings<Refusal>(
    of result: ExperimentResult, to write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    try findings.write(result.findings.map { (result.name, $0) }, to: write)
  }

  /// Writes all verdicts of a result.
  static func verdicts<Refusal>(
    of result: ExperimentResult, to write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    try verdicts.write(result.verdicts.map { (result.name, $0) }, to: write)
  }
}

extension ExperimentResult {
  /// What was performed, and the rows of the CSV files but for lists, as tables for programs.
  ///
  /// Seeds and fingerprints are texts, since a number of 64 bits does not survive in JavaScript.
  package func tables() throws(WriteError) -> [Table] {
    var summary: [SummaryFile.Row] = []
    try SummaryFile(self).forEachRow { summary.append($0) }
    var (runs, loads): ([ResultFiles.Run], [ResultFiles.Run]) = ([], [])
    for run in table.runs {
      guard let record = table.record(of: run) else { continue }
      let (label, drivers) = (plan.label(of: run), table.drivers(of: run))
      ResultFiles.append(label, of: name, record, drivers: drivers) { runs.append($0) }
      ResultFiles.append(
        label, of: name, record, drivers: table.loads(of: run), from: drivers.count
      ) { loads.append($0) }
    }
    try table.check()
    let (sweeps, choices) = (SweepColumn.all(of: experiment), SweepColumn.ofRuns(experiment))
    let hasLoads = !table.selection.taskColumns.isEmpty
    return [
      experimentTable, ResultFiles.runs(sweeps: choices, table.selection).table(runs),
    ] + (hasLoads ? [ResultFiles.loads(sweeps: choices, table.selection).table(loads)] : []) + [
      SummaryFile.file(sweeps: sweeps).table(summary),
      ResultFiles.verdicts.table(verdicts.map { (name, $0) }),
      PredictionFile.file(sweeps: sweeps).table(predictions.map { (name, $0) }),
      ResultFiles.findings.table(findings.map { (name, $0) }),
    ]
  }

  private var experimentTable: Table {
    let texts = [
      ("name", name), ("path", experiment.path), ("title", experiment.title),
      ("question", experiment.question), ("because", experiment.because), ("only", plan.only),
      ("seed", "\(plan.seed)"),
    ]
    return Table(
      "experiment",
      texts.map { .words($0.0) } + [.number("replications"), .number("schema_version")],
      [
        texts.map { _, text in text.map { .text($0) } ?? .blank } + [
          .count(plan.replications), .count(SchemaColumn.version),
        ]
      ])
  }
}
