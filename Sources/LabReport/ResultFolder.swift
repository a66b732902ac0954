import Foundation

/// A folder of results that appears whole or not at all.
///
/// Files are written to a folder beside it with a name of its own, which takes its place only when
/// everything is in it. A kill in between leaves the results as they were.
public final class ResultFolder {
  /// What stands in the way of writing results.
  public enum Failure: Error, Hashable {
    /// There are results already, and nobody allowed to replace them.
    case exists(path: String)
    /// The system refused.
    case refused(path: String, reason: String)
  }

  /// Where the results will be.
  public let path: String

  private let staging: String
  private var handles: [String: FileHandle] = [:]
  private var isCommitted = false

  /// Begins a folder of results.
  ///
  /// - Parameters:
  ///   - path: Where the results will be.
  ///   - replaces: Whether results that are there already may be replaced.
  /// - Throws: ``Failure`` if they may not, or if the folder cannot be written.
  public init(_ path: String, replaces: Bool) throws(Failure) {
    self.path = path
    let manager = FileManager.default
    let process = ProcessInfo.processInfo.processIdentifier
    let parent = (path as NSString).deletingLastPathComponent
    let name = (path as NSString).lastPathComponent
    staging = (parent as NSString).appendingPathComponent(".\(name).\(process).partial")
    guard replaces || !manager.fileExists(atPath: path) else { throw .exists(path: path) }
    try attempt(staging) {
      try? manager.removeItem(atPath: staging)
      try manager.createDirectory(atPath: staging, withIntermediateDirectories: true)
    }
  }

  deinit {
    if !isCommitted { try? FileManager.default.removeItem(atPath: staging) }
  }

  /// Appends bytes to a file of the results, which is created if it is new.
  public func append(_ bytes: [UInt8], to name: String) throws(Failure) {
    let file = (staging as NSString).appendingPathComponent(name)
    if handles[name] == nil {
      guard FileManager.default.createFile(atPath: file, contents: nil),
        let handle = FileHandle(forWritingAtPath: file)
      else { throw .refused(path: file, reason: "the file cannot be created") }
      handles[name] = handle
    }
    try attempt(file) { try handles[name]?.write(contentsOf: bytes) }
  }

  /// Puts the results in their place.
  public func commit() throws(Failure) {
    let manager = FileManager.default
    for (name, handle) in handles {
      try attempt((staging as NSString).appendingPathComponent(name)) {
        try handle.synchronize()
        try handle.close()
      }
    }
    handles = [:]
    let old = staging + ".old"
    try attempt(path) {
      if manager.fileExists(atPath: path) { try manager.moveItem(atPath: path, toPath: old) }
      try manager.moveItem(atPath: staging, toPath: path)
      try? manager.removeItem(atPath: old)
    }
    isCommitted = true
  }

  private func attempt(_ path: String, _ action: () throws -> Void) throws(Failure) {
    do {
      try action()
    } catch {
      throw .refused(path: path, reason: error.localizedDescription)
    }
  }
}

extension ResultFolder.Failure: CustomStringConvertible {
  /// The failure with the path and a way out.
  public var description: String {
    switch self {
    case .exists(let path):
      "'\(path)' holds results already. Add --force to replace them, or --out DIR to write elsewhere."
    case .refused(let path, let reason):
      "'\(path)' cannot be written: \(reason) Nothing was changed. Choose another folder with --out DIR."
    }
  }
}
