import LabExperiment
import LabMetrics
import LabResults

/// A metric as a column of a table of runs.
struct RunColumn {
  let metric: Metric
  /// The position of the metric in the dictionary.
  let position: Int

  init?(_ name: String) {
    guard let position = MetricDictionary.everything.firstIndex(where: { $0.name == name }) else {
      return nil
    }
    metric = MetricDictionary.everything[position]
    self.position = position
  }

  /// Returns the columns of an experiment: the metrics that are asked for, or those of its tables.
  static func all(of experiment: Experiment, metrics: [String]) -> [RunColumn] {
    (metrics.isEmpty ? experiment.tableMetrics : metrics).compactMap(RunColumn.init)
  }

  /// Its name in words: `double fires`.
  var words: String { metric.name.replacing("_", with: " ") }
}
