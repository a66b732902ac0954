#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Why a recording cannot be made, read or written.
public enum RecorderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system refused a file or memory, for the reason that it gave.
  case file(String, reason: String)
  /// The file is not the ring of a recorder, or was cut.
  case notARing(String)
  /// The file is the ring of a recorder, and something in it was not written by one.
  case damaged(String, fault: String)

  /// The place and the reason.
  public var description: String {
    switch self {
    case .file(let name, let reason): "\(name): \(reason)"
    case .notARing(let name):
      "\(name): not the ring of a recorder. Give the file that 'LoopRecorder.start(inFile:)' made."
    case .damaged(let name, let fault):
      "\(name): \(fault). The ring is damaged: give the file as the recorder left it."
    }
  }

  /// What the last call of the system, or the one with this error number, says of a file.
  static func system(_ path: String, _ number: Int32 = errno, _ more: String = "") -> Self {
    .file(path, reason: unsafe String(cString: strerror(number)) + more)
  }
}
