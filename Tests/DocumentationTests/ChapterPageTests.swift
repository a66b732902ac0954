import Foundation
import LabExperiment
import LabMetrics
import TestSupport
import Testing

/// Each row of the tables of the page names an experiment, and points of its sweeps with numbers.
@Suite struct `The generated page of the chapter` {
  /// An experiment at a point of its sweeps, performed once for all rows that name it.
  private struct Case: Hashable {
    let experiment: String
    /// The values of sweeps that are chosen, in the words of the page.
    let point: String

    /// Performs the runs, which must be as the experiment expects.
    func runs() throws -> [RunResult] {
      let values = point.split(separator: ", ").map { text in
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        return (name: words[0], values: words[1])
      }
      let path = Checkout.experiment(experiment).path
      let plan = try Experiment(path: path, overriding: values).plan()
      var runs: [RunResult] = []
      try Runner(jobs: 2).perform(plan, keeping: RunResult.init) { runs.append(try $0.get()) }
      let verdicts = plan.verdicts { index, driver, metric in
        runs[index].value(of: metric, driver: driver)
      }
      for verdict in verdicts {
        #expect(verdict.outcome != .fails, "\(experiment): \(verdict.text)")
      }
      #expect(verdicts.contains { $0.outcome == .holds })
      return runs
    }
  }

  @Test func `has the numbers that its experiments measure`() throws {
    let path = "Sources/LabExperiment/LabExperiment.docc/Chapter.md"
    var known: [Case: [RunResult]] = [:]
    var count = 0
    let lines = try Page(path).text.components(separatedBy: "\n").map { line in
      var cells = line.components(separatedBy: " | ")
      guard line.contains(/^\| \d/), cells.count == 6 else { return line }
      let experiment = cells[4].replacing("`", with: "")
      cells[5] =
        try cells[5].dropLast(2).components(separatedBy: "; ").map { reading in
          let parts = reading.components(separatedBy: ": ")
          let point = parts.count == 2 ? parts[0] : ""
          let key = Case(experiment: experiment, point: point)
          let runs = try known[key] ?? key.runs()
          known[key] = runs
          let values = try reading.matches(of: /`([\w.-]+)`/).map { match in
            count += 1
            return "`\(match.1)` \(try Self.value(of: String(match.1), in: runs))"
          }
          return (point.isEmpty ? "" : "\(point): ") + values.joined(separator: ", ")
        }.joined(separator: "; ") + " |"
      return cells.joined(separator: " | ")
    }
    #expect(count > 100)
    try Page.expect(path, toBe: lines.joined(separator: "\n"))
  }

  /// Returns what an arm.driver.metric is, with its unit; of several replications the mean.
  private static func value(of name: String, in runs: [RunResult]) throws -> String {
    let path = name.split(separator: ".").map(String.init)
    let metric = try #require(MetricDictionary.metric(named: path[2]), "no metric \(path[2])")
    let values = runs.filter { $0.run.arm == path[0] }.compactMap {
      $0.value(of: path[2], driver: path[1])?.number
    }
    try #require(!values.isEmpty, "\(name) is undefined")
    let mean = values.reduce(0, +) / Double(values.count)
    let unit = metric.unit.suffix.dropFirst().replacing("_per_s", with: "/s").replacing(
      "pct", with: "%")
    return MetricValue.number((mean * 1000).rounded() / 1000).description
      + (unit.isEmpty ? "" : " \(unit)")
  }
}
