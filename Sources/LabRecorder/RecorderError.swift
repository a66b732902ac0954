/// Why a recording cannot be made, read or written.
public enum RecorderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system refused a file or memory, for the reason that it gave.
  case file(String, reason: String)
  /// The file is not the ring of a recorder, or was cut.
  case notARing(String)

  /// The place and the reason.
  public var description: String {
    switch self {
    case .file(let name, let reason): "\(name): \(reason)"
    case .notARing(let name):
      "\(name): not the ring of a recorder. Give the file that 'LoopRecorder.start(inFile:)' made."
    }
  }
}
