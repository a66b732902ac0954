import LabLanguage
import LabMetrics

/// A picture that the script asks for: a metric over the values of a sweep.
package struct Plot: Hashable, Sendable {
  /// Whose metric, by the name of the timers or links; `*` stands for any letters.
  package let driver: String
  /// The metric on the vertical axis.
  package let metric: String
  /// The sweep on the horizontal axis.
  package let sweep: String
  /// The sweep of which every value has a line of its own; `nil` for the arms.
  package let series: String?

  /// Creates a plot of a metric that the experiment has.
  package init(driver: String, metric: String, sweep: String, series: String?) {
    (self.driver, self.metric, self.sweep, self.series) = (driver, metric, sweep, series)
  }
}

extension Plot {
  /// Reads `plot ball.lateness_p99 over block by arm`.
  init(_ statement: Statement, drivers table: DriverTable, sweeps: SweepTable) throws(Mistake) {
    let subject = statement.head[0]
    let path = subject.text.split(separator: ".", omittingEmptySubsequences: false)
      .map(String.init)
    guard path.count == 2, statement.head.count == 1 else {
      throw Mistake(
        subject.place,
        "'\(statement.head.spelling)' is not what a plot shows. Write driver.metric, for example"
          + " 'ball.lateness_p99'.")
    }
    let names = table.drivers
    let metric = try Metric(named: path[1], at: subject.place(after: "\(path[0])."))
    let pattern = Subjects.Pattern(arm: "*", driver: path[0], isLoad: metric.isOfTasks)
    guard !table.drivers(matching: pattern).isEmpty else {
      throw Mistake(
        subject.place, "no arm has a \(metric.isOfTasks ? "load" : "driver") '\(path[0])'.",
        isAboutName: true, hint: Hint(path[0]) { names.map { $0.name } })
    }
    driver = path[0]
    self.metric = metric.name
    let bound = ResolvedStatement(statement)
    sweep = try bound.required("over", .name)
    let line = try bound.value("by", .name)
    series = line == "arm" ? nil : line
    for (clause, name) in [("over", sweep), ("by", series)] {
      guard let name, sweeps[name] == nil else { continue }
      throw Mistake(
        statement[clause]?.first?.place, "there is no sweep '\(name)'.", isAboutName: true,
        hint: Hint(name) { sweeps.map { $0.name } + (clause == "by" ? ["arm"] : []) })
    }
  }
}

/// What an expectation demands of a metric of one driver at one sweep point.
package struct Bound: Hashable, Sendable {
  /// The expectation as it is written.
  package let text: String
  /// The position of the arm.
  package let arm: Int
  /// The name of the driver.
  package let driver: String
  /// The number of the sweep point.
  package let point: Int
  /// The most or the least that is allowed, in the unit of reports.
  package let value: Double
}

extension Experiment {
  /// Returns the values of a sweep in the unit of reports; `nil` unless they are quantities of one
  /// kind.
  package func numbers(ofSweep name: String) -> (values: [Double], unit: String)? {
    guard let sweep = sweeps.first(where: { $0.name == name }), let quantities = sweep.quantities,
      let dimension = quantities.first?.dimension
    else { return nil }
    return (quantities.map { $0.value.approximate / dimension.reportScale }, dimension.symbol)
  }

  /// The metrics of which expectations speak, each with its drivers, in the order of the script.
  package var judgedMetrics: [(driver: String, metric: String)] {
    var known: [(driver: String, metric: String)] = []
    for expectation in expectations {
      guard let match = expectation.matches.first else { continue }
      for measure in expectation.measures {
        let driver = match[measure.subject].name
        if !known.contains(where: { $0.driver == driver && $0.metric == measure.metric }) {
          known.append((driver, measure.metric))
        }
      }
    }
    return known
  }
}

extension Plan {
  /// Returns what expectations of the form ‘metric < value’ demand of a metric, point by point.
  ///
  /// The value may depend on sweeps, but not on what was measured.
  package func bounds(of metric: String) -> [Bound] {
    experiment.expectations.flatMap { expectation -> [Bound] in
      guard case .relation(.measure(let index), let relation, let limit) = expectation.claim,
        expectation.measures[index].metric == metric, relation != .equal, relation != .unequal
      else { return [] }
      let measure = expectation.measures[index]
      let scale = measure.dimension.reportScale
      return (0..<pointCount).flatMap { point -> [Bound] in
        let choice = experiment.grid[point]
        guard expectation.admits(choice), let value = limit.value(at: choice, { _ in nil }) else {
          return []
        }
        return expectation.matches.map { match in
          let driver = match[measure.subject]
          return Bound(
            text: expectation.text, arm: driver.arm, driver: driver.name, point: point,
            value: value / scale)
        }
      }
    }
  }
}

extension Plan {
  /// Returns the numbers of the sweep points at which an expectation fails.
  package func failingPoints(
    of verdicts: [Verdict], findings: [Finding], metric: @escaping MetricReading
  ) -> Set<Int> {
    var failing: Set<Int> = []
    for (expectation, verdict) in zip(experiment.judgedExpectations, verdicts)
    where verdict.outcome == .fails {
      let judge = Judge(expectation, plan: self, findings: findings, metric: metric)
      for point in 0..<pointCount where judge.verdict(at: [point]).outcome == .fails {
        failing.insert(point)
      }
    }
    return failing
  }
}
