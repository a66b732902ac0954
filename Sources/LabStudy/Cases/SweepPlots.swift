import LabExperiment
import LabLanguage
import LabMetrics
package import LabPictures
package import LabResults
import LabText

/// Makes the plots of an experiment from the values of its runs.
package struct SweepPlots {
  /// How many plots are made of one ‘plot’ statement at most: one for each combination of the other
  /// sweeps' values.
  static let placeLimit = 6
  /// How many plots are chosen of an experiment that asks for none.
  private static let choiceLimit = 3

  private let result: ExperimentResult

  /// Takes the values of a result.
  package init(_ result: ExperimentResult) {
    self.result = result
  }

  /// The plots that the script asks for, or else some of the metrics of which it has expectations.
  ///
  /// Where arms met the same draws in several replications, their differences follow.
  package var plots: [SweepPlot] { statements.flatMap(plots) }

  /// How many plots the statements ask for beyond those that are made.
  package var leftOut: Int {
    statements.reduce(0) { $0 + max(0, layouts(of: $1).count - Self.placeLimit) }
  }

  private var plan: Plan { result.plan }

  private var statements: [Plot] {
    let asked = result.experiment.plots
    guard asked.isEmpty else { return asked }
    let sweep = result.experiment.sweeps.first { $0.isIndependent && $0.values.count > 2 }
    guard let sweep else { return [] }
    let answer = result.plan.answer(result.verdicts).map {
      [(driver: $0.driver, metric: $0.metric)]
    }
    let all = (answer ?? []) + result.experiment.judgedMetrics
    let chosen = all.enumerated().filter { place, one in
      !all.prefix(place).contains { $0.driver == one.driver && $0.metric == one.metric }
    }.map { $0.element }
    return chosen.prefix(Self.choiceLimit).map {
      Plot(driver: $0.driver, metric: $0.metric, sweep: sweep.name, series: nil)
    }
  }

  // MARK: The points of a plot

  /// What a point of the plan is in a plot: where it is drawn, and in which plot.
  private struct Place: Hashable {
    let x: String
    let series: String?
    let rest: [String]
  }

  /// The points of one plot.
  private struct Layout {
    let plot: Plot
    let rest: [String]
    /// The values on the axis, in the order of the plan.
    private(set) var values: [String] = []
    private(set) var lines: [String?] = []
    private var positions: [String: Int] = [:]
    private var members: [Int: Place] = [:]
    private var points: [Int] = []

    init(_ plot: Plot, _ rest: [String]) { (self.plot, self.rest) = (plot, rest) }

    mutating func append(_ point: Int, _ place: Place) {
      points.append(point)
      members[point] = place
      if !lines.contains(place.series) { lines.append(place.series) }
      guard positions[place.x] == nil else { return }
      positions[place.x] = values.count
      values.append(place.x)
    }

    func points(of line: String?) -> [Int] { points.filter { members[$0]?.series == line } }

    /// Where a point is on the axis; `nil` for one of another line or plot.
    func position(_ point: Int, of line: String?) -> Int? {
      guard let place = members[point], place.series == line else { return nil }
      return positions[place.x]
    }
  }

  private func place(_ point: Int, _ plot: Plot) -> Place {
    let sweeps = result.experiment.sweeps
    var place = (x: "", series: String?.none, rest: [String]())
    for (sweep, value) in zip(sweeps, plan.values(at: point)) {
      if sweep.name == plot.sweep {
        place.x = value
      } else if sweep.name == plot.series {
        place.series = value
      } else if sweep.isIndependent {
        place.rest.append("\(sweep.name) = \(value)")
      }
    }
    return Place(x: place.x, series: place.series, rest: place.rest)
  }

  /// One layout for each combination of the values of all other sweeps, in the order of the plan.
  private func layouts(of plot: Plot) -> [Layout] {
    var layouts: [Layout] = []
    var known: [[String]: Int] = [:]
    for point in 0..<plan.pointCount {
      let place = place(point, plot)
      let index = known[place.rest] ?? layouts.count
      if index == layouts.count { layouts.append(Layout(plot, place.rest)) }
      known[place.rest] = index
      layouts[index].append(point, place)
    }
    return layouts
  }

  private func plots(_ plot: Plot) -> [SweepPlot] {
    let all = drivers(matching: plot.driver)
    // An arm has one colour: lines of several values stand in a picture for each arm.
    let groups = plot.series == nil ? [all] : all.map { [$0] }
    var plots = layouts(of: plot).prefix(Self.placeLimit).flatMap { layout in
      groups.flatMap { [picture(layout, $0), difference(layout, $0)].compactMap { $0 } }
    }
    for isDifference in [false, true] {
      let ranges = plots.filter { $0.isDifference == isDifference }.compactMap { $0.range }
      guard let low = ranges.map({ $0.lowerBound }).min(),
        let high = ranges.map({ $0.upperBound }).max()
      else { continue }
      for index in plots.indices where plots[index].isDifference == isDifference {
        plots[index].scale = low...high
      }
    }
    return plots
  }

  /// Of which part of the experiment a picture is: the values of other sweeps, and its arm.
  private func place(_ layout: Layout, _ drivers: [(arm: Int, driver: String)]) -> String {
    let arms = result.experiment.arms
    let arm = layout.plot.series == nil || arms.count == 1 ? [] : [arms[drivers[0].arm].name]
    return (arm + layout.rest).joined(separator: ", ")
  }

  private func picture(
    _ layout: Layout, _ drivers: [(arm: Int, driver: String)]
  ) -> SweepPlot? {
    let plot = layout.plot
    guard let metric = MetricDictionary.metric(named: plot.metric) else { return nil }
    let bounds = plan.bounds(of: plot.metric)
    var series: [SweepPlot.Series] = []
    for (arm, driver) in drivers {
      for line in layout.lines {
        series.append(
          SweepPlot.Series(
            label: label(arm, driver, line, plot), arm: arm, number: series.count,
            points: layout.points(of: line).map { measured($0, line, layout, arm, driver) },
            theory: theory(layout, line, arm, driver),
            bounds: bounded(
              bounds.filter { $0.arm == arm && $0.driver == driver }, layout, line)))
      }
    }
    return SweepPlot(
      metric: plot.metric, unit: metric.unit.symbol, place: place(layout, drivers),
      axis: axis(of: plot.sweep, layout.values),
      series: series.filter { !$0.points.allSatisfy { $0.values.isEmpty } })
  }

  /// What each arm has more than its baseline, replication by replication, as `summary.csv` says
  /// it.
  private func difference(
    _ layout: Layout, _ drivers: [(arm: Int, driver: String)]
  ) -> SweepPlot? {
    let plot = layout.plot
    guard plan.replications > 1, let metric = MetricDictionary.metric(named: plot.metric) else {
      return nil
    }
    var series: [SweepPlot.Series] = []
    for (place, (arm, driver)) in drivers.enumerated() {
      let group = RunGroup(plan: plan, point: 0, armIndex: arm)
      guard let baseline = group.baseline(driver: driver)?.group.armIndex else { continue }
      for (number, line) in layout.lines.enumerated() {
        let points = layout.points(of: line).map { point in
          let values = [arm, baseline].map { arm in
            RunGroup(plan: plan, point: point, armIndex: arm).runs.map {
              result.table.value(run: $0, driver: driver, metric: plot.metric)?.number
            }
          }
          let sample = PairedStatistics(zip(values[0], values[1])).differences
          return SweepPlot.Point(
            position: layout.position(point, of: line) ?? 0, values: sample.sorted,
            mean: sample.mean, interval: sample.interval)
        }
        let name = result.experiment.arms[baseline].name
        series.append(
          SweepPlot.Series(
            label: label(arm, driver, line, plot) + " − \(name)", arm: arm,
            number: place * layout.lines.count + number, points: points))
      }
    }
    series.removeAll { $0.points.allSatisfy { $0.values.isEmpty } }
    guard !series.isEmpty else { return nil }
    return SweepPlot(
      metric: plot.metric, unit: metric.unit.symbol, place: place(layout, drivers),
      axis: axis(of: plot.sweep, layout.values), series: series, isDifference: true)
  }

  private func axis(of sweep: String, _ values: [String]) -> SweepPlot.Axis {
    let all = result.experiment.sweeps.first { $0.name == sweep }?.values ?? []
    let numbers = result.experiment.numbers(ofSweep: sweep)
    let positions = values.compactMap(all.firstIndex)
    return SweepPlot.Axis(
      name: sweep, values: values,
      numbers: positions.count == values.count
        ? numbers.map { numbers in positions.map { numbers.values[$0] } } : nil,
      unit: numbers?.unit ?? "")
  }

  private func drivers(matching pattern: String) -> [(arm: Int, driver: String)] {
    result.experiment.arms.enumerated().flatMap { arm, value in
      value.drivers.filter { $0.matches(pattern) }.map { (arm, $0) }
    }
  }

  private func label(_ arm: Int, _ driver: String, _ line: String?, _ plot: Plot) -> String {
    let arms = result.experiment.arms
    let names = drivers(matching: plot.driver).count > arms.count ? ".\(driver)" : ""
    let words = arms[arm].name + names
    guard let line, let series = plot.series else { return words }
    return "\(series) = \(line)" + names
  }

  private func measured(
    _ point: Int, _ line: String?, _ layout: Layout, _ arm: Int, _ driver: String
  ) -> SweepPlot.Point {
    let numbers = result.table.numbers(
      of: layout.plot.metric, driver: driver,
      in: RunGroup(plan: plan, point: point, armIndex: arm))
    let sample = SampleStatistics(numbers)
    return SweepPlot.Point(
      position: layout.position(point, of: line) ?? 0, values: numbers, mean: sample.mean,
      interval: sample.interval)
  }

  private func theory(
    _ layout: Layout, _ line: String?, _ arm: Int, _ driver: String
  ) -> [Int: Double] {
    let subject = "\(result.experiment.arms[arm].name).\(driver)"
    let predictions = result.predictions.filter {
      $0.metric == layout.plot.metric && $0.subject == subject
    }
    guard !predictions.isEmpty else { return [:] }
    let values = Dictionary(keepingFirst: predictions.map { ($0.point, $0.predicted) })
    var theory: [Int: Double] = [:]
    for point in layout.points(of: line) {
      let choices = plan.label(of: plan.index(point: point, replication: 0, arm: arm)).point
      guard let position = layout.position(point, of: line), let value = values[choices] else {
        continue
      }
      theory[position] = value
    }
    return theory
  }

  /// The bounds of one driver, expectation by expectation.
  private func bounded(_ bounds: [Bound], _ layout: Layout, _ line: String?) -> [[Int: Double]] {
    var texts: [String] = []
    var lines: [[Int: Double]] = []
    for bound in bounds {
      guard let position = layout.position(bound.point, of: line) else { continue }
      let index = texts.firstIndex(of: bound.text) ?? texts.count
      if index == texts.count {
        texts.append(bound.text)
        lines.append([:])
      }
      lines[index][position] = bound.value
    }
    return lines
  }
}

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
