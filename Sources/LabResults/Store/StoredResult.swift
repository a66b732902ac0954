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
  /// The result; its searches are not read as values.
  package let result: ExperimentResult
  /// What the searches found, as rows of text: the search, where, what was found, where it fails.
  package let findings: [[String]]

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
      name: request.name, table: table, verdicts: try ResultFiles.verdicts(in: folder))
    findings = try Self.findings(folder)
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
