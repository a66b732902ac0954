import Foundation
import LabExperiment
import LabText

/// A result that is made again from its manifest, and compared with what is there.
package struct ResultVerification {
  /// The experiment's short name.
  package let name: String
  /// How many runs were performed.
  package let runs: Int
  /// The version of the columns with which it was written, if that is an older one: then the rows
  /// of tables are compared, and not their bytes.
  package let olderVersion: Int?
  /// The files that have the same bytes, or the same rows.
  package let same: [String]
  /// The files that have other bytes, or are in one of the results alone.
  package let different: [String]
  /// The first row of `runs.csv` whose fingerprint differs, by its run; `nil` if none does.
  package let firstDifferentRun: String?

  /// Repeats the runs of a result in a folder for temporary files, which is removed.
  ///
  /// - Parameters:
  ///   - path: The folder of the result.
  ///   - jobs: How many runs are performed at a time.
  /// - Throws: `InputError` if there is no whole result, ``WriteError`` if nothing can be written,
  ///   or what a run threw.
  package init(of path: String, jobs: Int) throws {
    let published = try PublishedResult(readable: path)
    let request = try published.checkedRequest()
    guard request.live == nil else {
      throw InputError(
        "'\(path)' is of runs on a host, which cannot be run again. Name a result of"
          + " 'runlooplab run'.")
    }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "verify-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let copy = folder + "/" + request.folder
    let result = try ResultWriter(request, request.plan(), at: copy, .discard).perform(jobs: jobs)
    let repeated = try PublishedResult(at: copy)?.manifest.files ?? []
    name = request.folder
    runs = result?.table.count ?? 0
    let version = published.manifest.schemaVersion
    // What describes the columns is another text where they have other names.
    let names = Set((published.manifest.files + repeated).map(\.name)).sorted().filter {
      version == SchemaColumn.version || $0 != DataPackage.file
    }
    olderVersion = version < SchemaColumn.version ? version : nil
    same = try names.filter { name in
      let seals = [published.manifest.files, repeated].map { $0.first { $0.name == name } }
      if seals[0] == seals[1] { return true }
      // Of older files the numbers are compared, under the names that columns have today.
      guard version < SchemaColumn.version, seals.allSatisfy({ $0 != nil }) else { return false }
      return try name.hasSuffix(".csv")
        && CSVReader.haveSameRows(path + "/" + name, copy + "/" + name)
    }
    different = names.filter { [same] name in !same.contains(name) }
    firstDifferentRun =
      different.contains("runs.csv")
      ? try Self.firstDifference(path + "/runs.csv", copy + "/runs.csv") : nil
  }

  private static func firstDifference(_ one: String, _ other: String) throws -> String? {
    let key = "fingerprint"
    let first = try CSVReader(one, with: ["run", key])
    let second = try CSVReader(other, with: [key])
    while let row = try first.next() {
      guard let twin = try second.next(), twin[key] == row[key] else { return row["run"] }
    }
    return nil
  }
}
