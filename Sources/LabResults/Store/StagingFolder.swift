import Foundation

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
