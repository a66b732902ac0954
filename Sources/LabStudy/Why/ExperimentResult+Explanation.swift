package import LabExperiment
package import LabResults

extension ExperimentResult {
  /// Says why the first expectation that fails does: what happened, why, and what helps.
  ///
  /// - Parameter jobs: How many runs are performed at a time; no result depends on it.
  /// - Returns: `nil` if no expectation fails, for runs on a host, or what
  ///   ``explanation(of:jobs:)`` returns.
  /// - Throws: What `WhatIfStudy` throws.
  package func explanation(jobs: Int) throws -> Explanation? {
    holds || !plan.recordings.isEmpty ? nil : try explanation(of: trouble, jobs: jobs)
  }

  /// Explains a run.
  ///
  /// Some reruns are made for it: about an hour of virtual time, and at least 50 of 200.
  ///
  /// - Parameters:
  ///   - trouble: The run, and by what it is judged.
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  /// - Returns: `nil` if 50 reruns take more than half a day of virtual time.
  /// - Throws: What `WhatIfStudy` throws.
  package func explanation(of trouble: Plan.Trouble, jobs: Int) throws -> Explanation? {
    let run = plan[trouble.run]
    guard run.duration * 50 <= .seconds(43_200) else { return nil }
    let budget = min(200, max(50, Int(.seconds(3600) / run.duration)))
    return try Explanation(
      of: run, driver: trouble.driver, by: trouble.metric, jobs: jobs, budget: budget)
  }
}
