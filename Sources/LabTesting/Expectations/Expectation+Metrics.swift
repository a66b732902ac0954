import LabMetrics

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Expectation {
  /// A metric is below a time; its name is that of scripts, `lateness_max`, or of CSV files,
  /// `lateness_max_ms`.
  ///
  /// A name that no metric has, or a metric that is not a time, is a failure. `runlooplab explain`
  /// lists all metrics.
  public func metric(_ metric: String, isBelow limit: Duration) {
    check(metric, .time(limit), "<") { $0 < $1 }
  }

  /// A metric is at most a number in its own unit; see ``metric(_:isBelow:)`` for its name.
  public func metric(_ metric: String, isAtMost limit: Double) {
    check(metric, .number(limit), "<=") { $0 <= $1 }
  }

  /// A metric is at least a number in its own unit; see ``metric(_:isBelow:)`` for its name.
  public func metric(_ metric: String, isAtLeast limit: Double) {
    check(metric, .number(limit), ">=") { $0 >= $1 }
  }

  private func check(
    _ metricName: String, _ limit: MetricValue, _ sign: String, holds: (Double, Double) -> Bool
  ) {
    guard let metric = known(metricName) else { return }
    if case .time = limit, metric.unit != .milliseconds {
      return fail(
        "\(metric.column) is not a time",
        ["Write ‘metric(\"\(metric.name)\", isAtMost:)’ with a number"])
    }
    guard let metrics = metrics() else { return }
    guard let value = metric.value(metrics) else {
      return fail("\(metric.column) of ‘\(name)’ is undefined: \(metric.edgeCases)")
    }
    guard !holds(value.number, limit.number) else { return }
    fail(
      "\(metric.column) of ‘\(name)’ is \(value), not \(sign) \(limit)", ["\(metric.meaning)"],
      script:
        "\(metric.name) \(sign) \(limit)\(metric.unit.symbol.isEmpty ? "" : " ")\(metric.unit.symbol)"
    )
  }

  /// Returns a metric by its name or column; `nil`, after a failure was reported, if there is none.
  func known(_ name: String) -> Metric? {
    let metric = MetricDictionary.metric(name)
    if metric == nil { fail("there is no metric ‘\(name)’.\(MetricDictionary.remedy(for: name))") }
    return metric
  }
}
