/// A command line that makes no sense.
public struct UsageError: UserError, Hashable {
  /// What is wrong, and the remedy.
  public let description: String

  /// Says what is wrong.
  package init(_ message: String) { description = message }

  /// The status of wrong usage.
  public var status: ExitStatus { .wrongUsage }
}
