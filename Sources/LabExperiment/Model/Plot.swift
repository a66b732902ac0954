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
