import LabKernel
import LabMetrics

extension Expectation {
  /// In every refresh in which both fire, its first callback begins before that of another driver.
  public func fires(before other: Ticker) { fires(before: other.name) }

  /// In every refresh in which both fire, its first callback begins before that of a driver that is
  /// known by its name.
  public func fires(before other: String) {
    guard metrics() != nil else { return }
    guard measurement[driver: other]?.lateness != nil else {
      return fail("‘\(other)’ never fired, so ‘\(name)’ cannot be before it")
    }
    let vsyncs = measurement.refreshRows(of: name).map(\.vsync)
    let mine = firstFirings(vsyncs, firings)
    let its = firstFirings(vsyncs, measurement.firingRows(of: other))
    let both = mine.keys.filter { its[$0] != nil }.sorted()
    guard !both.isEmpty else {
      return fail("‘\(name)’ and ‘\(other)’ never fire in the same refresh")
    }
    let callouts = callouts(of: [name, other])
    let wrong = both.filter { refresh in
      guard let my = mine[refresh], let others = its[refresh] else { return false }
      if my.began != others.began { return my.began > others.began }
      return callouts[my.began] != name
    }
    guard let first = wrong.first, let my = mine[first], let others = its[first] else { return }
    fail(
      "‘\(name)’ fires after ‘\(other)’ in \(wrong.count) of \(both.count) refreshes",
      ["first: in refresh \(first), at \(my.began) and \(others.began)"], at: vsyncs[first])
  }

  /// A metric of the dictionary, by its name in scripts, is below a limit.
  ///
  /// - Precondition: There is such a metric, and it is a time; see `runlooplab explain`.
  public func metric(_ metric: String, isBelow limit: Duration) {
    judge(metric, .time(limit), "<") { $0 < $1 }
  }

  /// A metric of the dictionary, by its name in scripts, is at most a number in its own unit.
  ///
  /// - Precondition: There is such a metric; see `runlooplab explain`.
  public func metric(_ metric: String, isAtMost limit: Double) {
    judge(metric, .number(limit), "<=") { $0 <= $1 }
  }

  /// A metric of the dictionary, by its name in scripts, is at least a number in its own unit.
  ///
  /// - Precondition: There is such a metric; see `runlooplab explain`.
  public func metric(_ metric: String, isAtLeast limit: Double) {
    judge(metric, .number(limit), ">=") { $0 >= $1 }
  }

  private func judge(
    _ metricName: String, _ limit: MetricValue, _ sign: String, holds: (Double, Double) -> Bool
  ) {
    guard let metric = MetricDictionary.metric(named: metricName) else {
      preconditionFailure("there is no metric ‘\(metricName)’; see ‘runlooplab explain’")
    }
    guard let metrics = metrics() else { return }
    guard let value = metric.value(metrics) else {
      return fail("\(metricName) of ‘\(name)’ is undefined: \(metric.edgeCases)")
    }
    guard !holds(value.number, limit.number) else { return }
    fail(
      "\(metric.column) of ‘\(name)’ is \(value), not \(sign) \(limit)", ["\(metric.meaning)"],
      script: "\(metricName) \(sign) \(limit)\(unitText(of: metric))")
  }

  private func unitText(of metric: Metric) -> String {
    switch metric.unit {
    case .count, .refreshes: ""
    case .milliseconds: " ms"
    case .millisecondsPerSecond: " ms per s"
    case .perSecond: " Hz"
    case .percent: " %"
    case .partsPerMillion: " ppm"
    case .points: " pt"
    }
  }

  /// The first firing of every refresh in which there is one.
  private func firstFirings(_ vsyncs: [Instant], _ firings: [FiringRow]) -> [Int: FiringRow] {
    var first: [Int: FiringRow] = [:]
    var refresh = 0
    for firing in firings {
      while refresh + 1 < vsyncs.count, vsyncs[refresh + 1] <= firing.began { refresh += 1 }
      if first[refresh] == nil { first[refresh] = firing }
    }
    return first
  }

  /// Which of some drivers called out first at every instant at which one did.
  private func callouts(of drivers: [String]) -> [Instant: String] {
    let trace = lab.trace
    var first: [Instant: String] = [:]
    for record in trace.records where record.kind == .calloutBegan {
      let name = trace.names[Int(record.subject)]
      if first[record.time] == nil, drivers.contains(name) { first[record.time] = name }
    }
    return first
  }
}
