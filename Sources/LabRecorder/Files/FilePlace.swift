import CoreFoundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What lies at a path before a file is written there: a file, or nothing.
struct FilePlace {
  /// Who may read and write the file that lies there; `nil` if there is none.
  let rights: mode_t?

  /// Looks at a path.
  ///
  /// - Throws: ``RecorderError`` if what lies there is no file: it is never replaced.
  init(_ path: String) throws(RecorderError) {
    var found = stat()
    guard unsafe lstat(path, &found) == 0 else {
      rights = nil
      return
    }
    let kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: nil as String?
      case S_IFLNK: "a link"
      case S_IFDIR: "a folder"
      case S_IFIFO: "a pipe"
      case S_IFSOCK: "a socket"
      default: "a device"
      }
    if let kind {
      throw .file(path, reason: "it is \(kind), which is not replaced: give the name of a file")
    }
    rights = found.st_mode & 0o777
  }
}
