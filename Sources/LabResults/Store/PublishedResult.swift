import Foundation
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
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      let folders = names.sorted().map { (path as NSString).appendingPathComponent($0) }
      let example = folders.first { Manifest(in: $0) != nil } ?? "results/beat"
      throw InputError(
        "'\(path)' holds no result that can be read. Name a folder that 'runlooplab run' wrote, such"
          + " as \(example).")
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
        "'\(path)/\(file)' is missing or was changed. Write the result again with 'runlooplab run'."
      )
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
