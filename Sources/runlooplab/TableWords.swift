import LabMetrics

/// The words over the columns of tables.
enum TableWords {
  /// Words that stand for a metric with a longer name.
  private static let short = [
    "late_p99": "lateness_p99", "missed_dates": "missed",
    "wrong": "wrong_picture",
  ]
  private static let units = Set(MetricUnit.allCases.map { $0.symbol.lowercased() })

  /// Returns the metric of which a table prints a word, perhaps with its unit, or the name itself.
  static func metric(_ name: String) -> String {
    var words = name.lowercased().split(whereSeparator: { $0 == " " || $0 == "_" }).map(String.init)
    if let metric = short[words.joined(separator: "_")] { return metric }
    guard name.contains(" ") else { return name }
    if words.count > 1, units.contains(words.last ?? "") { words.removeLast() }
    let metric = words.joined(separator: "_")
    return short[metric] ?? metric
  }
}
