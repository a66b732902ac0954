import Foundation
import LabExperiment
import LabText

/// A folder that the lab wrote, as its manifest describes it.
struct PublishedResult {
  private let path: String
  /// What its manifest says.
  let manifest: Manifest

  /// What file managers leave behind, which is no result.
  private static let ignored: Set<String> = [".DS_Store"]

  /// Reads the manifest of a folder; `nil` if there is nothing at the path, or an empty folder.
  ///
  /// - Throws: ``WriteError/occupied(path:by:)`` if something else is there.
  init?(at path: String) throws(WriteError) {
    self.path = path
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: break
    case S_IFLNK: throw .occupied(path: path, by: .link)
    default: throw .occupied(path: path, by: .file)
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .refused(path: path, reason: error.systemReason)
    }
    if Self.ignored.isSuperset(of: names) { return nil }
    guard names.contains(Manifest.name) else { throw .occupied(path: path, by: .noManifest) }
    guard let manifest = Manifest(in: path) else {
      throw .occupied(path: path, by: .changed(Manifest.name))
    }
    self.manifest = manifest
  }

  /// What it is the result of; `nil` for a part of a plan, or if the manifest does not say it
  /// whole.
  var request: RunRequest? {
    guard manifest.shard == nil, let request = manifest.request else { return nil }
    return request.hash == manifest.requestHash ? request : nil
  }

  /// Whether it is of runs on a host.
  var isMeasured: Bool { manifest.isMeasured }

  /// Reads the manifest of a folder with a result, or of one that a link leads to.
  ///
  /// - Throws: `InputError` if there is none, or if a newer version wrote it.
  init(readable path: String) throws(InputError) {
    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    let place = isLink ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
    guard let published = try? Self(at: place) else {
      let example = [path, "results"].lazy.compactMap { folder in
        StoredResult.names(in: folder).first.map {
          (folder as NSString).appendingPathComponent($0)
        }
      }.first
      throw InputError(
        "'\(path)' holds no result that can be read. Name a folder that 'runlooplab run' wrote"
          + (example.map { ", such as '\($0)'." } ?? "."))
    }
    let version = published.manifest.schemaVersion
    guard version <= SchemaColumn.version else {
      throw InputError("'\(path)': \(SchemaColumn.newer(version))")
    }
    self = published
  }

  /// Returns what the result is of.
  ///
  /// - Throws: `InputError` if a file is not as it was written, or if the result cannot be
  ///   repeated.
  func checkedRequest() throws(InputError) -> RunRequest {
    if let file = changedFile {
      throw InputError(
        "'\(path)/\(file)' is missing or was changed. Move or delete '\(path)', and write the result"
          + " again with 'runlooplab run'.")
    }
    guard manifest.schemaVersion >= SchemaColumn.oldest, let request else {
      throw InputError(
        "'\(path)' is a shard, or was written by an older version of the lab. Join shards by"
          + " 'runlooplab merge', or run the script again.")
    }
    return request
  }

  /// Whether every file of the manifest is there and as it was written.
  var isComplete: Bool { changedFile == nil }

  /// The first file of the manifest that is missing or not as it was written.
  var changedFile: String? {
    manifest.files.first { (try? FileSeal($0.name, in: path)) != $0 }?.name
  }

  /// Throws unless all that is in the folder is as the lab wrote it, so that it can be made again.
  func checkUnchanged() throws(WriteError) {
    let known = Dictionary(manifest.files.map { ($0.name, $0) }) { first, _ in first }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names.sorted() where name != Manifest.name && !Self.ignored.contains(name) {
      guard let seal = known[name] else { throw .occupied(path: path, by: .foreign(name)) }
      var status = stat()
      guard unsafe lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG
      else { throw .occupied(path: path, by: .foreign(name)) }
      guard status.st_size == seal.bytes, try FileSeal(name, in: path) == seal else {
        throw .occupied(path: path, by: .changed(name))
      }
    }
  }
}

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
