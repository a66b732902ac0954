import LabAnswer
import LabExperiment
import LabMetrics
import LabResults

extension RunFindings {
  /// How many runs are named.
  private static let outlierLimit = 3
  /// How many groups of replications are looked at.
  private static let groupLimit = 10_000

  /// What of a run is farthest from the others.
  private struct Outlying {
    let run: Int
    let driver: String
    let column: RunColumn
    let outlier: Outliers.Outlier
    let median: Double
    let count: Int
  }

  /// A sentence for each of the runs whose values are farthest from those of the other
  /// replications, with the command that shows it.
  func outliers(_ columns: [RunColumn]) -> [Answer.Part] {
    guard result.plan.replications >= Outliers.leastCount else { return [] }
    let findings = farthest(columns)
    let rest = findings.count - Self.outlierLimit
    return findings.prefix(Self.outlierLimit).flatMap(words)
      + (rest > 0 ? [.sentences(["… and \(rest) more runs with an outlier"])] : [])
  }

  private func words(_ finding: Outlying) -> [Answer.Part] {
    let label = result.plan.label(of: finding.run)
    let place = label.place.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
    let unit = finding.column.metric.unit
    func text(_ number: Double) -> String { ReportNumber.quantity(number, unit) }
    let sentence =
      "Outlier: run \(finding.run) (seed \(label.seed)\(place.isEmpty ? "" : ", " + place)) has"
      + " \(label.arm).\(finding.driver).\(finding.column.metric.name) \(text(finding.outlier.value)),"
      + " the median of \(finding.count) runs is \(text(finding.median))."
    return [
      .sentences([Answer.Sentence(sentence)]),
      .command(result.plan.commandLine("show", run: finding.run)),
    ]
  }

  /// The farthest value of every run that has an outlier, the farthest run first.
  private func farthest(_ columns: [RunColumn]) -> [Outlying] {
    var farthest: [Int: Outlying] = [:]
    for group in result.plan.groups.prefix(Self.groupLimit) {
      let runs = group.runs.filter(result.table.contains)
      guard runs.count >= Outliers.leastCount else { continue }
      for (index, driver) in group.arm.drivers.enumerated() {
        for column in columns {
          let values = runs.compactMap { run in
            result.table.record(of: run)?.value(driver: index, metric: column.position)
              .map { (run, $0.number) }
          }
          let outliers = Outliers(values.map { $0.1 })
          for outlier in outliers.all {
            let run = values[outlier.position].0
            guard outlier.distance > farthest[run]?.outlier.distance ?? 0 else { continue }
            farthest[run] = Outlying(
              run: run, driver: driver, column: column, outlier: outlier,
              median: outliers.median ?? 0, count: values.count)
          }
        }
      }
    }
    return farthest.values.sorted {
      ($1.outlier.distance, $0.run) < ($0.outlier.distance, $1.run)
    }
  }
}
