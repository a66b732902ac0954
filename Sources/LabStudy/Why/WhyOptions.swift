import LabExperiment
package import LabMetrics
package import LabText

/// By what runs are judged, and with how much effort.
package struct WhyOptions: Hashable, Sendable {
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

  /// Creates what is judged by a symptom, or by what goes wrong where a metric is bad.
  ///
  /// - Parameters:
  ///   - driver: The driver, or a load; `nil` for the one that is worst off.
  ///   - name: The name of the symptom or metric; `nil` for the usual.
  ///   - isRanked: Whether changes or tasks are ranked by it, which a metric of tasks does not.
  ///   - budget: The most reruns for one arm at one sweep point.
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  /// - Throws: `UsageError` for any other name.
  package init(
    driver: String?, byName name: String?, isRanked: Bool, budget: Int, jobs: Int
  ) throws(UsageError) {
    guard let name else {
      self.init(driver: driver, budget: budget, jobs: jobs)
      return
    }
    guard TaskQuestion(name) == nil else {
      guard !isRanked else {
        throw UsageError(
          "'--by \(name)' is about tasks, of which '--all' and '--smallest' say nothing. Leave these"
            + " out.")
      }
      self.init(driver: driver, tasks: name, budget: budget, jobs: jobs)
      return
    }
    let isKnown = MetricDictionary.metric(named: name) != nil
    guard let metric = SavingMetric(rawValue: name) ?? (isKnown ? SavingMetric(near: name) : nil)
    else {
      throw UsageError(
        "'--by \(name)' is no metric that changes are ranked by. Write"
          + " \(Spelling.list(SavingMetric.allCases.map { $0.rawValue })).")
    }
    self.init(driver: driver, by: metric, budget: budget, jobs: jobs)
  }
}
