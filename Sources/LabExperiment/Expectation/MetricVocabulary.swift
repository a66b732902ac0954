import LabLanguage
import LabMetrics

/// The metrics that an expectation can name, and what they measure.
enum MetricVocabulary {
  /// Returns the name of a metric, and what it measures.
  static func check(
    _ metric: String, at place: Place
  ) throws(Mistake) -> (name: String, dimension: Dimension) {
    guard let known = self.metric(metric) else {
      throw Mistake(
        place, "there is no metric '\(metric)'.",
        hint: Hint { MetricDictionary.remedy(for: metric) })
    }
    return (known.name, known.unit.dimension)
  }

  /// Returns what a metric measures, or `nil` if there is no such metric.
  static func dimension(of metric: String) -> Dimension? {
    self.metric(metric)?.unit.dimension
  }

  /// Returns a metric by its name, or by the name of its column in `runs.csv`.
  static func metric(_ name: String) -> Metric? {
    MetricDictionary.metric(name)
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
    case .pointsPerSecond: .speed
    case .perSecond: .frequency
    }
  }
}
