import Foundation
import LabExperiment

/// A result that is made again from its manifest, and compared with what is there.
public struct ResultVerification {
  /// Why a result cannot be made again.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    /// There is no result.
    case missing(path: String)
    /// A file is not as it was written.
    case changed(path: String, file: String)
    /// Its manifest does not say what it takes.
    case incomplete(path: String)
    /// A newer version of the lab wrote it.
    case newer(path: String, schema: Int)

    /// The reason with a way out.
    public var description: String {
      switch self {
      case .missing(let path):
        "'\(path)' holds no result that can be read. Name a folder that 'runlooplab run' wrote, such"
          + " as results/beat."
      case .changed(let path, let file):
        "'\(path)/\(file)' is not as this version of the lab wrote it, so that there is nothing to"
          + " compare with. Run the script again."
      case .incomplete(let path):
        "the manifest of '\(path)' does not contain what it takes to repeat it: it is a shard, or of an"
          + " older version. Run the script again."
      case .newer(let path, let schema): "'\(path)': \(SchemaColumn.newer(schema))"
      }
    }
  }

  /// The experiment's short name.
  public let name: String
  /// How many runs were performed.
  public let runs: Int
  /// The files that have the same bytes.
  public let same: [String]
  /// The files that have other bytes, or are in one of the results alone.
  public let different: [String]
  /// The first row of `runs.csv` whose fingerprint differs, by its run; `nil` if none does.
  public let firstDifferentRun: String?

  /// Repeats the runs of a result in a folder for temporary files, which is removed.
  ///
  /// - Parameters:
  ///   - path: The folder of the result.
  ///   - jobs: How many runs are performed at a time.
  /// - Throws: ``Failure``, ``ResultFolder/Failure`` if nothing can be written, or what a run threw.
  public init(of path: String, jobs: Int) throws {
    guard let published = try? PublishedResult(at: path) else { throw Failure.missing(path: path) }
    guard published.schemaVersion <= ResultFiles.schemaVersion else {
      throw Failure.newer(path: path, schema: published.schemaVersion)
    }
    if let file = published.changedFile { throw Failure.changed(path: path, file: file) }
    guard let request = published.request else { throw Failure.incomplete(path: path) }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "verify-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let copy = folder + "/" + request.folder
    let result = try ResultWriter(request, request.plan(), at: copy, .discard).perform(jobs: jobs)
    let repeated = try PublishedResult(at: copy)?.files ?? []
    name = request.folder
    runs = result?.table.count ?? 0
    let names = Set((published.files + repeated).map(\.name)).sorted()
    same = names.filter { name in
      published.files.first { $0.name == name } == repeated.first { $0.name == name }
    }
    different = names.filter { [same] name in !same.contains(name) }
    firstDifferentRun =
      different.contains("runs.csv")
      ? try Self.firstDifference(path + "/runs.csv", copy + "/runs.csv") : nil
  }

  private static func firstDifference(_ one: String, _ other: String) throws -> String? {
    let (first, second) = (try CSVReader(one), try CSVReader(other))
    let (run, mine) = (try first.column("run"), try first.column("fingerprint"))
    let theirs = try second.column("fingerprint")
    while let row = try first.next() {
      guard let twin = try second.next(), twin[theirs] == row[mine] else { return row[run] }
    }
    return nil
  }
}
