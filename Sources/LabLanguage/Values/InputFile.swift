import Foundation

/// Reads the files that an experiment names; the only part of the library that touches a disk.
package enum InputFile {
  /// Why a file could not be read.
  package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such file.
    case missing
    /// It is a folder, a device or a pipe.
    case notAFile
    /// The system refused.
    case unreadable

    /// The reason in words.
    package var description: String {
      switch self {
      case .missing: "there is no such file"
      case .notAFile: "it is not a file"
      case .unreadable: "reading is not permitted or failed"
      }
    }
  }

  /// The largest file that is ever accepted, in bytes.
  package static let limit = Limits.recordingBytes

  /// Returns the bytes of a file, cut off one byte after the largest size that is ever accepted.
  package static func read(_ path: String) throws(Problem) -> [UInt8] {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else {
      throw .missing
    }
    // Opening a pipe would wait for a writer, perhaps for ever.
    guard attributes[.type] as? FileAttributeType == .typeRegular else { throw .notAFile }
    guard let handle = try? FileHandle(forReadingFrom: url),
      let data = try? handle.read(upToCount: limit + 1) ?? Data()
    else { throw .unreadable }
    return [UInt8](data)
  }

  /// Returns the names of what a folder holds, but for folders, in no order.
  ///
  /// - Parameter folder: A path with a slash at its end; empty for the working folder.
  /// - Returns: The names; none of a folder that cannot be read.
  package static func names(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    return (names ?? []).filter { name in
      var isFolder: ObjCBool = false
      _ = unsafe FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder)
      return !isFolder.boolValue
    }
  }
}
