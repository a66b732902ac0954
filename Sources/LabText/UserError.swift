/// A mistake that the user of the command can mend, in a sentence that says how.
public protocol UserError: Error, CustomStringConvertible {
  /// The place, what is wrong, and what to do.
  var message: String { get }
  /// How a command ends that this error ends.
  var status: ExitStatus { get }
}

extension UserError {
  /// The message.
  public var description: String { message }
}
