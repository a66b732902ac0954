/// A mistake that the user of the command can mend, in a sentence that says how.
package protocol UserError: Error, CustomStringConvertible {
  /// The place, what is wrong, and what to do.
  var message: String { get }
  /// How a command ends that this error ends.
  var status: ExitStatus { get }
  /// Whether the message begins with the file that is wrong, as `beat.lab:7:1: error:`.
  var hasPlace: Bool { get }
}

extension UserError {
  /// The message.
  package var description: String { message }
  /// No.
  package var hasPlace: Bool { false }
}
