/// Reads the files that an experiment names.
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
}
