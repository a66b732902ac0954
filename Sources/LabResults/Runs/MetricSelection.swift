package import LabExperiment
import LabMetrics

/// Which metrics of a run are kept, and which of them are columns of `runs.csv`, `loads.csv` and
/// `summary.csv`.
///
/// What expectations, searches, plots and the report on the screen need is kept, whether it is a
/// column or not. Metrics are named by their positions in the dictionary.
package final class MetricSelection: Sendable {
  /// Every metric.
  static let all = MetricSelection(
    columns: Array(MetricDictionary.everything.indices),
    kept: Array(MetricDictionary.everything.indices))

  /// The metrics of drivers that are columns, in the order of the dictionary.
  let columns: [Int]
  /// The metrics of tasks that are columns.
  let taskColumns: [Int]
  /// The metrics that are kept, in the same order.
  let kept: [Int]
  /// Where each metric of the dictionary stands among those that are kept; −1 for one that is not.
  private let places: [Int]
  /// The bytes of a driver in a journal of which every metric is undefined.
  let undefinedValues: [UInt8]

  private init(columns: [Int], kept: [Int]) {
    self.columns = columns.filter { !MetricDictionary.everything[$0].isOfTasks }
    taskColumns = columns.filter { MetricDictionary.everything[$0].isOfTasks }
    self.kept = kept
    var places = MetricDictionary.everything.map { _ in -1 }
    for (place, metric) in kept.enumerated() { places[metric] = place }
    self.places = places
    undefinedValues = Array(repeating: 0, count: kept.count * MetricValue.codeSize)
  }

  /// Chooses some metrics as columns of the results of an experiment, by their names.
  convenience init(_ names: [String], for experiment: Experiment) {
    let needed = names + experiment.neededMetrics + experiment.tableMetrics + Self.reported
    self.init(columns: Self.positions(names), kept: Self.positions(needed))
  }

  /// What the report of a run asks for, whatever the script names.
  private static let reported = [
    "dropped", "double_fires", "hitch_max", "hitch_ratio", "lateness_max",
  ]

  private static func positions(_ names: [String]) -> [Int] {
    // An older request has the names of its time.
    let names = Set(names.map { MetricDictionary.metric($0)?.name ?? $0 })
    let all = MetricDictionary.everything
    return all.indices.filter { names.contains(all[$0].name) }
  }

  /// The columns, and nothing else kept: what can be read again from a file.
  var columnsAlone: MetricSelection {
    MetricSelection(columns: columns + taskColumns, kept: columns + taskColumns)
  }

  /// The names of the loads of an arm that are kept of its runs; none if no metric of tasks is.
  func loads(of arm: Experiment.Arm) -> [String] { keepsTasks ? arm.loads : [] }

  /// Whether the tasks of loads are measured.
  package var keepsTasks: Bool {
    kept.last.map { MetricDictionary.everything[$0].isOfTasks } ?? false
  }

  var names: [String] { (columns + taskColumns).map { MetricDictionary.everything[$0].name } }

  /// Where a metric stands among those that are kept; `nil` if it is not.
  func place(of metric: Int) -> Int? { places[metric] < 0 ? nil : places[metric] }
}

extension MetricSelection {
  /// Returns the first of some metrics, by their names, that is not kept.
  func missing(among names: [String]) -> String? {
    let kept = Set(kept.map { MetricDictionary.everything[$0].name })
    return names.first { !kept.contains($0) }
  }
}

extension Experiment {
  /// The metrics of its tables, on a screen, on a page and in Markdown: those that it names, or the
  /// usual ones.
  package var tableMetrics: [String] {
    let named = namedMetrics
    guard named.isEmpty else { return named }
    return ["double_fires", "dropped", "lateness_max", "animation_error_max", "hitch_ratio"]
      + (measuresTasks ? ["wait_max", "shown_max"] : [])
  }
}

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
