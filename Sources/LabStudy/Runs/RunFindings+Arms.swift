import LabAnswer
import LabExperiment
import LabMetrics
import LabResults

extension RunFindings {
  private static let columns = ["dropped", "double_fires"].compactMap(RunColumn.init)
  /// How many arms are compared.
  private static let armLimit = 12

  /// How the drops and double fires of the arms differ from those of the first: a line for each
  /// that does, ‘dropped 48 → 7’, below one that says what is compared with what.
  var armDifferences: [Answer.Part] {
    let arms = result.experiment.arms
    let differences = arms.indices.dropFirst().prefix(Self.armLimit).flatMap { arm in
      arms[arm].drivers.indices.compactMap { driver in words(arm: arm, driver: driver) }
    }
    guard !differences.isEmpty else { return [] }
    let points = result.plan.pointCount
    let scope = points == 1 ? "" : ", all \(points) sweep points together"
    let mean = result.plan.replications == 1 ? "" : ", mean of a replication ± 95 % interval"
    let rest = arms.count - 1 - Self.armLimit
    let more = rest > 0 ? ["… and \(rest) arms more"] : []
    return [
      .sentences(["Drops and double fires against \(arms[0].name)\(scope)\(mean):"]),
      .list((differences + more).map { Answer.Sentence($0) }),
    ]
  }

  private func words(arm: Int, driver: Int) -> String? {
    let arms = result.experiment.arms
    let name = arms[arm].drivers[driver]
    guard let base = arms[0].drivers.firstIndex(of: name) else { return nil }
    let parts = Self.columns.compactMap { column -> String? in
      let pairs = sums(column, (arm, driver), (0, base))
      guard !pairs.isEmpty else { return nil }
      let change = SampleStatistics(pairs.map { $0.0 - $0.1 })
      let before = SampleStatistics(pairs.map { $0.1 })
      guard let mean = change.mean, let old = before.mean, mean != 0 else { return nil }
      let half = change.halfWidth ?? 0
      let ends = [old, old + mean].map { ReportNumber.text($0, .count) }
      return "\(column.words) \(ends[0]) → \(ends[1])"
        + (half > 0 ? " (±\(ReportNumber.fixed(half, decimals: 1)))" : "")
        + (mean.magnitude > half ? "" : " (not significant)")
    }
    guard !parts.isEmpty else { return nil }
    let label = arms[arm].name + (arms[arm].drivers.count > 1 ? ".\(name)" : "")
    return "\(label): \(parts.joined(separator: ", "))"
  }

  /// The sums over all sweep points of each replication, of an arm and of the first one.
  private func sums(
    _ column: RunColumn, _ arm: (index: Int, driver: Int), _ base: (index: Int, driver: Int)
  ) -> [(Double, Double)] {
    let plan = result.plan
    let count = (0..<plan.pointCount).map(plan.replications).min() ?? 0
    var sums: [(Double, Double)?] = Array(repeating: (0, 0), count: count)
    func value(_ arm: (index: Int, driver: Int), _ point: Int, _ replication: Int) -> Double? {
      let run = plan.index(point: point, replication: replication, arm: arm.index)
      return result.table.record(of: run)?.value(driver: arm.driver, metric: column.position)?
        .number
    }
    // In the order of the plan, in which records stand one behind the other.
    for point in 0..<plan.pointCount {
      for replication in 0..<count {
        guard let sum = sums[replication] else { continue }
        let pair = (value(arm, point, replication), value(base, point, replication))
        sums[replication] =
          if case (let one?, let other?) = pair { (sum.0 + one, sum.1 + other) } else { nil }
      }
    }
    return sums.compactMap { $0 }
  }
}
