import Foundation
import LabReport

/// Standard output and standard error.
enum Terminal {
  /// Standard output takes no more.
  struct Refusal: Error, CustomStringConvertible {
    let reason: String

    var description: String { "standard output cannot be written: \(reason)." }
  }

  /// Prints a line for the user.
  static func print(_ text: String) {
    write(text + "\n", to: .standardOutput)
  }

  /// Prints a line about what went wrong or goes on.
  static func printError(_ text: String) {
    write(text + "\n", to: .standardError)
  }

  /// Writes text as it is; where it cannot be shown, no result is lost.
  static func write(_ text: String, to handle: FileHandle) {
    try? handle.write(contentsOf: Data(text.utf8))
  }

  /// Writes results to standard output.
  ///
  /// A reader that closed the pipe, such as `head`, has seen all it wants.
  static func writeResults(_ bytes: [UInt8]) throws(Refusal) {
    do {
      try FileHandle.standardOutput.write(contentsOf: bytes)
    } catch {
      guard error.systemCode == .EPIPE else { throw Refusal(reason: error.systemReason) }
    }
  }

  /// Whether standard output is a terminal that may show colours.
  static var showsColours: Bool {
    isatty(1) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
  }

  /// Whether somebody watches standard error.
  static var isWatched: Bool { isatty(2) == 1 }
}

/// Returns a number of things in words: `1 run`, `2 runs`.
func counted(_ count: Int, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}
