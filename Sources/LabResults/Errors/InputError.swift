/// What is wrong with a file or a folder that was read.
public struct InputError: UserError, Hashable {
  /// What is wrong, and the remedy.
  public let description: String
  /// Whether the description begins with the file.
  public let hasPlace: Bool

  /// Says what is wrong.
  package init(_ message: String) {
    (description, hasPlace) = (message.onOneLine, false)
  }

  /// Says what is wrong with a file, or at a line and a column of it, both from 1.
  package init(path: String, line: Int? = nil, column: Int? = nil, _ message: String) {
    let place = [path] + [line, column].compactMap { $0.map(String.init) }
    description = (place.joined(separator: ":") + ": error: " + message).onOneLine
    hasPlace = true
  }

  /// Says that a file cannot be read, and why; without a reason something else holds it.
  init(unreadable path: String, _ reason: String?) {
    self.init(path: path, "the file cannot be read: \(reason ?? "it is in use").")
  }

  /// The status of a mistake in an input file.
  public var status: ExitStatus { .wrongInput }
}
