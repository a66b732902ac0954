import LabExperiment
import LabMetrics

/// Writes `summary.csv`: statistics over the replications of each sweep point and arm.
struct SummaryFile {
  private let result: ExperimentResult
  private let metrics = MetricDictionary.all

  /// How many values are in memory at a time, of one arm.
  private static let valueLimit = 1 << 20

  private static let unpaired = PairedStatistics.columns.map { _ in "" }

  init(_ result: ExperimentResult) {
    self.result = result
  }

  /// One row per sweep point, arm, driver and metric.
  func write<Refusal>(_ write: ([UInt8]) throws(Refusal) -> Void) throws(Refusal) {
    var csv = CSVWriter(
      header: ["experiment", "arm", "driver"] + result.experiment.sweeps.map(\.name)
        + ["metric", "n"] + SampleStatistics.columns + ["baseline"] + PairedStatistics.columns)
    let table = result.table
    for group in table.groups {
      let step = max(1, Self.valueLimit / max(1, group.replications))
      for (index, driver) in group.arm.drivers.enumerated() {
        let baseline = group.baseline(driver: driver)
        for begin in stride(from: 0, to: metrics.count, by: step) {
          let range = begin..<min(begin + step, metrics.count)
          let columns = table.columns(of: group, driver: index, metrics: range)
          let others = baseline.map {
            table.columns(of: $0.group, driver: $0.driver, metrics: range)
          }
          for (offset, metric) in metrics[range].enumerated() {
            let values = columns[offset].compactMap(\.self)
            csv.field(result.name)
            csv.field(group.arm.name)
            csv.field(driver)
            for value in group.values { csv.field(value) }
            csv.field(metric.column)
            csv.field(values.count)
            for field in SampleStatistics(values).fields { csv.field(field) }
            csv.field(baseline?.group.arm.name ?? "")
            let paired = others.map { PairedStatistics(zip(columns[offset], $0[offset])) }
            for field in paired?.fields ?? Self.unpaired { csv.field(field) }
            csv.endRow()
          }
          try csv.drain(to: write, beyond: 1 << 18)
        }
      }
    }
    try csv.drain(to: write)
  }
}
