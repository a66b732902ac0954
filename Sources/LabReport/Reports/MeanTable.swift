import LabExperiment
import LabLanguage
import LabMetrics
import LabResults
import LabStudy
import LabText

/// The means of the metrics that tables show, a row for each sweep point, arm and driver.
struct MeanTable {
  /// The names of the columns; those of metrics with their unit.
  let header: [String]
  /// How many columns hold words.
  let wordCount: Int
  /// The rows; a value that is undefined in all runs is empty.
  let rows: [[String]]

  /// Sums a result up.
  init(_ result: ExperimentResult) {
    let experiment = result.experiment
    let metrics = experiment.tableMetrics.compactMap(MetricDictionary.metric(named:))
    let words = experiment.sweeps.map(\.name) + ["arm", "driver"]
    wordCount = words.count
    header = words + metrics.map(\.column)
    rows = result.plan.groups.flatMap { group in
      group.subjects(of: metrics).map { driver, _ in
        group.values + [group.arm.name, driver]
          + metrics.map { metric in
            result.mean(of: metric.name, driver: driver, in: group).map { decimalText($0) } ?? ""
          }
      }
    }
  }
}
