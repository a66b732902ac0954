public import LabExperiment
public import LabResults

extension ExperimentResult {
  /// Says why the first expectation that fails does: what happened, why, and what helps.
  ///
  /// - Parameter jobs: How many runs are performed at a time; no result depends on it.
  /// - Returns: `nil` if no expectation fails, or what ``explanation(of:jobs:)`` returns.
  /// - Throws: What `WhatIfStudy` throws.
  public func explanation(jobs: Int) throws -> Explanation? {
    holds ? nil : try explanation(of: trouble, jobs: jobs)
  }

  /// Explains a run.
  ///
  /// Some reruns are made for it, 200 or about an hour of virtual time.
  ///
  /// - Parameters:
  ///   - trouble: The run, and by what it is judged.
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  /// - Returns: `nil` if the run is so long that an hour is too little.
  /// - Throws: What `WhatIfStudy` throws.
  public func explanation(of trouble: Plan.Trouble, jobs: Int) throws -> Explanation? {
    let run = plan[trouble.run]
    let budget = min(200, Int(.seconds(3600) / run.duration))
    guard budget >= 50 else { return nil }
    return try Explanation(
      of: run, driver: trouble.driver, by: trouble.metric, jobs: jobs, budget: budget)
  }
}
