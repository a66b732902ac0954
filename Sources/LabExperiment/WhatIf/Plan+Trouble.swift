public import LabMetrics

extension Plan {
  /// The run that is to be explained, and by what it is judged.
  public struct Trouble: Hashable, Sendable {
    /// The position of the run in the plan.
    public let run: Int
    /// The driver; `nil` for the one that is worst off.
    public let driver: String?
    /// What is to be explained; `nil` for the worst of its symptoms.
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
  /// That is the worst run of the first arm whose greatest share of `Symptoms` is a tenth or more
  /// of the greatest of all arms: an arm that stands before others is what they are to cure.
  ///
  /// - Parameters:
  ///   - verdicts: Those of ``verdicts(findings:metric:)``.
  ///   - metric: The values of the runs.
  /// - Returns: The run, and what is asked of it.
  public func trouble(verdicts: [Verdict], metric: MetricReading) -> Trouble {
    let failing = verdicts.lazy.enumerated().compactMap { self.trouble(ofExpectation: $0, $1) }
    if let first = failing.first { return first }
    var worst: [String: (run: Int, share: Symptoms.Share)] = [:]
    for run in indices where performs(run) && !isChanged(run) {
      for driver in arm(of: run).drivers {
        let symptoms = Symptoms { metric(run, driver, $0) }
        guard let share = symptoms.worst else { continue }
        let arm = arm(of: run).name
        if worst[arm].map({ $0.share < share }) ?? true { worst[arm] = (run, share) }
      }
    }
    let first = experiment.arms.lazy.compactMap { worst[$0.name] }.first { arm in
      worst.values.allSatisfy { arm.share.isAtLeast(1, of: 10, $0.share) }
    }
    return Trouble(run: first?.run ?? indices.first { performs($0) && !isChanged($0) } ?? 0)
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
  ///   - metric: What is to be explained; `nil` for the worst of its symptoms.
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
