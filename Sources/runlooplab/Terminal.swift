import Foundation
import LabPictures
import LabReport

/// Standard output and standard error.
enum Terminal {
  /// Standard output takes no more.
  struct Refusal: Error, CustomStringConvertible {
    let reason: String

    var description: String { "standard output cannot be written: \(reason)." }
  }

  /// Why standard output took no more, if it did.
  private nonisolated(unsafe) static var refusal: Refusal?

  /// Prints a line for the user.
  static func print(_ text: String) { write(Data((visible(text) + "\n").utf8)) }

  /// Prints a line about what went wrong or goes on.
  static func printError(_ text: String) { show(visible(text) + "\n") }

  /// Writes text to standard error as it is.
  static func show(_ text: String) {
    // What cannot be shown costs no result.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Writes results to standard output.
  static func writeResults(_ bytes: [UInt8]) throws(Refusal) {
    write(Data(bytes))
    if let refusal = unsafe refusal { throw refusal }
  }

  /// Returns the status with which the command ends: its own, unless standard output refused.
  static func finalStatus(_ status: ExitStatus) -> ExitStatus {
    guard let refusal = unsafe refusal else { return status }
    printError("runlooplab: error: \(refusal)")
    return .notWritten
  }

  /// A reader that closed the pipe, such as `head`, has seen all it wants.
  private static func write(_ bytes: Data) {
    guard unsafe refusal == nil else { return }
    do {
      try FileHandle.standardOutput.write(contentsOf: bytes)
    } catch {
      if error.systemCode != .EPIPE { unsafe refusal = Refusal(reason: error.systemReason) }
    }
  }

  /// Whether standard output is a terminal.
  static var isRead: Bool { isatty(1) == 1 }

  /// Whether standard output is a terminal that may show colours.
  static var showsColours: Bool {
    isRead && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
  }

  /// Whether the locale and the terminal can show braille: UTF-8, and not a dumb terminal.
  static var showsBraille: Bool {
    let environment = ProcessInfo.processInfo.environment
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return environment["TERM"] != "dumb"
      && locale.uppercased().replacing("-", with: "").contains("UTF8")
  }

  /// Whether standard error is a terminal.
  static var isWatched: Bool { isatty(2) == 1 }

  /// Returns text in which whatever could play tricks on a terminal is written out, such as an escape
  /// in the name of a file, or a mark that turns the direction of writing.
  static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isTrick) else { return text }
    let colours = showsColours ? TerminalReport.colours + TextWriter.sequences : []
    var visible = ""
    var rest = text[...]
    while let scalar = rest.unicodeScalars.first {
      if let colour = colours.first(where: rest.hasPrefix) {
        visible += colour
        rest.unicodeScalars.removeFirst(colour.unicodeScalars.count)
        continue
      }
      if isTrick(scalar) {
        visible += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        visible.unicodeScalars.append(scalar)
      }
      rest.unicodeScalars.removeFirst()
    }
    return visible
  }

  private static func isTrick(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0a: false
    case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200b, 0x200e...0x200f, 0x2028...0x202e, 0x2060...0x206f,
      0xfeff:
      true
    default: false
    }
  }
}

/// Returns a number of things in words: `1 run`, `2 runs`.
func counted(_ count: Int, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}
