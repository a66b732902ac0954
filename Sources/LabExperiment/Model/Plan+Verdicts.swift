package import LabMetrics

extension Plan {
  /// Returns the value of a metric of a driver in a run of the plan; `nil` if it is undefined.
  package typealias MetricReading = (_ run: Int, _ driver: String, _ metric: String) -> MetricValue?

  /// Carries out all searches of the experiment, in the order of the script.
  ///
  /// - Parameters:
  ///   - jobs: How many runs are performed at a time, where a search needs runs of its own.
  ///   - memory: Where the runs of searches are kept; `nil` if they are not.
  ///   - metric: The values of the runs of the plan.
  /// - Returns: One finding for every search and every combination of the other sweeps' values.
  /// - Throws: ``Runner/Failure`` or ``ConservationError`` if a run of a search could not be
  ///   completed.
  package func findings(
    jobs: Int, memory: (any SearchMemory)? = nil, metric: @escaping MetricReading
  ) throws -> [Finding] {
    try experiment.finds.flatMap {
      try Search(find: $0, plan: self, jobs: jobs, metric: metric, memory: memory).findings()
    }
  }

  /// Judges all expectations of the experiment, in the order of the script.
  package func verdicts(
    findings: [Finding] = [], metric: @escaping MetricReading
  ) -> [Verdict] {
    experiment.expectations.filter({ $0.isJudged }).map {
      Judge($0, plan: self, findings: findings, metric: metric).verdict()
    }
  }
}
