import Foundation

/// A folder of results that appears whole or not at all.
///
/// Everything is written to a hidden folder beside it: the finished runs as they come, and at the end
/// the results, which then take their place. A kill in between leaves the results before as they
/// were, and the hidden folder for the next writer of the same results, who may go on from there.
public final class ResultFolder {
  /// What to do about what is there already.
  public enum Policy: Sendable {
    /// Nothing of it may be lost.
    case keep
    /// Results are replaced, and unfinished ones begun anew.
    case replace
    /// Unfinished results are continued.
    case resume
  }

  /// Where the results will be.
  public let path: String

  private let policy: Policy
  private let staging: HiddenFolder
  private let old: HiddenFolder
  private var results: [String: DiskFile] = [:]
  /// Whether finished runs are to outlive this writer, if it comes to grief.
  var keepsRuns = false

  static let commissionName = "commission.json"

  /// Begins a folder of results, or goes on with one.
  ///
  /// - Parameters:
  ///   - path: Where the results will be.
  ///   - policy: What to do about what is there already.
  ///   - commission: What says what the results are of; unfinished ones of another commission are of
  ///     no use, and removed.
  /// - Throws: ``Failure`` if what is there must stay, or if the folder cannot be written.
  public init(_ path: String, _ policy: Policy, commission: [UInt8] = []) throws(Failure) {
    self.path = path
    self.policy = policy
    staging = HiddenFolder(.partial, for: path)
    old = HiddenFolder(.old, for: path)
    HiddenFolder.restoreOldResults(of: path)
    try checkPlace()
    if try adopt(commission) { return }
    let staging = staging.path
    try attempt(staging) {
      try? FileManager.default.removeItem(atPath: staging)
      try FileManager.default.createDirectory(
        atPath: staging + "/result", withIntermediateDirectories: true)
    }
    try file(Self.commissionName).append(commission)
  }

  deinit {
    if !keepsRuns { staging.remove() }
  }

  /// Opens a file of finished runs, which is never part of the results.
  func file(_ name: String) throws(Failure) -> DiskFile {
    try DiskFile(staging.path + "/" + name)
  }

  /// The folder of the finished runs.
  var runs: String { staging.path }

  /// Appends bytes to a file of the results, which is created if it is new.
  public func append(_ bytes: [UInt8], to name: String) throws(Failure) {
    if results[name] == nil { results[name] = try file("result/" + name) }
    try results[name]?.append(bytes)
  }

  /// Takes a file of the finished runs over into the results.
  func adopt(_ name: String) throws(Failure) {
    let (from, to) = (staging.path + "/" + name, staging.path + "/result/" + name)
    try attempt(from) { try FileManager.default.moveItem(atPath: from, toPath: to) }
    results[name] = try file("result/" + name)
  }

  /// Puts the results in their place, and forgets the finished runs.
  public func commit() throws(Failure) {
    for file in results.values { try file.synchronize() }
    results = [:]
    try place(staging.path + "/result")
    keepsRuns = false
    staging.remove()
    old.remove()
  }

  /// Puts the finished runs themselves in the place of results.
  func commitRuns() throws(Failure) {
    let staging = staging.path
    try attempt(staging) { try FileManager.default.removeItem(atPath: staging + "/result") }
    try place(staging)
    old.remove()
  }

  private func place(_ folder: String) throws(Failure) {
    try checkPlace()
    let (path, old) = (path, old.path)
    try attempt(path) {
      let manager = FileManager.default
      let replaced = manager.fileExists(atPath: path)
      if replaced { try manager.moveItem(atPath: path, toPath: old) }
      do {
        try manager.moveItem(atPath: folder, toPath: path)
      } catch {
        if replaced { try manager.moveItem(atPath: old, toPath: path) }
        throw error
      }
    }
  }

  /// Throws if what is at the path must stay; by a manifest or a commission the lab knows its own.
  private func checkPlace() throws(Failure) {
    let manager = FileManager.default
    guard manager.fileExists(atPath: path) else { return }
    guard policy == .replace else { throw .exists(path: path) }
    let marks = [ResultFiles.manifestName, Self.commissionName]
    guard marks.contains(where: { manager.fileExists(atPath: path + "/" + $0) }) else {
      throw .foreign(path: path)
    }
  }

  /// Goes on with what a killed writer of the same commission left, and removes everything else.
  private func adopt(_ commission: [UInt8]) throws(Failure) -> Bool {
    let manager = FileManager.default
    var isAdopted = false
    for remains in HiddenFolder.remains(of: path) {
      let known = manager.contents(atPath: remains.path + "/" + Self.commissionName)
      let journal = try? DiskFile(remains.path + "/" + Journal.name)
      if !isAdopted, known.map(Array.init) == commission, journal?.count ?? 0 > 0 {
        switch policy {
        case .keep: throw .unfinished(path: path)
        case .resume:
          let staging = staging.path
          try attempt(staging) {
            try manager.moveItem(atPath: remains.path, toPath: staging)
            try? manager.removeItem(atPath: staging + "/result")
            try manager.createDirectory(
              atPath: staging + "/result", withIntermediateDirectories: false)
          }
          isAdopted = true
          continue
        case .replace: break
        }
      }
      remains.remove()
    }
    return isAdopted
  }

  private func attempt(_ path: String, _ action: () throws -> Void) throws(Failure) {
    do {
      try action()
    } catch {
      throw .refused(path: path, reason: error.systemReason)
    }
  }
}
