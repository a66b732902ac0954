import LabExperiment
import LabKernel
import LabMetrics

/// The CSV files of a result, one function a file.
///
/// Column names never change their meaning: a new meaning is a new name, and ``schemaVersion`` rises.
enum ResultFiles {
  /// The version of the columns of all files.
  static let schemaVersion = 2

  /// The columns of `runs.csv`: what was chosen, then every metric.
  static func runHeader(sweeps: [String]) -> [String] {
    ["experiment", "run", "replication", "seed", "arm", "driver"] + sweeps + ["fingerprint"]
      + MetricDictionary.all.map(\.column)
  }

  /// One row per driver of a run.
  static func runs(
    of experiment: String, _ run: Plan.Label, _ record: RunRecord, drivers: [String],
    to csv: inout CSVWriter
  ) {
    for (driver, name) in drivers.enumerated() {
      csv.field(experiment)
      csv.field(run.index)
      csv.field(run.replication)
      csv.field(String(run.seed))
      csv.field(run.arm)
      csv.field(name)
      for choice in run.point { csv.field(choice.value) }
      csv.field(hexadecimal(record.fingerprint))
      for metric in RunRecord.metrics.indices {
        csv.field(record.value(driver: driver, metric: metric))
      }
      csv.endRow()
    }
  }

  /// One row per search and combination of the other sweeps' values.
  static func findings<Refusal>(
    of result: ExperimentResult, to write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    var csv = CSVWriter(
      header: [
        "experiment", "finding", "search", "place", "found", "fails_at", "found_values",
        "fails_values", "tried", "changes",
      ])
    for finding in result.findings {
      csv.field(result.name)
      csv.field(finding.name ?? "")
      csv.field(finding.text)
      csv.field(finding.place.map { "\($0.name) = \($0.value)" }.joined(separator: ", "))
      csv.field(finding.found?.value ?? "")
      csv.field(finding.failing?.value ?? "")
      csv.field(finding.found?.values ?? "")
      csv.field(finding.failing?.values ?? "")
      csv.field(finding.tried)
      csv.field(finding.changes)
      csv.endRow()
    }
    try csv.drain(to: write)
  }

  /// One row per expectation.
  static func verdicts<Refusal>(
    of result: ExperimentResult, to write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
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
    try csv.drain(to: write)
  }
}

extension CSVWriter {
  /// Appends the value of a metric; an empty field if it is undefined.
  fileprivate mutating func field(_ value: MetricValue?) {
    switch value {
    case nil: field("")
    case .count(let count): field(count)
    case .time(let time): milliseconds(time.wholeNanoseconds)
    case .number(let number): field(MetricValue.number(number).description)
    }
  }
}
