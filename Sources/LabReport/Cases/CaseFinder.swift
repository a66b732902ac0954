public import LabExperiment
public import LabMetrics

/// Finds the run of an experiment that is worth a look.
///
/// By default the first run that speaks against an expectation; else, among the sweep points, the
/// one at which the first arm and the next that differs from it do so most.
public struct CaseFinder {
  /// A run, and why it is looked at.
  public struct Choice: Hashable, Sendable {
    /// The position of the run in the plan.
    public let run: Int
    /// The position of its arm.
    public let arm: Int
    /// What is wrong with it; `nil` for whatever is worst.
    public let problem: Problem?
    /// The position of the arm with which it is compared; `nil` for none.
    public let rival: Int?
    /// Why it was chosen, in words.
    public let reason: String

    /// Creates a choice.
    public init(run: Int, arm: Int, problem: Problem? = nil, rival: Int? = nil, reason: String) {
      (self.run, self.arm, self.problem) = (run, arm, problem)
      (self.rival, self.reason) = (rival, reason)
    }
  }

  /// The metrics by which arms are compared, the most telling first.
  private static let telling = ["hitch_ratio", "double_fires", "lateness_max"]

  private let plan: Plan
  private let verdicts: [Verdict]
  private let value: Plan.MetricReading
  private let limit: Int

  /// Looks at a result.
  ///
  /// - Parameters:
  ///   - plan: The runs.
  ///   - verdicts: Whether the expectations hold.
  ///   - limit: How many runs there are, from the first on; `nil` for all.
  ///   - value: Returns the value of a metric of a run.
  public init(
    _ plan: Plan, verdicts: [Verdict], limit: Int? = nil, value: @escaping Plan.MetricReading
  ) {
    self.plan = plan
    self.verdicts = verdicts
    self.limit = min(limit ?? plan.count, plan.count)
    self.value = value
  }

  /// Returns the runs worth a look, the worthiest first, each of another sweep point or
  /// replication.
  ///
  /// - Parameters:
  ///   - metric: The metric whose greatest value is looked for; `nil` for the default.
  ///   - count: How many runs at most.
  /// - Returns: At least one run, unless the plan performs none.
  public func choices(worst metric: String? = nil, count: Int = 1) -> [Choice] {
    var choices: [Choice] = []
    if let metric {
      choices = greatest(metric)
    } else {
      choices = verdicts.compactMap { verdict in
        verdict.failure.map { failure in
          Choice(
            run: failure.run, arm: failure.run % armCount, problem: nil,
            reason: "the first run that speaks against '\(verdict.text)'")
        }
      }
      choices += largestDifferences
    }
    var groups: Set<Int> = []
    let distinct = choices.filter { groups.insert($0.run / armCount).inserted }
    if distinct.isEmpty, let first = plan.indices.first(where: plan.performs) {
      return [
        Choice(run: first, arm: first % armCount, problem: nil, reason: "the first run")
      ]
    }
    return Array(distinct.prefix(count))
  }

  private var armCount: Int { plan.experiment.arms.count }

  /// The runs by the value of a metric, the greatest first.
  private func greatest(_ metric: String) -> [Choice] {
    var values: [(run: Int, driver: String, value: MetricValue)] = []
    for run in 0..<limit where plan.performs(run) {
      for driver in plan.arm(of: run).drivers {
        if let value = value(run, driver, metric) { values.append((run, driver, value)) }
      }
    }
    return values.enumerated().sorted {
      ($1.element.value.written, $0.offset) < ($0.element.value.written, $1.offset)
    }.map { _, found in
      Choice(
        run: found.run, arm: found.run % armCount, problem: Self.problem(of: metric),
        reason: "the greatest \(metric), \(found.value) of \(found.driver)")
    }
  }

  /// The sweep points by the difference of two arms in the first metric in which they differ
  /// anywhere; without a difference, by its value in the first arm.
  private var largestDifferences: [Choice] {
    for rival in Array(1..<max(1, armCount)) + [0] {
      for metric in Self.telling {
        let found = differences(metric, from: rival)
        if !found.isEmpty { return found }
      }
    }
    return []
  }

  /// The sweep points at which the first arm differs from another, or from nothing, in a metric;
  /// the greatest difference first.
  private func differences(_ metric: String, from rival: Int) -> [Choice] {
    var found: [(run: Int, size: Double, words: String)] = []
    for first in stride(from: 0, to: limit, by: armCount) {
      let second = first + rival
      guard plan.performs(first), plan.performs(second), second < limit else { continue }
      for driver in plan.arm(of: first).drivers {
        guard let one = value(first, driver, metric) else { continue }
        let other = rival == 0 ? .count(0) : value(second, driver, metric)
        guard let other, one.written != other.written else { continue }
        let worse = one.written > other.written ? first : second
        let words = rival == 0 ? "\(one)" : "\(one) against \(other)"
        found.append((worse, (one.written - other.written).magnitude, words))
      }
    }
    let name = rival == 0 ? metric : "difference of \(metric)"
    return found.enumerated().sorted {
      ($1.element.size, $0.offset) < ($0.element.size, $1.offset)
    }.map { _, difference in
      let arm = difference.run % armCount
      return Choice(
        run: difference.run, arm: arm, problem: Self.problem(of: metric),
        rival: rival == 0 ? nil : arm == 0 ? rival : 0,
        reason: "the greatest \(name), \(difference.words)")
    }
  }

  /// What goes wrong where a metric is great; `nil` if it tells no problem of its own.
  private static func problem(of metric: String) -> Problem? {
    let problems: [(String, Problem)] = [
      ("double_fires", .doubleFire), ("fires_per_refresh", .doubleFire),
      ("overwritten", .overwrittenUpdate), ("lateness", .lateFiring), ("dropped", .droppedSlot),
      ("hitch", .droppedSlot), ("late_", .lateFiring),
    ]
    return problems.first { metric.hasPrefix($0.0) }?.1
  }
}

extension MetricValue {
  /// The value as files have it, in millionths, so that a result that is read again is no
  /// different.
  fileprivate var written: Double { (number * 1e6).rounded() }
}
