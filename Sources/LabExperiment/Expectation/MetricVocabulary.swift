import LabMetrics

/// The metrics that an expectation can name, and what they measure.
enum MetricVocabulary {
  /// The names of all metrics, in the order of reports.
  static let names = MetricDictionary.all.map(\.name)

  /// Returns what a metric measures.
  @discardableResult
  static func check(_ metric: String, at place: Place) throws(Mistake) -> Dimension {
    guard let dimension = dimension(of: metric) else {
      throw Mistake(
        place, "there is no metric '\(metric)'." + Spelling.hint(for: metric, among: names))
    }
    return dimension
  }

  /// Returns what a metric measures, or `nil` if there is no such metric.
  static func dimension(of metric: String) -> Dimension? {
    MetricDictionary.metric(named: metric)?.unit.dimension
  }
}

extension MetricUnit {
  /// What values of the unit can be compared with.
  var dimension: Dimension {
    switch self {
    case .count, .refreshes: .number
    case .milliseconds: .time
    case .millisecondsPerSecond: .millisecondsPerSecond
    case .percent: .percent
    case .partsPerMillion: .partsPerMillion
    case .points: .length
    case .perSecond: .frequency
    }
  }
}
