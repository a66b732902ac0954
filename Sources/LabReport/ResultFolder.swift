import Foundation

/// A folder of results that appears whole or not at all.
///
/// Files are written to a hidden folder beside it, which takes its place only when everything is in
/// it. A kill in between leaves the results as they were, and the hidden folder for the next writer of
/// the same results to remove.
public final class ResultFolder {
  /// What stands in the way of writing results.
  public enum Failure: Error, Hashable {
    /// There are results already, and nobody allowed to replace them.
    case exists(path: String)
    /// What is there is nothing that the lab wrote, and so is never replaced.
    case foreign(path: String)
    /// The system refused.
    case refused(path: String, reason: String)
  }

  /// Where the results will be.
  public let path: String

  private let replaces: Bool
  private let staging: HiddenFolder
  private let old: HiddenFolder
  private var handles: [String: FileHandle] = [:]

  /// Begins a folder of results.
  ///
  /// - Parameters:
  ///   - path: Where the results will be.
  ///   - replaces: Whether results that are there already may be replaced.
  /// - Throws: ``Failure`` if they may not, or if the folder cannot be written.
  public init(_ path: String, replaces: Bool) throws(Failure) {
    self.path = path
    self.replaces = replaces
    staging = HiddenFolder(.partial, for: path)
    old = HiddenFolder(.old, for: path)
    HiddenFolder.tidyUp(for: path)
    try checkPlace()
    let staging = staging.path
    try attempt(staging) {
      try? FileManager.default.removeItem(atPath: staging)
      try FileManager.default.createDirectory(atPath: staging, withIntermediateDirectories: true)
    }
  }

  deinit { staging.remove() }

  /// Appends bytes to a file of the results, which is created if it is new.
  public func append(_ bytes: [UInt8], to name: String) throws(Failure) {
    let file = URL(fileURLWithPath: staging.path).appendingPathComponent(name)
    try attempt(file.path) {
      if handles[name] == nil {
        try Data().write(to: file)
        handles[name] = try FileHandle(forWritingTo: file)
      }
      try handles[name]?.write(contentsOf: bytes)
    }
  }

  /// Puts the results in their place.
  public func commit() throws(Failure) {
    try attempt(staging.path) {
      for handle in handles.values {
        try handle.synchronize()
        try handle.close()
      }
    }
    handles = [:]
    try checkPlace()
    let manager = FileManager.default
    try attempt(path) {
      let replaced = manager.fileExists(atPath: path)
      if replaced { try manager.moveItem(atPath: path, toPath: old.path) }
      do {
        try manager.moveItem(atPath: staging.path, toPath: path)
      } catch {
        if replaced { try manager.moveItem(atPath: old.path, toPath: path) }
        throw error
      }
    }
    old.remove()
  }

  /// Throws if what is at the path must stay; a folder with a manifest is known to be a result.
  private func checkPlace() throws(Failure) {
    let manager = FileManager.default
    guard manager.fileExists(atPath: path) else { return }
    guard replaces else { throw .exists(path: path) }
    let manifest = (path as NSString).appendingPathComponent(ResultFiles.manifestName)
    guard manager.fileExists(atPath: manifest) else { throw .foreign(path: path) }
  }

  private func attempt(_ path: String, _ action: () throws -> Void) throws(Failure) {
    do {
      try action()
    } catch {
      throw .refused(path: path, reason: error.systemReason)
    }
  }
}

extension ResultFolder.Failure: CustomStringConvertible {
  /// The failure with the path and a way out.
  public var description: String {
    switch self {
    case .exists(let path):
      "'\(path)' is there already. Add --force to replace it, or --out DIR to write elsewhere."
    case .foreign(let path):
      "'\(path)' is no result of an experiment and is not replaced. Choose another folder with"
        + " --out DIR."
    case .refused(let path, let reason):
      "'\(path)' cannot be written: \(reason). Nothing was changed. Choose another folder with"
        + " --out DIR."
    }
  }
}
