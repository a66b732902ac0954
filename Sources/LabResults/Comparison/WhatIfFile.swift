package import LabExperiment
import LabKernel
import LabMetrics
import LabWorkload

/// The file of everything that was tried.
package enum WhatIfFile {
  /// A change of one base.
  package struct Row {
    let experiment: String
    let study: WhatIfStudy
    let row: WhatIfRow
  }

  /// The name of the file.
  package static let name = "whatif.csv"

  /// Returns the file `whatif.csv`: a row per base and change.
  package static func file(sweeps: [SweepColumn]) -> CSVFile<Row> {
    CSVFile(name, columns: place(sweeps) + change + values + moved + ranking)
  }

  private static func place(_ sweeps: [SweepColumn]) -> [Column<Row>] {
    [
      .experiment { $1.field($0.experiment) },
      .run { $1.field($0.study.base.runs[0].index) },
      .arm { $1.field($0.study.base.runs[0].arm) },
      .driver { $1.field($0.study.base.driver) },
    ] + Column.sweeps(sweeps) { $0.study.base.runs[0].point[$1].value }
  }

  private static let change: [Column<Row>] = [
    Column("n", .count, "How many replications were compared.") {
      $1.field($0.study.base.runs.count)
    },
    Column("change", "What is done otherwise, as 'what if' of a script writes it.") {
      $1.field($0.row.change.description)
    },
    Column(
      "intervention",
      "How much the change interferes: parameter, driverKind, chunks, shorter, elsewhere or removal."
    ) { $1.field("\($0.row.intervention)") },
    Column(
      "removed_work_ms", .milliseconds,
      "How much less work is planned for the thread; below 0 if the change adds some."
    ) { $1.milliseconds($0.row.removedWork.wholeNanoseconds) },
  ]

  /// Before, after and saving of every metric.
  private static let values: [Column<Row>] = SavingMetric.allCases.flatMap { metric in
    let known = MetricDictionary.metric(named: metric.name)
    let unit = known?.unit
    let suffix = metric.isTime ? "_ms" : ""
    let parts: [(String, String, @Sendable (WhatIfRow.Value) -> Double)] = [
      ("before", "without the change", { $0.before }), ("after", "with the change", { $0.after }),
      ("saving", "without the change less that with it: before - after", { $0.saving }),
    ]
    return parts.map { part, words, value -> Column<Row> in
      Column(
        "\(metric.name)_\(part)\(suffix)", unit,
        "The \(metric.name) \(words); the mean over replications, empty where undefined."
      ) { row, csv in
        csv.number(row.row.values[metric].map { value($0) / (metric.isTime ? 1e6 : 1) })
      }
    }
  }

  private static let moved: [Column<Row>] = [
    Column(
      "dropped_fixed", .refreshes,
      "Slots that are dropped without the change and not with it, in all replications."
    ) { $1.field($0.row.dropped.fixed) },
    Column(
      "dropped_broke", .refreshes,
      "Slots that are dropped with the change alone; fixed - broke is the saving."
    ) { $1.field($0.row.dropped.broke) },
    Column(
      "double_fixed", .refreshes, "Double fires that the change takes away, in all replications."
    ) { $1.field($0.row.doubled.fixed) },
    Column("double_broke", .refreshes, "Double fires that it brings.") {
      $1.field($0.row.doubled.broke)
    },
  ]

  private static let ranking: [Column<Row>] = [
    Column("ranked_by", "The metric by whose saving the changes are ranked.") {
      $1.field($0.study.goal.name)
    },
    Column(
      "ci95_low", "The lower end of the 95 % interval of that saving, in its unit; empty for n = 1."
    ) { row, csv in csv.number(row.interval?.lowerBound) },
    Column("ci95_high", "The upper end of the 95 % interval of that saving, in its unit.") {
      row, csv in csv.number(row.interval?.upperBound)
    },
    Column(
      "rank", .count,
      "The place: by saving, then by that of the second metric, then by intervention, then by removed"
        + " work; empty for the factors of a curve."
    ) { $1.field($0.row.rank) },
    Column(
      "dominated",
      "true if a smaller intervention, or one step less, has as large a saving in all metrics."
    ) { $1.field($0.study.isDominated($0.row) ? "true" : "false") },
    Column(
      "fingerprint",
      "The hash of the changed run, of the first replication; empty for a single task that was not left"
        + " out of a run of its own: it met an idle thread and was done before anything else was due,"
        + " or there are so many that several are left out of one run."
    ) { $1.field($0.row.fingerprint.map(hexadecimal) ?? "") },
  ]

  /// Returns the bytes of the file for some bases of one experiment.
  package static func bytes(_ studies: [WhatIfStudy], experiment: String) -> [UInt8] {
    let sweeps = studies.first?.base.runs[0].point.map { SweepColumn($0.name) } ?? []
    var csv = CSVWriter(header: file(sweeps: sweeps).header)
    for study in studies {
      for row in study.rows {
        file(sweeps: sweeps).append(
          Row(experiment: experiment, study: study, row: row), to: &csv)
      }
    }
    return csv.bytes
  }
}

extension WhatIfFile.Row {
  /// The 95 % interval of the saving, in the unit of the report.
  fileprivate var interval: ClosedRange<Double>? {
    let scale = study.goal.isTime ? 1e6 : 1.0
    return row.goal?.interval.map {
      $0.lowerBound / scale...$0.upperBound / scale
    }
  }
}
