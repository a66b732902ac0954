import Foundation
import LabText

/// A folder of results that appears whole or not at all.
///
/// Everything is written to a hidden folder beside it: the finished runs as they come, and at the
/// end the results, which then take their place. A kill in between leaves the results before as
/// they were, and the hidden folder for the next writer of the same results, who may go on from
/// there.
///
/// Results that are there already are replaced if the lab can make them again: if every file in the
/// folder is as its manifest says, and they are of simulated runs; those of runs on a host only if
/// the user says so. Anything else stays, and writing fails.
package final class ResultFolder {
  /// What to do about finished runs of results that were begun and not finished.
  package enum Policy: Sendable {
    /// None of them may be lost.
    case keep
    /// They are continued.
    case resume
    case discard
  }

  /// Where the results will be.
  package let path: String

  private let policy: Policy
  private let staging: StagingFolder
  private let lock: FileLock
  private let requestHash: String
  private var results: [String: DiskFile] = [:]
  /// Whether finished runs are to outlive this writer, if writing fails.
  package var keepsRuns = true

  /// Begins a folder of results, or goes on with one.
  ///
  /// - Parameters:
  ///   - path: Where the results will be.
  ///   - policy: What to do about finished runs.
  ///   - request: What says what the results are of.
  ///   - reservation: Keeps the place for them already; `nil` to take it now.
  /// - Throws: ``WriteError`` if what is there must stay, or if the folder cannot be written.
  package init(
    _ path: String, _ policy: Policy, request: [UInt8] = [], in reservation: Reservation? = nil
  ) throws(WriteError) {
    (self.path, self.policy) = (path, policy)
    let staging = StagingFolder(for: path)
    self.staging = staging
    requestHash = hexadecimal(ContentHash.of(request))
    lock = if let reservation { reservation.lock } else { try Self.lock(path) }
    try Self.attempt(path) { try staging.restoreOldResults() }
    let published = try Self.replaceable(path, policy)
    if try takesOver(request, policy, published) {
      try Self.attempt(staging.path) { try staging.reopen() }
    } else {
      keepsRuns = false
      try Self.attempt(staging.path) { try staging.clear() }
      try file(StagingFolder.requestName).append(request)
    }
    keepsRuns = false
  }

  deinit {
    if !keepsRuns { staging.remove() }
  }

  /// Opens the journal of what is finished.
  package func journal() throws(WriteError) -> Journal { Journal(try file(Journal.name)) }

  /// Brings finished runs of an older version to the columns of today.
  func renew(_ selection: MetricSelection, _ lists: PerRunFiles) throws(WriteError) {
    guard let older = staging.request, older != Self.renewed(older) else { return }
    let (runs, renewed) = (staging.path, staging.path + "/renewed")
    try? FileManager.default.removeItem(atPath: renewed)
    do {
      _ = try OlderRuns(folder: runs, selection: selection, lists: lists).write(to: renewed)
      try Data(Self.renewed(older)).write(
        to: URL(fileURLWithPath: renewed + "/" + StagingFolder.requestName))
      // Where a kill comes in between, the journal and the lists do not fit, and the runs are
      // performed again.
      for name in try FileManager.default.contentsOfDirectory(atPath: renewed).sorted() {
        try? FileManager.default.removeItem(atPath: runs + "/" + name)
        try FileManager.default.moveItem(atPath: renewed + "/" + name, toPath: runs + "/" + name)
      }
      try FileManager.default.removeItem(atPath: renewed)
    } catch {
      throw (error as? WriteError) ?? .refused(path: renewed, reason: error.systemReason)
    }
  }

  /// Opens a file of finished runs, which is never part of the results.
  func file(_ name: String) throws(WriteError) -> DiskFile {
    try DiskFile(staging.path + "/" + name)
  }

  /// The folder of the finished runs.
  var runs: String { staging.path }

  /// Appends bytes to a file of the results, which is created if it is new.
  package func append(_ bytes: [UInt8], to name: String) throws(WriteError) {
    if results[name] == nil { results[name] = try file("result/" + name) }
    try results[name]?.append(bytes)
  }

  /// Takes a file of the finished runs over into the results.
  func adopt(_ name: String) throws(WriteError) {
    let (from, to) = (staging.path + "/" + name, staging.results + "/" + name)
    try Self.attempt(from) { try FileManager.default.moveItem(atPath: from, toPath: to) }
    results[name] = try file("result/" + name)
  }

  func seals() throws(WriteError) -> [FileSeal] { try FileSeal.all(in: staging.results) }

  /// Puts the results in their place, and forgets the finished runs.
  package func commit() throws(WriteError) {
    for file in results.values { try file.synchronize() }
    results = [:]
    try place(staging.results)
    keepsRuns = false
    staging.remove()
  }

  /// Puts results in their place that are not of the runs of one experiment, with a manifest.
  ///
  /// - Throws: ``WriteError`` if what is there must stay, or the system refuses.
  package func commit(named name: String) throws(WriteError) {
    let manifest = Manifest(name, requestHash: requestHash, files: try seals())
    try manifest.write(fingerprints: []) { bytes throws(WriteError) in
      try append(bytes, to: Manifest.name)
    }
    try commit()
  }

  /// Puts the finished parts of such results where results belong, with a manifest.
  ///
  /// - Throws: ``WriteError`` if what is there must stay, or the system refuses.
  package func commitRuns(named name: String) throws(WriteError) {
    try commitRuns { Manifest(name, requestHash: requestHash, files: $0) }
  }

  /// Puts the finished runs themselves where results belong, with a manifest.
  func commitRuns(_ manifest: ([FileSeal]) -> Manifest) throws(WriteError) {
    let staging = staging
    let name = Manifest.name
    try Self.attempt(staging.path) {
      for part in [staging.results, staging.path + "/" + name] {
        try? FileManager.default.removeItem(atPath: part)
      }
    }
    let seals = try FileSeal.all(in: staging.path)
    let file = try file(name)
    try manifest(seals).write(fingerprints: []) { bytes throws(WriteError) in
      try file.append(bytes)
    }
    try file.synchronize()
    try place(staging.path)
  }

  private func place(_ folder: String) throws(WriteError) {
    _ = try Self.replaceable(path, policy)
    let staging = staging
    try Self.attempt(path) { try staging.publish(folder) }
  }

  /// A place that is kept for results: nothing else writes there as long as this is held.
  package struct Reservation {
    fileprivate let lock: FileLock
  }

  /// Keeps a place for results that take long to be made.
  ///
  /// - Throws: ``WriteError`` if results could not be written now, or if another command writes
  ///   them.
  package static func reserve(_ path: String, _ policy: Policy) throws(WriteError) -> Reservation {
    let published = try replaceable(path, policy)
    guard policy == .discard || StagingFolder(for: path).isSpent(after: published) else {
      throw .unfinishedOther(path: path)
    }
    return Reservation(lock: try lock(path))
  }

  /// Takes the lock of results, in a folder that is made if need be.
  private static func lock(_ path: String) throws(WriteError) -> FileLock {
    let parent = path.parentPath
    try attempt(path) {
      guard !parent.isEmpty, !FileManager.default.fileExists(atPath: parent) else { return }
      try FileManager.default.createDirectory(
        atPath: parent, withIntermediateDirectories: true)
    }
    return try StagingFolder(for: path).lock()
  }

  /// Returns the results that are there; throws if they cannot be made again.
  private static func replaceable(
    _ path: String, _ policy: Policy
  ) throws(WriteError) -> PublishedResult? {
    let published = try PublishedResult(at: path)
    try published?.checkUnchanged()
    guard policy == .discard || published?.isMeasured != true else { throw .measured(path: path) }
    return published
  }

  /// Whether finished runs are there that are to be continued.
  private func takesOver(
    _ request: [UInt8], _ policy: Policy, _ published: PublishedResult?
  ) throws(WriteError) -> Bool {
    if staging.isSpent(after: published) { return false }
    switch (policy, staging.request.map(Self.renewed) == request) {
    case (.resume, true): return true
    case (.discard, _): return false
    case (.keep, true): throw .unfinished(path: path)
    case (.keep, false), (.resume, false): throw .unfinishedOther(path: path)
    }
  }

  /// Returns a request as this version of the lab would state it.
  private static func renewed(_ request: [UInt8]) -> [UInt8] {
    RunRequest(json: request)?.renewed.json ?? request
  }

  private static func attempt(_ path: String, _ action: () throws -> Void) throws(WriteError) {
    do {
      try action()
    } catch {
      throw .refused(path: path, reason: error.systemReason)
    }
  }
}

