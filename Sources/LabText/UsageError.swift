/// A command line that is wrong.
package struct UsageError: UserError, Hashable {
  /// The place, what is wrong, and what to do.
  package let message: String
  /// How the command ends.
  package var status: ExitStatus { .wrongUsage }

  /// Creates an error of one sentence or more.
  package init(_ message: String) { self.message = message }
}
