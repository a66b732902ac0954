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

  /// Hands over the rows: one per sweep point, arm, driver and metric.
  package func forEachRow(_ body: (Row) -> Void) throws(WriteError) {
    var rows = rows(limit: Self.valueLimit)
    for group in result.plan.groups { try rows.forEach(of: group, body) }
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
      let sample = columns[offset].compactMap(\.self)
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
