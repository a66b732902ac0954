import Foundation
import LabExperiment
import LabMetrics

/// A result that was written before, read again from its folder.
///
/// The numbers of the runs and the verdicts come from the files, as they were written; nothing is performed.
public struct StoredResult {
  /// Why a folder cannot be read as a result.
  public struct Mistake: Error, CustomStringConvertible {
    /// The reason with a way out.
    public let description: String
  }

  /// The result; its searches are not read as values.
  public let result: ExperimentResult
  /// What the searches found, as rows of text: the search, where, what was found, where it fails.
  package let findings: [[String]]

  /// The parts of a manifest that tell what was performed.
  private struct Content: Decodable {
    let schemaVersion: Int
    let experiment: String
    let script: String
    let seed: UInt64
    let replications: Int
    let sweeps: [Sweep]

    struct Sweep: Decodable {
      let name: String
      let values: [String]
    }
  }

  /// Reads the result of a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - script: Where the script was, since the files that it names lie beside it; `nil` for
  ///     ‘experiments/NAME.lab’ or ‘NAME.lab’.
  /// - Throws: ``Mistake``, a mistake in a file of the folder, or one in the script.
  public init(at folder: String, script: String? = nil) throws {
    guard let published = try? PublishedResult(at: folder) else {
      throw Mistake(
        description: "'\(folder)' holds no result that can be read. Name a folder that"
          + " 'runlooplab run' wrote, such as results/beat.")
    }
    guard published.isComplete else {
      throw Mistake(
        description: "a file in '\(folder)' is missing or was changed. Write the result anew by"
          + " 'runlooplab run'.")
    }
    let content = try Self.content(of: folder)
    let plan = try Self.plan(content, script ?? Self.script(of: content.experiment))
    let selection = published.request?.selection(for: plan.experiment) ?? .all
    let table = try Self.table(of: plan, folder + "/runs.csv", selection.columnsAlone)
    result = ExperimentResult(
      name: content.experiment, table: table, verdicts: try ResultFiles.verdicts(in: folder))
    findings = try Self.findings(folder)
  }

  private static func content(of folder: String) throws -> Content {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let path = folder + "/" + PublishedResult.manifestName
    guard let bytes = FileManager.default.contents(atPath: path),
      let content = try? decoder.decode(Content.self, from: bytes)
    else {
      throw Mistake(
        description: "'\(folder)' is a shard or no result. Join shards by 'runlooplab merge'.")
    }
    guard content.schemaVersion <= ResultFiles.schemaVersion else {
      throw Mistake(description: "'\(folder)': \(SchemaColumn.newer(content.schemaVersion))")
    }
    guard content.schemaVersion == ResultFiles.schemaVersion else {
      throw Mistake(
        description: "'\(folder)' was written by an older version of the lab. Write it anew by"
          + " 'runlooplab run'.")
    }
    return content
  }

  private static func script(of name: String) -> String {
    let path = "experiments/\(name).lab"
    return FileManager.default.fileExists(atPath: path) ? path : "\(name).lab"
  }

  private static func plan(_ content: Content, _ path: String) throws -> Plan {
    func experiment(_ overriding: [(name: String, values: String)]) throws -> Experiment {
      try Experiment(path: path, overriding: overriding) { name in
        name == path ? Array(content.script.utf8) : try InputFile.read(name)
      }
    }
    let written = try experiment([])
    let changed = content.sweeps.filter { sweep in
      written.sweeps.contains {
        $0.name == sweep.name && $0.isIndependent && $0.values != sweep.values
      }
    }
    let overriding = changed.map { sweep in
      let values = sweep.values.map { $0.contains(" ") ? "(\($0))" : $0 }
      return (name: sweep.name, values: values.joined(separator: ", "))
    }
    return try (overriding.isEmpty ? written : experiment(overriding))
      .plan(seed: content.seed, replications: content.replications)
  }

  private static func table(
    of plan: Plan, _ path: String, _ selection: MetricSelection
  ) throws -> RunTable {
    let table = try RunTable(temporaryFor: plan, selection)
    let rows = try CSVReader(path)
    let metrics = try selection.metrics.map { metric in try rows.column(metric.column) }
    let columns = try ["run", "driver", "fingerprint"].map { name in try rows.column(name) }
    var run: (index: Int, fingerprint: UInt64, values: [[MetricValue?]])?
    func finish() throws {
      guard let run else { return }
      try table.append(
        RunRecord(
          run: run.index, fingerprint: run.fingerprint, values: run.values, selection))
    }
    while let row = try rows.next() {
      guard let index = Int(row[columns[0]]), plan.indices.contains(index),
        let fingerprint = UInt64(row[columns[2]], radix: 16)
      else { throw row.mistake(at: columns[0], "this is no run of the script.") }
      if run?.index != index {
        try finish()
        run = (index, fingerprint, [])
      }
      let drivers = plan.arm(of: index).drivers
      guard let position = run?.values.count, drivers.indices.contains(position),
        drivers[position] == row[columns[1]]
      else { throw row.mistake(at: columns[1], "this is no driver of the run.") }
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
  ) throws(CSVMistake) -> MetricValue? {
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
    let rows = try CSVReader(path)
    let columns = try ["search", "place", "found", "fails_at"].map { name in
      try rows.column(name)
    }
    var findings: [[String]] = []
    while let row = try rows.next() { findings.append(columns.map { row[$0] }) }
    return findings
  }
}
