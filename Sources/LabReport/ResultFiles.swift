import LabExperiment
import LabMetrics

/// The CSV files of a result, one function a file.
///
/// Column names never change their meaning: a new meaning is a new name, and ``schemaVersion`` rises.
enum ResultFiles {
  /// The version of the columns of all files.
  static let schemaVersion = 1

  /// The file that every result has, and by which it is known for one.
  static let manifestName = "manifest.json"

  /// One row per run and driver: what was chosen, then every metric.
  static func runs(of result: ExperimentResult) -> CSVWriter {
    let metrics = MetricDictionary.all
    let sweeps = result.experiment.sweeps.map(\.name)
    var csv = CSVWriter(
      header: ["experiment", "run", "replication", "seed", "arm", "driver"] + sweeps
        + ["fingerprint"] + metrics.map(\.column))
    for run in result.runs {
      for driver in run.drivers {
        csv.field(result.name)
        csv.field(run.run.index)
        csv.field(run.run.replication)
        csv.field(String(run.run.seed))
        csv.field(run.run.arm)
        csv.field(driver.name)
        for choice in run.run.point { csv.field(choice.value) }
        csv.field(hexadecimal(run.fingerprint))
        for metric in metrics { csv.field(metric.value(driver)?.description ?? "") }
        csv.endRow()
      }
    }
    return csv
  }

  /// One row per sweep point, arm, driver and metric: statistics over the replications.
  static func summary(of result: ExperimentResult) -> CSVWriter {
    let sweeps = result.experiment.sweeps.map(\.name)
    var csv = CSVWriter(
      header: ["experiment", "arm", "driver"] + sweeps
        + [
          "metric", "n", "mean", "sd", "ci95_low", "ci95_high", "min", "median", "p90", "p99",
          "max",
        ])
    for group in result.groups {
      guard let first = group.first else { continue }
      for (index, driver) in first.drivers.enumerated() {
        for metric in MetricDictionary.all {
          let values = group.compactMap { metric.value($0.drivers[index])?.number }
          csv.field(result.name)
          csv.field(first.run.arm)
          csv.field(driver.name)
          for choice in first.run.point { csv.field(choice.value) }
          csv.field(metric.column)
          csv.field(values.count)
          for field in SampleStatistics(values).fields { csv.field(field) }
          csv.endRow()
        }
      }
    }
    return csv
  }

  /// One row per expectation.
  static func verdicts(of result: ExperimentResult) -> CSVWriter {
    var csv = CSVWriter(
      header: [
        "experiment", "expectation", "verdict", "runs_judged", "runs_failing", "first_failing_run",
        "first_failing_values",
      ])
    for verdict in result.verdicts {
      csv.field(result.name)
      csv.field(verdict.text)
      csv.field(verdict.outcome.rawValue)
      csv.field(verdict.judged)
      csv.field(verdict.failing)
      csv.field(verdict.failure.map { String($0.run) } ?? "")
      csv.field(verdict.failure?.values ?? "")
      csv.endRow()
    }
    return csv
  }
}

/// Returns a fingerprint as it is printed: sixteen hexadecimal digits.
func hexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
