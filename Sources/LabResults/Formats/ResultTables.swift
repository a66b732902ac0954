package import LabAnswer
import LabExperiment
import LabMetrics

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
