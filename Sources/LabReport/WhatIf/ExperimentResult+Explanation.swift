public import LabExperiment

extension ExperimentResult {
  /// Says why the first expectation that fails does: what happened, why, and what helps.
  ///
  /// - Parameter jobs: How many runs are performed at a time; no result depends on it.
  /// - Returns: `nil` if no expectation fails, or what ``worstExplanation(jobs:)`` returns.
  /// - Throws: What `WhatIfStudy` throws.
  public func explanation(jobs: Int) throws -> Explanation? {
    holds ? nil : try worstExplanation(jobs: jobs)
  }

  /// Explains the run of the first expectation that fails; without one the run that is worst off.
  ///
  /// Some reruns are made for it, 200 or about an hour of virtual time.
  ///
  /// - Parameter jobs: How many runs are performed at a time; no result depends on it.
  /// - Returns: `nil` if the runs are so long that an hour is too little.
  /// - Throws: What `WhatIfStudy` throws.
  public func worstExplanation(jobs: Int) throws -> Explanation? {
    let trouble = trouble
    let run = plan[trouble.run]
    let budget = min(200, Int(.seconds(3600) / run.duration))
    guard budget >= 50 else { return nil }
    return try Explanation(
      of: run, driver: trouble.driver, by: trouble.metric, jobs: jobs, budget: budget)
  }
}
