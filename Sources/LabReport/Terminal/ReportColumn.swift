import LabAnswer
import LabExperiment
import LabMetrics
import LabResults

/// A metric as a column of a table on a screen.
struct ReportColumn {
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
  static func all(of experiment: Experiment, metrics: [String]) -> [ReportColumn] {
    (metrics.isEmpty ? experiment.tableMetrics : metrics).compactMap(ReportColumn.init)
  }

  /// The name of the metric in words, as the heading says it.
  static func words(_ name: String) -> String { name.replacing("_", with: " ") }

  /// Returns the lines over columns, in the last of which the labels stand.
  static func headings(_ labels: [String], _ columns: [ReportColumn]) -> [[String]] {
    let lines = (0..<3).map { line in columns.map { $0.metric.heading[line] } }
      .filter { !$0.allSatisfy(\.isEmpty) }
    return lines.enumerated().map { line, words in
      (line == lines.count - 1 ? labels : labels.map { _ in "" }) + words
    }
  }
}
