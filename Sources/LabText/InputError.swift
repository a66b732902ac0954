/// A script, recording or trace that cannot be read, or that says something wrong.
public struct InputError: UserError, Hashable {
  /// The place, what is wrong, and what to do.
  public let message: String
  /// How the command ends.
  public var status: ExitStatus { .wrongInput }

  /// Creates an error of one sentence or more.
  public init(_ message: String) { self.message = message }
}
