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
  /// By itself a message names no file.
  package var hasPlace: Bool { false }
}

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

/// A command line that is wrong.
package struct UsageError: UserError, Hashable {
  /// The place, what is wrong, and what to do.
  package let message: String
  /// How the command ends.
  package var status: ExitStatus { .wrongUsage }

  /// Creates an error of one sentence or more.
  package init(_ message: String) { self.message = message }
}

/// How a command ends.
package enum ExitStatus: Int32, Hashable, Sendable {
  /// Every expectation holds, or there was nothing to judge.
  case success = 0
  /// An expectation fails.
  case expectationFailed = 1
  /// The command line is wrong.
  case wrongUsage = 2
  /// A script or another input file is wrong.
  case wrongInput = 3
  /// Results could not be written.
  case notWritten = 4
  /// The lab itself is at fault.
  case broken = 5
  /// An expectation about a run on the host is undecided.
  case undecided = 6
}
