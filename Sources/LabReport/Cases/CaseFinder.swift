public import LabExperiment
public import LabMetrics

/// Finds the run of an experiment that is worth a look.
///
/// By default the first run that speaks against an expectation; else, among the sweep points, the one
/// at which the first two arms differ most.
public struct CaseFinder {
  /// A run, and why it is looked at.
  public struct Choice: Hashable, Sendable {
    /// The position of the run in the plan.
    public let run: Int
    /// The position of its arm.
    public let arm: Int
    /// What is wrong with it; `nil` for whatever is worst.
    public let problem: Problem?
    /// Why it was chosen, in words.
    public let reason: String

    /// Creates a choice.
    public init(run: Int, arm: Int, problem: Problem?, reason: String) {
      (self.run, self.arm, self.problem, self.reason) = (run, arm, problem, reason)
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

  /// Returns the runs worth a look, the worthiest first, each of another sweep point or replication.
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
      let metrics = Self.telling.first { !differences($0).isEmpty }
      choices += metrics.map(differences) ?? []
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

  /// The sweep points at which the first two arms differ in a metric, the greatest difference first.
  private func differences(_ metric: String) -> [Choice] {
    var found: [(run: Int, size: Double, words: String)] = []
    for group in stride(from: 0, to: limit, by: armCount) {
      let (first, second) = (group, group + min(1, armCount - 1))
      guard plan.performs(first), plan.performs(second), second < limit else { continue }
      for driver in plan.arm(of: first).drivers {
        guard let one = value(first, driver, metric) else { continue }
        let other = first == second ? .count(0) : value(second, driver, metric)
        guard let other, one.written != other.written else { continue }
        let worse = one.written > other.written ? first : second
        let words = first == second ? "\(one)" : "\(one) against \(other)"
        found.append((worse, (one.written - other.written).magnitude, words))
      }
    }
    return found.enumerated().sorted {
      ($1.element.size, $0.offset) < ($0.element.size, $1.offset)
    }.map { _, difference in
      Choice(
        run: difference.run, arm: difference.run % armCount, problem: Self.problem(of: metric),
        reason: "the greatest difference of \(metric), \(difference.words)")
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
  /// The value as files have it, in millionths, so that a result that is read again is no different.
  fileprivate var written: Double { (number * 1e6).rounded() }
}
