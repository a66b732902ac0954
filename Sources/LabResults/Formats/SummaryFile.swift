import LabExperiment
import LabMetrics

/// Writes `summary.csv`: statistics over the replications of each sweep point and arm.
package struct SummaryFile {
  private let result: ExperimentResult

  /// How many values are in memory at a time, of one arm.
  private static let valueLimit = 1 << 20

  package init(_ result: ExperimentResult) {
    self.result = result
  }

  private func rows(limit: Int) -> SummaryRows {
    SummaryRows(
      experiment: result.name, records: result.table.records,
      selection: result.table.selection, valueLimit: limit)
  }

  /// Hands over the rows: one per sweep point, arm, driver and metric; `nil` for all points.
  package func forEachRow(
    at points: Set<Int>? = nil, _ body: (Row) -> Void
  ) throws(WriteError) {
    var rows = rows(limit: Self.valueLimit)
    for group in result.plan.groups where points?.contains(group.point) != false {
      try rows.forEach(of: group, body)
    }
  }

  /// Writes the same rows.
  ///
  /// Several threads work on groups of runs, since statistics take about as long as the runs.
  func write(
    jobs: Int, _ write: ([UInt8]) throws(WriteError) -> Void
  ) throws(WriteError) {
    let file = Self.file(sweeps: SweepColumn.all(of: result.experiment))
    try write(CSVWriter(header: file.header).bytes)
    let (plan, rows) = (result.plan, rows(limit: Self.valueLimit / jobs))
    let arms = plan.experiment.arms.count
    let line = OrderedParallelMap<Result<[UInt8], WriteError>>(
      count: plan.pointCount * arms, workers: jobs
    ) {
      var rows = rows
      var csv = CSVWriter()
      return { group in
        let (point, arm) = group.quotientAndRemainder(dividingBy: arms)
        csv.removeAll()
        do throws(WriteError) {
          try rows.forEach(of: RunGroup(plan: plan, point: point, armIndex: arm)) {
            file.append($0, to: &csv)
          }
          return .success(csv.bytes)
        } catch {
          return .failure(error)
        }
      }
    }
    try line.deliver { bytes throws(WriteError) in try write(bytes.get()) }
  }
}

/// Works out the rows of one group of runs after the other.
private struct SummaryRows {
  let experiment: String
  var records: RecordReader
  let selection: MetricSelection
  let valueLimit: Int

  mutating func forEach(
    of group: RunGroup, _ body: (SummaryFile.Row) -> Void
  ) throws(WriteError) {
    let step = max(1, valueLimit / max(1, group.replications))
    for isLoad in [false, true] {
      let metrics = isLoad ? selection.taskColumns : selection.columns
      for name in metrics.isEmpty ? [] : group.names(areLoads: isLoad) {
        for begin in stride(from: 0, to: metrics.count, by: step) {
          let portion = metrics[begin..<min(begin + step, metrics.count)]
          try forEach(group, name, isLoad: isLoad, portion, body)
        }
      }
    }
  }

  private mutating func forEach(
    _ group: RunGroup, _ name: String, isLoad: Bool, _ metrics: ArraySlice<Int>,
    _ body: (SummaryFile.Row) -> Void
  ) throws(WriteError) {
    guard let driver = group.position(of: name, isLoad: isLoad) else { return }
    let columns = try columns(of: group, driver, metrics)
    let baseline = group.baseline(driver: name, isLoad: isLoad)
    let others = try baseline.map { baseline throws(WriteError) in
      try self.columns(of: baseline.group, baseline.driver, metrics)
    }
    let values = group.values
    for (offset, metric) in metrics.enumerated() {
      let sample = columns[offset].compactMap { $0 }
      body(
        SummaryFile.Row(
          experiment: experiment, arm: group.arm.name, driver: name, point: values,
          metric: MetricDictionary.everything[metric].column,
          sample: SampleStatistics(sample),
          baseline: baseline?.group.arm.name,
          paired: others.map { PairedStatistics(zip(columns[offset], $0[offset])) }))
    }
  }

  private mutating func columns(
    of group: RunGroup, _ driver: Int, _ metrics: ArraySlice<Int>
  ) throws(WriteError) -> [[Double?]] {
    try group.columns(of: metrics, driver: driver) { run throws(WriteError) in
      try records.record(of: run)
    }
  }
}

