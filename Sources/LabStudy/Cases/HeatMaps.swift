import LabExperiment
import LabLanguage
import LabMetrics
package import LabPictures
package import LabResults

/// Makes heat maps of an experiment with two sweeps, one for each arm.
package struct HeatMaps {
  /// How many values a sweep has at most.
  private static let valueLimit = 40
  /// How many arms have a map.
  private static let armLimit = 4

  private let result: ExperimentResult

  /// Takes the values of a result.
  package init(_ result: ExperimentResult) {
    self.result = result
  }

  /// A map for each arm, of the first metric that is plotted or of which the script has an
  /// expectation; none unless there are two sweeps with at least two values.
  package var maps: [HeatMap] {
    let sweeps = result.experiment.sweeps.filter { $0.isIndependent }
    guard sweeps.count == 2,
      sweeps.allSatisfy({ (2...Self.valueLimit).contains($0.values.count) })
    else { return [] }
    let plot = result.experiment.plots.first.map { ($0.driver, $0.metric) }
    let judged = result.experiment.judgedMetrics.first.map { ($0.driver, $0.metric) }
    guard let (pattern, name) = plot ?? judged, let metric = MetricDictionary.metric(named: name)
    else { return [] }
    let plan = result.plan
    let failing = plan.failingPoints(
      of: result.verdicts, findings: result.findings, metric: result.table.value)
    let maps = result.experiment.arms.prefix(Self.armLimit).enumerated().compactMap {
      arm, value -> HeatMap? in
      guard let driver = value.drivers.first(where: { $0.matches(pattern) }) else { return nil }
      let unit = metric.unit.symbol.isEmpty ? "" : " in \(metric.unit.symbol)"
      var cells = sweeps[0].values.map { _ in sweeps[1].values.map { _ in HeatMap.Cell?.none } }
      for point in 0..<plan.pointCount {
        let choices = plan.label(of: plan.index(point: point, replication: 0, arm: arm)).point
        func position(_ sweep: Sweep) -> Int? {
          choices.first { $0.name == sweep.name }.flatMap { sweep.values.firstIndex(of: $0.value) }
        }
        guard let row = position(sweeps[0]), let column = position(sweeps[1]) else { continue }
        let mean = result.mean(
          of: name, driver: driver, in: RunGroup(plan: plan, point: point, armIndex: arm))
        cells[row][column] = HeatMap.Cell(value: mean, fails: failing.contains(point))
      }
      return HeatMap(
        title: "\(value.name).\(driver).\(name)\(unit)", row: sweeps[0].name,
        rows: sweeps[0].values, column: sweeps[1].name, columns: sweeps[1].values, cells: cells)
    }
    let ends = maps.compactMap { $0.range }
    guard let least = ends.map({ $0.lowerBound }).min(),
      let most = ends.map({ $0.upperBound }).max()
    else {
      return maps
    }
    return maps.map { map in
      var map = map
      map.shared = min(0, least)...max(0, most)
      return map
    }
  }
}

extension ExperimentResult {
  /// The mean of a metric over replications; `nil` if it is undefined in all of them.
  package func mean(of metric: String, driver: String, in group: RunGroup) -> Double? {
    SampleStatistics(table.numbers(of: metric, driver: driver, in: group)).mean
  }
}
