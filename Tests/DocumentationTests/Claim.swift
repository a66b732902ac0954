import Foundation
import LabExperiment
import LabMetrics
import TestSupport
import Testing

/// Something that a text on animation says, and what the lab has to say to it.
struct Claim: Sendable {
  /// What has become of it.
  enum Ruling: String, Sendable {
    case holds
    /// True of one of two cases.
    case half = "half true"
    case wrong
    /// Described, and modelled as it is described.
    case model
  }

  /// Where a number is read.
  struct Reading: Sendable {
    /// The values of sweeps that are chosen.
    var point: [(name: String, values: String)] = []
    /// The metrics, as arm.driver.metric.
    let metrics: [String]
  }

  let number: Int
  let says: String
  let ruling: Ruling
  let because: String
  let experiment: String
  let readings: [Reading]

  init(
    _ number: Int, _ says: String, _ ruling: Ruling, _ because: String, by experiment: String,
    _ readings: Reading...
  ) {
    self.number = number
    self.says = says
    self.ruling = ruling
    self.because = because
    self.experiment = experiment
    self.readings = readings
  }

  /// A row of the chapter, with its numbers measured anew.
  func row() throws -> String {
    let numbers = try readings.map(numbers(of:))
    return "| \(number) | \(says) | **\(ruling.rawValue)** | \(because) | `\(experiment)` | "
      + numbers.joined(separator: "; ") + " |"
  }

  /// Performs the runs at a point, which must be as the experiment expects, and reads the metrics.
  ///
  /// Of several replications the mean is given.
  private func numbers(of reading: Reading) throws -> String {
    let path = Checkout.experiment(experiment).path
    let plan = try Experiment(path: path, overriding: reading.point).plan()
    var runs: [RunResult] = []
    try Runner(jobs: 2).perform(plan, keeping: RunResult.init) { runs.append(try $0.get()) }
    let verdicts = plan.verdicts { index, driver, metric in
      runs[index].value(of: metric, driver: driver)
    }
    for verdict in verdicts {
      #expect(verdict.outcome != .fails, "\(experiment): \(verdict.text)")
    }
    #expect(verdicts.contains { $0.outcome == .holds })
    let values = try reading.metrics.map { name in try value(of: name, in: runs) }
    let place = reading.point.map { "\($0.name) \($0.values)" }.joined(separator: ", ")
    return (place.isEmpty ? "" : "\(place): ") + values.joined(separator: ", ")
  }

  private func value(of name: String, in runs: [RunResult]) throws -> String {
    let path = name.split(separator: ".").map(String.init)
    let metric = try #require(MetricDictionary.metric(named: path[2]), "no metric \(path[2])")
    let values = runs.filter { $0.run.arm == path[0] }.compactMap {
      $0.value(of: path[2], driver: path[1])?.number
    }
    try #require(!values.isEmpty, "\(name) is undefined in \(experiment)")
    let mean = values.reduce(0, +) / Double(values.count)
    let text = MetricValue.number((mean * 1000).rounded() / 1000).description
    let unit = metric.unit.suffix.dropFirst().replacing("_per_s", with: "/s").replacing(
      "pct", with: "%")
    return "`\(name)` \(text)" + (unit.isEmpty ? "" : " \(unit)")
  }
}