/// The hidden things beside a folder of results while the results are written.
///
///     .NAME.lock     who writes; see FileLock
///     .NAME.partial  the finished runs, and in it the results that are not complete yet
///     .NAME.old      the results before, until the new ones have taken their place
struct StagingFolder {
  static let requestName = "request.json"

  /// The folder of the finished runs.
  let path: String

  private let lockPath: String
  private let result: String
  private let old: String

  init(for result: String) {
    self.result = result
    path = WholeFiles.hidden(result, "partial")
    lockPath = WholeFiles.hidden(result, "lock")
    old = WholeFiles.hidden(result, "old")
  }

  /// Takes the lock of the results.
  ///
  /// - Throws: ``WriteError/busy(path:)`` if another command writes them, or that they cannot be
  ///   locked.
  func lock() throws(WriteError) -> FileLock {
    guard let lock = try FileLock(lockPath, refusing: { .refused(path: result, reason: $0) })
    else { throw .busy(path: result) }
    return lock
  }

  /// The folder in which the results are put together.
  var results: String { path + "/result" }

  /// Removes the folder with all that is in it, if it is there.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Makes the folder empty.
  func clear() throws {
    remove()
    try FileManager.default.createDirectory(atPath: results, withIntermediateDirectories: true)
  }

  /// Prepares the folder for the next writer: the results that were being put together are made
  /// anew of the finished runs, whose lists may have moved there already.
  func reopen() throws {
    let manager = FileManager.default
    for name in (try? manager.contentsOfDirectory(atPath: results)) ?? [] {
      let place = path + "/" + name
      if !manager.fileExists(atPath: place) {
        try manager.moveItem(atPath: results + "/" + name, toPath: place)
      }
    }
    try? manager.removeItem(atPath: results)
    try manager.createDirectory(atPath: results, withIntermediateDirectories: false)
  }

