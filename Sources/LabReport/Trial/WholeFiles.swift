import Foundation

/// Files that appear together: all of them whole, or none.
public struct WholeFiles {
  /// Why nothing was written.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    /// There is another file in the place of one.
    case occupied(path: String)
    /// There is a folder, a link or a device in the place of one.
    case notAFile(path: String)
    /// The system refused.
    case refused(path: String, reason: String)

    /// The reason with a way out.
    public var description: String {
      switch self {
      case .occupied(let path):
        "'\(path)' is there already. Choose another name, or replace it by --force. Nothing was"
          + " written."
      case .notAFile(let path):
        "'\(path)' is a folder, a link or a device. Choose another name. Nothing was written."
      case .refused(let path, let reason):
        "'\(path)' cannot be written: \(reason). Nothing was written."
      }
    }
  }

  private let files: [(path: String, bytes: Data)]

  /// Prepares files.
  public init(_ files: [(path: String, text: String)]) {
    self.files = files.map { ($0.path, Data($0.text.utf8)) }
  }

  /// Writes the files.
  ///
  /// - Parameter replaces: Whether files that are there already, with other bytes, are replaced.
  /// - Throws: ``Failure`` if one cannot be written; then all of them are as they were.
  public func write(replacing replaces: Bool) throws(Failure) {
    for file in files { try check(file.path, file.bytes, replaces) }
    var partial: [String] = []
    defer { for path in partial { try? FileManager.default.removeItem(atPath: path) } }
    for file in files {
      let path = Self.partial(file.path)
      partial.append(path)
      do {
        try file.bytes.write(to: URL(fileURLWithPath: path))
      } catch {
        throw .refused(path: file.path, reason: error.systemReason)
      }
    }
    for file in files {
      guard unsafe rename(Self.partial(file.path), file.path) == 0 else {
        let reason = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO).systemReason
        throw .refused(path: file.path, reason: reason)
      }
    }
  }

  private func check(_ path: String, _ bytes: Data, _ replaces: Bool) throws(Failure) {
    // A link is not followed: what it leads to is not what was named.
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw .notAFile(path: path)
    }
    guard replaces || (try? Data(contentsOf: URL(fileURLWithPath: path))) == bytes else {
      throw .occupied(path: path)
    }
  }

  private static func partial(_ path: String) -> String {
    let (folder, name) = (
      (path as NSString).deletingLastPathComponent as NSString, (path as NSString).lastPathComponent
    )
    return folder.appendingPathComponent(".\(name).partial")
  }
}
