import Foundation

/// A hidden folder that one process keeps beside a folder of results while it writes them.
struct HiddenFolder {
  /// What it is for.
  enum Role: String, CaseIterable {
    /// Results that are not complete yet.
    case partial
    /// The results before, until the new ones have taken their place.
    case old
  }

  let path: String

  init(_ role: Role, for result: String) {
    let process = ProcessInfo.processInfo.processIdentifier
    path = Self.path(beside: result, "\(Self.prefix(of: result))\(process).\(role.rawValue)")
  }

  /// Removes the folder with all that is in it, if it is there.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Puts back the results that a killed process was about to replace, and removes them where they
  /// are replaced.
  static func restoreOldResults(of result: String) {
    let manager = FileManager.default
    for path in left(.old, of: result) {
      if manager.fileExists(atPath: result) {
        try? manager.removeItem(atPath: path)
      } else {
        try? manager.moveItem(atPath: path, toPath: result)
      }
    }
  }

  /// The folders with unfinished results that killed processes left.
  static func remains(of result: String) -> [HiddenFolder] {
    left(.partial, of: result).map(HiddenFolder.init(path:))
  }

  private init(path: String) { self.path = path }

  /// The paths of the folders with a role whose process is gone, in the order of their names.
  private static func left(_ role: Role, of result: String) -> [String] {
    let parent = (result as NSString).deletingLastPathComponent
    let names = try? FileManager.default.contentsOfDirectory(atPath: parent.isEmpty ? "." : parent)
    return (names ?? []).sorted().filter { self.role(of: $0, for: result) == role }
      .map { path(beside: result, $0) }
  }

  /// Returns the role of a hidden folder whose process is gone; `nil` for anything else.
  private static func role(of name: String, for result: String) -> Role? {
    let prefix = prefix(of: result)
    guard name.hasPrefix(prefix) else { return nil }
    let parts = name.dropFirst(prefix.count).split(separator: ".")
    guard parts.count == 2, let process = Int32(parts[0]), process > 0, kill(process, 0) != 0,
      errno == ESRCH
    else { return nil }
    return Role(rawValue: String(parts[1]))
  }

  private static func prefix(of result: String) -> String {
    ".\((result as NSString).lastPathComponent)."
  }

  private static func path(beside result: String, _ name: String) -> String {
    ((result as NSString).deletingLastPathComponent as NSString).appendingPathComponent(name)
  }
}
