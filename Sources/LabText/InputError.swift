/// A script, recording, trace or result that cannot be read, or that says something wrong.
package struct InputError: UserError, Hashable {
  /// The place, what is wrong, and what to do.
  package let message: String
  /// Whether the message begins with the file, as `beat.lab:7:1: error:`.
  package let hasPlace: Bool
  /// How the command ends.
  package var status: ExitStatus { .wrongInput }

  /// Creates an error of one sentence or more.
  package init(_ message: String) { (self.message, hasPlace) = (message.onOneLine, false) }

  /// Creates an error about a file, or about a line and a column of it, both from 1.
  package init(path: String, line: Int? = nil, column: Int? = nil, _ message: String) {
    let place = [path] + [line, column].compactMap { $0.map(String.init) }
    self.message = (place.joined(separator: ":") + ": error: " + message).onOneLine
    hasPlace = true
  }
}
