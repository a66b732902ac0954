/// What is asked about the tasks of a load: why a metric of them is so large.
package struct TaskQuestion: Hashable, Sendable {
  /// The load; `nil` for the one whose tasks are worst off, an input before others.
  package let load: String?
  /// The name of the metric.
  package let metric: String

  /// Asks about a metric of tasks, or about the longest of a quantity, such as `response`; `nil` if
  /// there is none of that name, or if more of it is not worse.
  package init?(_ name: String, of load: String? = nil) {
    let name = TaskQuantity(rawValue: name).map { "\($0.rawValue)_max" } ?? name
    guard let metric = MetricDictionary.metric(name), metric.isOfTasks,
      metric.name != "arrived_tasks"
    else { return nil }
    (self.load, self.metric) = (load, metric.name)
  }

  /// The quantity that it is about: the time from the arrival to the end unless its name says
  /// another one.
  package var quantity: TaskQuantity {
    TaskQuantity.allCases.first { metric.hasPrefix("\($0.rawValue)_") }
      ?? (metric.hasPrefix("waits") ? .wait : metric == "blocking_time" ? .work : .response)
  }

  /// The tasks of the load that is asked about; else of the one with the most of the metric, an
  /// input before others.
  ///
  /// - Parameters:
  ///   - loads: What was measured of the loads.
  ///   - inputs: The names of those whose tasks answer a user.
  /// - Returns: `nil` if there is no such load.
  package func tasks(of loads: [TaskMetrics], inputs: Set<String>) -> TaskMetrics? {
    if let load { return loads.first { $0.name == load } }
    let judged = loads.filter { inputs.isEmpty || inputs.contains($0.name) }
    return judged.enumerated().max {
      ($0.element[metric]?.number ?? -1, $1.offset) < ($1.element[metric]?.number ?? -1, $0.offset)
    }?.element
  }
}
