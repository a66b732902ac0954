import Foundation
public import LabExperiment
import LabLanguage
import LabMetrics
import LabText

/// A result that was written before, read again from its folder.
///
/// The numbers of the runs and the verdicts come from the files, as they were written; nothing is
/// performed.
public struct StoredResult {
  /// The result; its searches are not read as values.
  public let result: ExperimentResult
  /// What the searches found, as rows of text: the search, where, what was found, where it fails.
  package let findings: [[String]]

  /// Reads the result of a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - plan: The runs of which it is the result; `nil` for those that its manifest says.
  /// - Throws: `InputError` about a file of the folder, or a mistake in the script.
  public init(at folder: String, of plan: Plan? = nil) throws {
    let request = try PublishedResult(readable: folder).checkedRequest()
    var plan = try plan ?? request.plan()
    if request.live != nil { plan.recordings = try RecordedEvents(folder).runs(of: plan) }
    let selection = request.selection(for: plan.experiment)
    let table = try Self.table(of: plan, folder + "/runs.csv", selection.columnsAlone)
    result = ExperimentResult(
      name: request.name, table: table, verdicts: try ResultFiles.verdicts(in: folder))
    findings = try Self.findings(folder)
  }

  private static func table(
    of plan: Plan, _ path: String, _ selection: MetricSelection
  ) throws -> RunTable {
    let table = try RunTable(temporaryFor: plan, selection)
    let rows = try CSVReader(path, with: ["run", "driver", "fingerprint"])
    let metrics = try selection.metrics.map { metric in try rows.column(metric.column) }
    var run: (index: Int, fingerprint: UInt64, values: [[MetricValue?]])?
    func finish() throws {
      guard let run else { return }
      try table.append(
        RunRecord(
          run: run.index, fingerprint: run.fingerprint, values: run.values, selection))
    }
    while let row = try rows.next() {
      guard let index = Int(row["run"]), plan.indices.contains(index),
        let fingerprint = UInt64(row["fingerprint"], radix: 16)
      else { throw row.mistake(in: "run", "this is not a run of the script.") }
      if run?.index != index {
        try finish()
        run = (index, fingerprint, [])
      }
      let drivers = plan.arm(of: index).drivers
      guard let position = run?.values.count, drivers.indices.contains(position),
        drivers[position] == row["driver"]
      else { throw row.mistake(in: "driver", "this is not a driver of the run.") }
      run?.values.append(
        try zip(selection.metrics, metrics).map { metric, column in
          try value(of: row, column, metric.unit)
        })
    }
    try finish()
    return table
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

  private static func findings(_ folder: String) throws -> [[String]] {
    let path = folder + "/findings.csv"
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let columns = ["search", "place", "found", "fails_at"]
    let rows = try CSVReader(path, with: columns)
    var findings: [[String]] = []
    while let row = try rows.next() { findings.append(columns.map { row[$0] }) }
    return findings
  }
}
