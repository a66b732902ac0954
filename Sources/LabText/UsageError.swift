/// A command line that is wrong.
public struct UsageError: UserError, Hashable {
  /// The place, what is wrong, and what to do.
  public let message: String
  /// How the command ends.
  public var status: ExitStatus { .wrongUsage }

  /// Creates an error of one sentence or more.
  public init(_ message: String) { self.message = message }
}
