import Foundation

/// Standard output and standard error.
enum Terminal {
  /// Prints a line for the user.
  static func print(_ text: String) {
    write(text + "\n", to: .standardOutput)
  }

  /// Prints a line about what went wrong or goes on.
  static func printError(_ text: String) {
    write(text + "\n", to: .standardError)
  }

  /// Writes text as it is.
  static func write(_ text: String, to handle: FileHandle) {
    // A reader that closed the pipe, such as `head`, has seen all it wants.
    try? handle.write(contentsOf: Data(text.utf8))
  }

  /// Whether standard output is a terminal that may show colours.
  static var showsColours: Bool {
    isatty(1) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
  }

  /// Whether somebody watches standard error.
  static var isWatched: Bool { isatty(2) == 1 }
}
