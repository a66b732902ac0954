import LabLanguage
import LabMetrics

extension Metric {
  /// Finds a metric by its name, or by the name of its column in `runs.csv`.
  init(named name: String, at place: Place) throws(Mistake) {
    guard let known = MetricDictionary.metric(name) else {
      throw Mistake(
        place, "there is no metric '\(name)'.",
        hint: Hint { MetricDictionary.remedy(for: name) })
    }
    self = known
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
