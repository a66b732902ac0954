import Foundation
import LabImport
import LabText

/// Reads the files that an experiment names; the only part of the library that touches a disk.
package enum InputFile {
  /// Why a file could not be read.
  package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such file. One that was looked for on the disk has its path, and the file that
    /// may have been meant is searched for when this is told: most who miss a file do without.
    case missing(at: String? = nil)
    /// It is a folder, a device or a pipe.
    case notAFile
    /// The system refused.
    case unreadable

    /// The reason in words.
    package var description: String {
      switch self {
      case .missing(let path):
        "there is no such file"
          + (path.flatMap(InputFile.near).map { ", but '\($0)' is there" } ?? "")
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
      throw .missing(at: path)
    }
    // Opening a pipe would wait for a writer, perhaps for ever.
    guard attributes[.type] as? FileAttributeType == .typeRegular else { throw .notAFile }
    guard let handle = try? FileHandle(forReadingFrom: url),
      let data = try? handle.read(upToCount: limit + 1) ?? Data()
    else { throw .unreadable }
    return [UInt8](data)
  }

  /// Returns the file that may have been meant by a path at which there is none.
  private static func near(_ path: String) -> String? {
    let end = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let folder = String(path[..<end])
    let shown = names(in: folder).filter { Label.clean($0, length: .max) == $0 }.sorted()
    return Spelling.nearest(to: String(path[end...]), among: shown).map { folder + $0 }
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
