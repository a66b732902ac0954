public import LabMetrics

extension Plan {
  /// The run that is to be explained, and by what it is judged.
  public struct Trouble: Hashable, Sendable {
    /// The position of the run in the plan.
    public let run: Int
    /// The driver; `nil` for the one that is worst off.
    public let driver: String?
    /// What is to be explained; `nil` for dropped slots, or double fires without any.
    public let metric: SavingMetric?

    /// Asks about a run.
    public init(run: Int, driver: String? = nil, metric: SavingMetric? = nil) {
      self.run = run
      self.driver = driver
      self.metric = metric
    }
  }

  /// Returns the run of the first expectation that fails; without one the run that is worst off.
  ///
  /// The worst run has the most dropped slots, then the most double fires; the first of equals.
  ///
  /// - Parameters:
  ///   - verdicts: Those of ``verdicts(findings:metric:)``.
  ///   - metric: The values of the runs.
  /// - Returns: The run, and what is asked of it.
  public func trouble(verdicts: [Verdict], metric: MetricReading) -> Trouble {
    let failing = verdicts.lazy.enumerated().compactMap { self.trouble(ofExpectation: $0, $1) }
    if let first = failing.first { return first }
    var worst: (run: Int, dropped: Double, double: Double)?
    for run in indices where performs(run) && !isChanged(run) {
      for driver in arm(of: run).drivers {
        let dropped = metric(run, driver, "dropped")?.number ?? 0
        let double = metric(run, driver, "double_fires")?.number ?? 0
        if (dropped, double) > (worst?.dropped ?? -1, worst?.double ?? -1) {
          worst = (run, dropped, double)
        }
      }
    }
    return Trouble(run: worst?.run ?? 0)
  }

  /// Finds the run that speaks against an expectation.
  ///
  /// - Parameters:
  ///   - number: The position of the expectation among those that are judged.
  ///   - verdict: Its verdict.
  /// - Returns: The run, and what is asked of it; `nil` if none speaks against it.
  public func trouble(ofExpectation number: Int, _ verdict: Verdict) -> Trouble? {
    let expectations = experiment.expectations.filter(\.isJudged)
    guard let failure = verdict.failure, expectations.indices.contains(number) else { return nil }
    let measure = expectations[number].measures.first
    let match = expectations[number].matches.first { arm($0, of: measure, has: failure.run) }
    return Trouble(
      run: failure.run, driver: measure.flatMap { match?[$0.subject].name },
      metric: measure.flatMap { SavingMetric(near: $0.metric) })
  }

  /// Whether the driver of a measure belongs to the arm of a run.
  private func arm(_ match: [Subjects.Driver], of measure: Measure?, has run: Int) -> Bool {
    measure.map { experiment.arms[match[$0.subject].arm].name == arm(of: run).name } ?? false
  }
}

extension Explanation {
  /// Explains a run, alone, without its replications.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - driver: The driver; `nil` for the one that is worst off.
  ///   - metric: What is to be explained; `nil` for dropped slots, or double fires without any.
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  ///   - budget: How many runs are performed at most.
  /// - Throws: What ``WhatIfStudy`` throws.
  public init(
    of run: RunSpec, driver: String? = nil, by metric: SavingMetric? = nil, jobs: Int, budget: Int
  ) throws {
    let base = try WhatIf([run], driver: driver, jobs: jobs)
    self.init(try WhatIfStudy(base, by: metric, budget: budget))
  }
}
