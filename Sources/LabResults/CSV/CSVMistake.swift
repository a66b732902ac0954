/// What is wrong with a file of comma-separated values, with its place.
public struct CSVMistake: Error, Hashable, CustomStringConvertible {
  /// The place, what is wrong, and the remedy.
  public let description: String

  /// Says what is wrong at a line and a column, both from 1.
  package init(path: String, line: Int, column: Int, _ message: String) {
    description = "\(path):\(line):\(column): error: \(message)"
  }

  /// Says that a file cannot be read.
  init(unreadable path: String, _ failure: ResultFolder.Failure) {
    let reason =
      switch failure {
      case .refused(_, let reason), .interrupted(_, let reason), .noTemporaryFile(_, let reason):
        reason
      case .busy, .unfinished, .unfinishedOther, .occupied, .changed: "it is in use"
      }
    description = "\(path): error: the file cannot be read: \(reason)."
  }
}
