import Foundation
package import LabText

/// Files that appear together: all of them whole, or none.
///
/// There is one rule for all of them. A file that is not there is written; one that the lab can
/// tell for its own is replaced, and so is one with the very bytes; any other is only replaced if
/// that is asked for; and a link, a folder or a device never is. One command writes a file at a
/// time.
package struct WholeFiles {
  private let files: [(path: String, bytes: Data)]

  package init(_ files: [(path: String, text: String)]) {
    self.files = files.map { ($0.path, Data($0.text.utf8)) }
  }

  package init(_ files: [(path: String, bytes: [UInt8])]) {
    self.files = files.map { ($0.path, Data($0.bytes)) }
  }

  /// Writes the files.
  ///
  /// - Parameter replaces: Whether files are replaced that the lab does not know for its own.
  /// - Throws: ``WriteError`` if one cannot be written; then all of them are as they were, or it
  ///   says which are not.
  package func write(replacing replaces: Bool) throws(WriteError) {
    var locks: [FileLock] = []
    for (path, _) in files {
      let lockPath = Self.hidden(path, "lock")
      guard let lock = try FileLock(lockPath, refusing: { .unwritten(path: path, reason: $0) })
      else { throw .inUse(path: path) }
      locks.append(lock)
    }
    try withExtendedLifetime(locks) { () throws(WriteError) in
      try writeLocked(replacing: replaces)
    }
  }

  private func writeLocked(replacing replaces: Bool) throws(WriteError) {
    for (path, bytes) in files {
      try Self.check(path, replacing: replaces) {
        (try? Data(contentsOf: URL(fileURLWithPath: path))) == bytes
      }
    }
    defer {
      for file in files {
        try? FileManager.default.removeItem(atPath: Self.hidden(file.path, "partial"))
      }
    }
    for file in files {
      do {
        try file.bytes.write(to: URL(fileURLWithPath: Self.hidden(file.path, "partial")))
      } catch {
        throw .unwritten(path: file.path, reason: error.systemReason)
      }
    }
    var placed: [String] = []
    for file in files {
      guard let reason = Self.place(file.path) else {
        placed.append(file.path)
        continue
      }
      let written = placed.filter { !Self.takeBack($0) }
      guard written.isEmpty else {
        throw .torn(path: file.path, reason: reason, written: written)
      }
      throw .unwritten(path: file.path, reason: reason)
    }
    for path in placed {
      try? FileManager.default.removeItem(atPath: Self.hidden(path, "previous"))
    }
  }

  /// Refuses what may not be replaced; commands ask before their work, too.
  ///
  /// - Parameters:
  ///   - path: The path of a file; `-` is standard output.
  ///   - replaces: Whether a file is replaced that the lab does not know for its own.
  ///   - isKept: Whether it would be the same, or may be.
  /// - Throws: ``WriteError`` if something else is there.
  package static func check(
    _ path: String, replacing replaces: Bool, or isKept: () -> Bool = { false }
  ) throws(WriteError) {
    // A link is not followed: what it leads to is not what was named.
    guard path != "-", let there = try? FileManager.default.attributesOfItem(atPath: path) else {
      return
    }
    guard there[.type] as? FileAttributeType == .typeRegular else { throw .notAFile(path: path) }
    guard replaces || OwnFile.isOwn(path) || isKept() else { throw .exists(path: path) }
  }

  /// Refuses a path in a folder that is not there.
  package static func checkFolder(of path: String) throws(WriteError) {
    var isFolder: ObjCBool = false
    let folder = path.parentPath
    guard !folder.isEmpty,
      unsafe !FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
        || !isFolder.boolValue
    else { return }
    throw .noFolder(
      path: path, folder: folder, isFile: FileManager.default.fileExists(atPath: folder))
  }

  /// Refuses to write what is read, by whatever path.
  ///
  /// - Parameters:
  ///   - path: The path that was asked for; `-` is standard output.
  ///   - written: The path of what is written; `nil` for the same.
  ///   - inputs: The paths of what is read.
  ///   - option: How the path was asked for, up to the path, such as `--save `.
  /// - Throws: `UsageError` with a name that is free.
  package static func check(
    _ path: String, writing written: String? = nil, isNoneOf inputs: [String], for option: String
  ) throws(UsageError) {
    let place = resolved(written ?? path)
    guard path != "-", let input = inputs.first(where: { resolved($0) == place }) else { return }
    throw UsageError(
      "'\(option)\(path)' would replace '\(input)', which this command reads or writes. Choose another"
        + " name, for example '\(option)\(freeName(beside: path))'.")
  }

  /// A path without links and steps back.
  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// The first path of `x-2.lab`, `x-3.lab` and so on at which there is nothing.
  private static func freeName(beside path: String) -> String {
    let name = path as NSString
    let (stem, ending) = (name.deletingPathExtension, name.pathExtension)
    let paths = (2...).lazy.map { "\(stem)-\($0)" + (ending.isEmpty ? "" : ".\(ending)") }
    return paths.first { !FileManager.default.fileExists(atPath: $0) } ?? path
  }

  /// Makes a folder, unless it is there.
  package static func makeFolder(_ path: String) throws(WriteError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .unwritten(path: path, reason: error.systemReason)
    }
  }

  /// Puts a file in its place and keeps the one that was there; returns why that failed, if it did.
  private static func place(_ path: String) -> String? {
    let previous = hidden(path, "previous")
    let isThere = FileManager.default.fileExists(atPath: path)
    try? FileManager.default.removeItem(atPath: previous)
    // A second name for it, so that something whole lies at the path at any instant; some file
    // systems have none.
    if isThere, unsafe link(path, previous) != 0, let reason = move(path, to: previous) {
      return reason
    }
    guard let reason = move(hidden(path, "partial"), to: path) else { return nil }
    if isThere { _ = move(previous, to: path) }
    return reason
  }

  /// Brings back what was where a file belongs; returns whether that succeeded.
  private static func takeBack(_ path: String) -> Bool {
    let previous = hidden(path, "previous")
    guard !FileManager.default.fileExists(atPath: previous) else {
      return move(previous, to: path) == nil
    }
    return (try? FileManager.default.removeItem(atPath: path)) != nil
  }

  /// Renames a file; returns why that failed, if it did.
  private static func move(_ path: String, to other: String) -> String? {
    unsafe rename(path, other) == 0 ? nil : systemWords()
  }

  /// Returns the path of something hidden beside a file or folder.
  static func hidden(_ path: String, _ word: String) -> String {
    let (folder, name) = (path.parentPath as NSString, (path as NSString).lastPathComponent)
    return folder.appendingPathComponent(".\(name).\(word)")
  }
}

/// By what a file is known for one that the lab wrote, and may write again without being told to.
///
/// Tables have no mark, nor have scripts and recordings: people write such files, too.
enum OwnFile {
  /// How many bytes are looked at.
  private static let head = 4_000

  /// What stands in the first bytes of a page, a picture, a report or a trace of the lab.
  private static let marks = [
    "<meta name=\"generator\" content=\"RunLoopLab\"/>",
    " role=\"img\" aria-labelledby=\"pt pd\">\n<title id=\"pt\">",
    "{\"schema\":\"runlooplab/", "\"otherData\":{\"tool\":\"RunLoopLab\"", "<!-- RunLoopLab -->",
    "<testsuites name=\"runlooplab\"",
  ]

  /// Whether the lab wrote what is at a path.
  static func isOwn(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    // What cannot be read is not known to be the lab's.
    guard let bytes = try? file.read(upToCount: head) else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    return marks.contains(where: text.contains)
  }
}
