package import LabMetrics

/// By what runs are judged, and with how much effort.
package struct Judged: Hashable, Sendable {
  /// The driver, or a load; `nil` for the one that is worst off.
  package let driver: String?
  /// The metric; `nil` for the usual.
  package let metric: SavingMetric?
  /// The name of a metric of tasks, instead; `nil` for none.
  package let tasks: String?
  /// The most reruns for one arm at one sweep point.
  package let budget: Int
  /// How many runs are performed at a time; no result depends on it.
  package let jobs: Int

  /// Creates what is judged.
  package init(
    driver: String? = nil, by metric: SavingMetric? = nil, tasks: String? = nil,
    budget: Int = 5000, jobs: Int = 1
  ) {
    (self.driver, self.metric, self.tasks) = (driver, metric, tasks)
    (self.budget, self.jobs) = (budget, jobs)
  }
}