  /// Whether nothing in the folder is of use, where these results are in their place: no finished
  /// runs, or those of the very same request, left by a process killed after it had published.
  func isSpent(after published: PublishedResult?) -> Bool {
    guard let request else { return true }
    return hexadecimal(ContentHash.of(request)) == published?.manifest.requestHash
  }

  /// Removes what a killed process left beside finished results, unless another process writes them
  /// or runs of another request are in it.
  func cleanUp(after published: PublishedResult) {
    guard let lock = try? lock() else { return }
    withExtendedLifetime(lock) {
      try? restoreOldResults()
      if isSpent(after: published) { remove() }
    }
  }

  /// The request of the finished runs in it; `nil` if there are none.
  var request: [UInt8]? {
    guard let journal = try? DiskFile(reading: path + "/" + Journal.name), journal.count > 0 else {
      return nil
    }
    return FileManager.default.contents(atPath: path + "/" + Self.requestName)
      .map(Array.init)
  }

  /// Puts back the results that a killed process was about to replace, or removes them where they
  /// are replaced.
  func restoreOldResults() throws {
    let manager = FileManager.default
    guard manager.fileExists(atPath: old) else { return }
    if manager.fileExists(atPath: result) {
      try manager.removeItem(atPath: old)
    } else {
      try manager.moveItem(atPath: old, toPath: result)
    }
  }

  /// Moves a folder to the place of the results, whose predecessor goes.
  func publish(_ folder: String) throws {
    let manager = FileManager.default
    var status = stat()
    if unsafe lstat(result, &status) == 0 {
      try manager.moveItem(atPath: result, toPath: old)
    }
    do {
      // Unlike the file manager, the system never puts one folder into another here.
      guard unsafe rename(folder, result) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    } catch {
      try? restoreOldResults()
      throw error
    }
    try? manager.removeItem(atPath: old)
  }
}
