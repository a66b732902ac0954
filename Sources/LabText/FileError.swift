/// A file or folder that cannot be written.
public struct FileError: UserError, Hashable {
  /// The place, what is wrong, and what to do.
  public let message: String
  /// How the command ends.
  public var status: ExitStatus { .notWritten }

  /// Creates an error of one sentence or more.
  public init(_ message: String) { self.message = message }
}
