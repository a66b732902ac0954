package import LabExperiment
import LabMetrics

/// Which metrics are columns of `runs.csv`, `loads.csv` and `summary.csv`.
package enum MetricColumns: Hashable, Sendable {
  /// Those of `MetricDictionary.usual`, of a script with inputs those of tasks as well, those that
  /// the script names, and some more by their names.
  case usual(and: [String])
  /// Every metric.
  case all
  /// Some metrics, by their names.
  case named([String])

  /// Returns the names of the metrics for the results of an experiment; `nil` for all.
  package func names(for experiment: Experiment) -> [String]? {
    switch self {
    case .usual(let others):
      MetricDictionary.usual + (experiment.measuresTasks ? MetricDictionary.usualOfTasks : [])
        + experiment.neededMetrics + others
    case .all: nil
    case .named(let names): names
    }
  }
}
