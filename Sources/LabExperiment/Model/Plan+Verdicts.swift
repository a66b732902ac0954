package import LabMetrics

extension Plan {
  /// Returns the value of a metric of a driver in a run of the plan; `nil` if it is undefined.
  package typealias MetricReading = (_ run: Int, _ driver: String, _ metric: String) -> MetricValue?

  /// Carries out all searches of the experiment, in the order of the script.
  ///
  /// - Parameters:
  ///   - jobs: How many runs are performed at a time, where a search needs runs of its own.
  ///   - metric: The values of the runs of the plan.
  /// - Returns: One finding for every search and every combination of the other sweeps' values.
  /// - Throws: ``ExperimentFailure`` if a run of a search could not be completed.
  package func findings(
    jobs: Int, metric: @escaping MetricReading
  ) throws(ExperimentFailure) -> [Finding] {
    try findings(metric: metric) { runs, plan, table throws(ExperimentFailure) in
      try Runner(jobs: jobs).measure(plan, at: runs, keeping: table.digest) {
        finished throws(ExperimentFailure) in table.append(try finished.get())
      }
    }
  }

  /// Carries out all searches; the caller performs their own runs, or recalls them.
  ///
  /// A search asks for its runs in an order that depends on their outcomes alone.
  ///
  /// - Parameters:
  ///   - metric: The values of the runs of the plan.
  ///   - perform: Performs runs of the plan of a value that is tried, by their positions, and
  ///     appends what they came to to a table, in this order.
  /// - Returns: One finding for every search and every combination of the other sweeps' values.
  /// - Throws: What `perform` throws.
  package func findings<Thrown: Error>(
    metric: @escaping MetricReading,
    performing perform:
      @escaping (_ runs: [Int], _ plan: Plan, _ table: ProbeTable) throws(Thrown)
      -> Void
  ) throws(Thrown) -> [Finding] {
    var findings: [Finding] = []
    for find in experiment.finds {
      findings += try Search(find: find, plan: self, metric: metric, perform: perform).findings()
    }
    return findings
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
