import Foundation
package import LabExperiment
import LabLanguage
import LabMetrics
import LabText

/// A result that was written before, read again from its folder.
///
/// The numbers of the runs and the verdicts come from the files, as they were written; nothing is
/// performed.
package struct StoredResult {
  package let result: ExperimentResult

  /// Reads the result of a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - plan: The runs of which it is the result; `nil` for those that its manifest says.
  /// - Throws: `InputError` about a file of the folder, or a mistake in the script.
  package init(at folder: String, of plan: Plan? = nil) throws {
    let request = try PublishedResult(readable: folder).checkedRequest()
    var plan = try plan ?? request.plan()
    if request.live != nil { plan.recordings = try RecordedEvents(folder).runs(of: plan) }
    let selection = request.selection(for: plan.experiment)
    let table = try Self.table(of: plan, in: folder, selection.columnsAlone)
    result = ExperimentResult(
      name: request.name, table: table, findings: try ResultFiles.findings(in: folder),
      verdicts: try ResultFiles.verdicts(in: folder))
  }

  /// Whether a folder is that of a result of runs, not of what changes save.
  package static func isAt(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(Manifest.name)")
      && !FileManager.default.fileExists(atPath: "\(folder)/\(WhatIfFile.name)")
  }

  /// The names of the results in a folder of several, in alphabetical order; none if it is one.
  package static func names(in folder: String) -> [String] {
    guard !isAt(folder) else { return [] }
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .filter { isAt("\(folder)/\($0)") }
  }

  private static func table(
    of plan: Plan, in folder: String, _ selection: MetricSelection
  ) throws -> RunTable {
    let table = try RunTable(temporaryFor: plan, selection)
    let drivers = try StoredRows(folder + "/runs.csv", "driver", selection.columns)
    let path = folder + "/loads.csv"
    let loads =
      FileManager.default.fileExists(atPath: path)
      ? try StoredRows(path, "load", selection.taskColumns) : nil
    let missing =
      (selection.columns.map { _ in nil }, selection.taskColumns.map { _ in nil })
      as ([MetricValue?], [MetricValue?])
    while let (index, fingerprint) = try drivers.nextRun(of: plan) {
      let arm = plan.arm(of: index)
      var values = try drivers.values(of: arm.drivers, in: index).map { $0 + missing.1 }
      if selection.keepsTasks {
        let known = try loads?.values(of: arm.loads, in: index)
        values += (known ?? arm.loads.map { _ in missing.1 }).map { missing.0 + $0 }
      }
      try table.append(
        RunRecord(run: index, fingerprint: fingerprint, values: values, selection))
    }
    return table
  }
}

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
  /// Reads what the searches of a result found; nothing if it has no such file.
  static func findings(in folder: String) throws -> [Finding] {
    let path = folder + "/findings.csv"
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let rows = try CSVReader(path, with: Self.findings.columns.map(\.name))
    var findings: [Finding] = []
    while let row = try rows.next() {
      guard let tried = Int(row["tried"]), let changes = Int(row["changes"]) else {
        throw row.mistake(in: "tried", "this is not a finding.")
      }
      func trial(_ value: String, _ values: String) -> (value: String, values: String)? {
        row[value].isEmpty ? nil : (row[value], row[values])
      }
      findings.append(
        Finding(
          row["search"], at: row["place"], found: trial("found", "found_values"),
          failing: trial("fails_at", "fails_values"), tried: tried, changes: changes))
    }
    return findings
  }

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

/// The journal of parts that were published by themselves, such as a shard.
package struct StoredJournal {
  /// The journal, to be read.
  package let journal: Journal

  /// Opens the journal in a folder; `nil` unless it is there as it was written, and of a request.
  package init?(in folder: String, of request: [UInt8]) throws(WriteError) {
    guard let published = try? PublishedResult(at: folder), published.isComplete,
      published.manifest.requestHash == hexadecimal(ContentHash.of(request))
    else { return nil }
    journal = Journal(try DiskFile(reading: folder + "/" + Journal.name))
  }
}

extension RunTable {
  /// Takes in the runs that are recorded in a folder.
  ///
  /// - Returns: Whether all of the journal made sense and the lists are as it says, and where each
  ///   list ends.
  func add(
    _ journal: Journal, in folder: String, lists: [(file: DiskFile, header: [UInt8])]
  ) throws(WriteError) -> (isWhole: Bool, ends: [Int]) {
    add(Source(journal: journal, folder: folder))
    var ends = lists.map(\.header.count)
    while let (bytes, place) = try journal.next() {
      let record = RunRecord(bytes: bytes, selection)
      guard isSensible(record), try areWhole(record, lists.map(\.file), after: ends) else {
        journal.refuse(at: place)
        return (false, ends)
      }
      enter(record.run, at: place)
      ends = record.rows.map(\.upperBound)
    }
    return (journal.isAtEnd, ends)
  }

  /// Whether a record is the whole one of a run that is not finished yet.
  private func isSensible(_ record: RunRecord) -> Bool {
    plan.indices.contains(record.run) && !contains(record.run)
      && record.isWhole(drivers: drivers(of: record.run).count + loads(of: record.run).count)
  }

  /// Whether the rows of a record are in the lists as they were written, behind those before.
  private func areWhole(
    _ record: RunRecord, _ lists: [DiskFile], after ends: [Int]
  ) throws(WriteError) -> Bool {
    let (rows, hashes) = (record.rows, record.rowHashes)
    guard rows.map(\.lowerBound) == ends else { return false }
    for ((rows, hash), list) in zip(zip(rows, hashes), lists) {
      guard rows.upperBound <= list.count, try list.reading.hash(of: rows) == hash else {
        return false
      }
    }
    return true
  }
}

extension Shard: Codable {
  private enum CodingKeys: CodingKey { case number, count }

  /// Reads the number and the count; throws unless the part is one of so many.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let number = try values.decode(Int.self, forKey: .number)
    let count = try values.decode(Int.self, forKey: .count)
    guard 1 <= number, number <= count else {
      throw DecodingError.dataCorruptedError(
        forKey: .number, in: values, debugDescription: "there is no such part")
    }
    self.init(number: number, of: count)
  }

  /// Writes the number and the count.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(number, forKey: .number)
    try values.encode(count, forKey: .count)
  }
}

extension TraceList: Codable {}
