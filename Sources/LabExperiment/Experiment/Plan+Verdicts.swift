public import LabMetrics

extension Plan {
  /// Returns the value of a metric of a driver in a run of the plan; `nil` if it is undefined.
  public typealias MetricReading = (_ run: Int, _ driver: String, _ metric: String) -> MetricValue?

  /// Judges all expectations of the experiment, in the order of the script.
  public func verdicts(metric: @escaping MetricReading) -> [Verdict] {
    experiment.expectations.filter(\.isJudged).map {
      Judge($0, plan: self, metric: metric).verdict()
    }
  }
}