extension SummaryFile {
  /// The statistics of a metric of a driver at a sweep point.
  package struct Row {
    let experiment: String
    let arm: String
    let driver: String
    /// The values of the sweeps.
    let point: [String]
    /// The column of the metric.
    let metric: String
    let sample: SampleStatistics
    /// The mean's interval, which two columns need.
    let interval: ClosedRange<Double>?
    /// The arm with which this one is compared.
    let baseline: String?
    /// How much more the metric is than in that arm.
    let paired: PairedStatistics?
    /// The mean difference's interval, which two columns need.
    let change: ClosedRange<Double>?

    init(
      experiment: String, arm: String, driver: String, point: [String], metric: String,
      sample: SampleStatistics, baseline: String?, paired: PairedStatistics?
    ) {
      (self.experiment, self.arm, self.driver, self.point) = (experiment, arm, driver, point)
      (self.metric, self.sample, self.baseline, self.paired) = (metric, sample, baseline, paired)
      interval = sample.interval
      change = paired?.differences.interval
    }
  }

  /// Returns the file: whom a row is about, the statistics, and how they differ from the
  /// baseline's.
  package static func file(sweeps: [SweepColumn]) -> CSVFile<Row> {
    CSVFile(
      "summary.csv",
      columns: [
        .experiment { $1.field($0.experiment) }, .arm { $1.field($0.arm) },
        .driver { $1.field($0.driver) },
      ] + Column.sweeps(sweeps) { $0.point[$1] } + statistics + differences)
  }

  private static let statistics: [Column<Row>] = [
    Column("metric", "The column of runs.csv that the statistics of the row are about.") {
      $1.field($0.metric)
    },
    Column("n", .count, "Over how many replications the metric is defined.") {
      $1.field($0.sample.count)
    },
    Column("mean", "The mean over replications, in the unit of the metric's column.") {
      $1.number($0.sample.mean)
    },
    Column("sd", "The standard deviation over replications, with n − 1; empty for n < 2.") {
      $1.number($0.sample.deviation)
    },
    Column(
      "ci95_low", "The lower end of the 95 % interval of the mean: mean − t(0.975, n − 1) sd / √n."
    ) { $1.number($0.interval?.lowerBound) },
    Column(
      "ci95_high",
      "The upper end of the 95 % interval of the mean: mean + t(0.975, n − 1) sd / √n."
    ) { $1.number($0.interval?.upperBound) },
    Column("min", "The smallest value over replications.") { $1.number($0.sample.min) },
    Column("median", "The median over replications: Hyndman–Fan type 1, an observed value.") {
      $1.number($0.sample.quantile(0.5))
    },
    Column("p90", "The 90th percentile over replications, Hyndman–Fan type 1.") {
      $1.number($0.sample.quantile(0.9))
    },
    Column("p99", "The 99th percentile over replications, Hyndman–Fan type 1.") {
      $1.number($0.sample.quantile(0.99))
    },
    Column("max", "The largest value over replications.") { $1.number($0.sample.max) },
  ]

  private static let differences: [Column<Row>] = [
    Column(
      "baseline",
      "The first arm above this one that has a driver of the same name; empty if there is none."
    ) { $1.field($0.baseline ?? "") },
    Column(
      "pairs", .count,
      "In how many replications the metric is defined in this arm and in the baseline."
    ) { $1.field($0.paired?.differences.count) },
    Column(
      "difference", "The mean over these pairs of: this arm − the baseline, on the same draws."
    ) { $1.number($0.paired?.differences.mean) },
    Column("difference_sd", "The standard deviation of the differences, with n − 1.") {
      $1.number($0.paired?.differences.deviation)
    },
    Column(
      "difference_ci95_low",
      "The lower end of the 95 % interval of the mean difference, as ci95_low."
    ) { $1.number($0.change?.lowerBound) },
    Column(
      "difference_ci95_high",
      "The upper end of that interval. Without 0 in it, the change is real."
    ) { $1.number($0.change?.upperBound) },
    Column(
      "variance_reduction",
      "How many times as many runs with draws of their own would give the same interval:"
        + " (var(arm) + var(baseline)) / var(difference); empty if the differences do not vary."
    ) { $1.number($0.paired?.varianceReduction) },
  ]
}
