import LabExperiment
import LabMetrics
import LabText

/// The rows of `runs.csv` or `loads.csv` of a stored result, run by run.
final class StoredRows {
  private let reader: CSVReader
  /// The column in which the driver or load of a row stands.
  private let subject: String
  private let metrics: [(column: Int, unit: MetricUnit)]
  private var row: CSVRow?

  /// Opens a file with the columns of some metrics, by their positions in the dictionary.
  init(_ path: String, _ subject: String, _ metrics: [Int]) throws {
    reader = try CSVReader(path, with: ["run", subject, "fingerprint"])
    self.subject = subject
    self.metrics = try metrics.map { [reader] position in
      let metric = MetricDictionary.everything[position]
      return (try reader.column(metric.column), metric.unit)
    }
    row = try reader.next()
  }

  /// The run of which the next row tells; `nil` at the end of the file.
  func nextRun(of plan: Plan) throws -> (index: Int, fingerprint: UInt64)? {
    guard let row else { return nil }
    guard let index = Int(row["run"]), plan.indices.contains(index),
      let fingerprint = UInt64(row["fingerprint"], radix: 16)
    else { throw row.mistake(in: "run", "this is not a run of the script.") }
    return (index, fingerprint)
  }

  /// Reads the values of a run, one row for each of some drivers or loads.
  func values(of names: [String], in run: Int) throws -> [[MetricValue?]] {
    try names.map { name in
      guard let row, row["run"] == String(run), row[subject] == name else {
        throw (row ?? reader.header).mistake(
          in: subject, "the row of the \(subject) '\(name)' of run \(run) is missing here.")
      }
      let values = try metrics.map { try Self.value(of: row, $0.column, $0.unit) }
      self.row = try reader.next()
      return values
    }
  }

  /// Reads a value as it was written; `nil` for an empty field.
  private static func value(
    of row: CSVRow, _ column: Int, _ unit: MetricUnit
  ) throws(InputError) -> MetricValue? {
    let text = row[column]
    if text.isEmpty { return nil }
    guard let number = Double(text), number.magnitude <= MetricValue.largestNumber else {
      throw row.mistake(at: column, "'\(text)' is not a number.")
    }
    switch unit {
    case .milliseconds where number.magnitude < 0x1p43:
      return .time(.nanoseconds(Int64((number * 1_000_000).rounded())))
    case .count, .refreshes:
      return Int(text).map { .count($0) } ?? .number(number)
    default: return .number(number)
    }
  }
}

extension ResultFiles {
  /// Reads the verdicts of a result again.
  static func verdicts(in folder: String) throws -> [Verdict] {
    let rows = try CSVReader(folder + "/verdicts.csv", with: Self.verdicts.columns.map(\.name))
    var verdicts: [Verdict] = []
    while let row = try rows.next() {
      guard let outcome = Verdict.Outcome(rawValue: row["verdict"]),
        let judged = Int(row["runs_judged"]), let failing = Int(row["runs_failing"])
      else { throw row.mistake(in: "verdict", "this is not a verdict.") }
      let failure = Int(row["first_failing_run"]).map {
        Verdict.Failure(run: $0, values: row["first_failing_values"])
      }
      verdicts.append(
        Verdict(
          text: row["expectation"], outcome: outcome, judged: judged, failing: failing,
          failure: failure))
    }
    return verdicts
  }
}
