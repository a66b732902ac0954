import Foundation
import LabMetrics
import LabPictures
import LabReport
import LabResults
import LabText

/// Standard output and standard error.
enum Terminal {
  /// Why standard output took no more, if it did.
  private nonisolated(unsafe) static var refusal: WriteError?

  /// Whether standard output is for a report, so that what is for the user goes to standard error.
  nonisolated(unsafe) static var isTaken = false

  /// Whether the runner of GitHub Actions reads what is printed: it takes a line that begins with
  /// '::', and '##[' anywhere, for a command.
  nonisolated(unsafe) static var isReadByRunner =
    ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true"

  /// Prints a line for the user.
  static func print(_ text: String) {
    guard unsafe !isTaken else { return printError(text) }
    let text = visible(text)
    write(Data(((isPlain ? plain(text) : text) + "\n").utf8))
  }

  /// Prints a line about what went wrong or goes on.
  static func printError(_ text: String) { show(visible(text) + "\n") }

  /// Writes text to standard error as it is.
  static func show(_ text: String) {
    // What cannot be shown costs no result.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Writes results to standard output.
  static func writeResults(_ bytes: [UInt8]) throws(WriteError) {
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
      if error.systemCode != .EPIPE { unsafe refusal = .output(reason: error.systemReason) }
    }
  }

  /// What the command line asks for.
  nonisolated(unsafe) static var colorChoice = ColorChoice.auto

  /// Whether standard output may show colors.
  static var showsColours: Bool {
    unsafe colorChoice.isOn(
      isTerminal: isTerminal, environment: ProcessInfo.processInfo.environment)
  }

  /// What reports on standard output are shown on.
  static var screen: Screen {
    Screen(width: width(of: 1) ?? Screen.usualWidth, hasColors: showsColours)
  }

  /// Returns names with what is said of each: on a terminal no wider than it, for other programs a
  /// line each.
  static func list(_ rows: [(name: String, words: String)]) -> String {
    let indent = 2 + (rows.map(\.name.count).max() ?? 0)
    let screen = isTerminal ? screen : Screen(width: .max)
    return rows.flatMap { name, words in
      words.isEmpty ? [name] : screen.hanging(name, words, indent: indent)
    }.joined(separator: "\n")
  }

  /// Whether standard output is a terminal.
  static var isTerminal: Bool { isatty(1) == 1 }

  private static let isDumb = ProcessInfo.processInfo.environment["TERM"] == "dumb"

  /// The locale's characters as the environment names them; empty if it does not.
  private static let locale: String = {
    let environment = ProcessInfo.processInfo.environment
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
    return (names.first { !$0.isEmpty } ?? "").uppercased()
  }()

  private static let isUnicode = locale.contains("UTF-8") || locale.contains("UTF8")

  /// Whether text is ASCII: on a dumb terminal, on one whose locale is not known to be UTF-8, and
  /// wherever the locale is named and another.
  private static let isPlain = isDumb || !isUnicode && (isTerminal || !locale.isEmpty)

  /// Whether the locale and the terminal can show braille.
  static var showsBraille: Bool { !isDumb && isUnicode }

  /// With what plots are drawn beside a report; `nil` without a terminal.
  static var plots: TextWriter.Characters? {
    isTerminal ? showsBraille ? .braille : .plain : nil
  }

  /// Prints text in lines as wide as the terminal.
  static func printWrapped(_ text: String) {
    print(screen.wrapped(text).joined(separator: "\n"))
  }

  /// Returns text with the marks of reports in ASCII.
  private static func plain(_ text: String) -> String {
    let marks: [Character: String] = [
      "✓": "ok", "✗": "FAIL", "–": "-", "─": "-", "…": "...", "±": "+-", "‘": "'", "’": "'",
      "×": "x", "→": "->", "≈": "~", "·": ".", "−": "-", "▲": "^",
    ]
    return text.reduce(into: "") { $0 += marks[$1] ?? String($1) }
  }

  /// The columns of the terminal behind a descriptor, or what COLUMNS says; `nil` without either.
  private static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    let text = ProcessInfo.processInfo.environment["COLUMNS"]
    return text.flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
  }

  /// Whether standard error is a terminal.
  static var isWatched: Bool { isatty(2) == 1 }

  /// Returns text that plays no tricks: on a terminal, such as an escape in the name of a file, or
  /// a mark that turns the direction of writing, nor on the runner of GitHub Actions.
  static func visible(_ text: String) -> String {
    unsafe isReadByRunner ? withoutCommands(written(text)) : written(text)
  }

  /// Returns text of which the runner of GitHub Actions takes nothing for a command: a backslash
  /// stands in each that there was.
  ///
  /// - Source: `ActionCommand.cs` of actions/runner: white space before '::' does not count.
  private static func withoutCommands(_ text: String) -> String {
    text.replacing("##[", with: "#\\#[").split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in line.drop { $0.isWhitespace }.hasPrefix("::") ? "\\\(line)" : String(line) }
      .joined(separator: "\n")
  }

  /// Returns text in which whatever could play tricks on a terminal is written out.
  private static func written(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isTrick) else { return text }
    let colours = showsColours ? Screen.colors + TextWriter.sequences : []
    var visible = ""
    var rest = text[...]
    while let scalar = rest.unicodeScalars.first {
      if let colour = colours.first(where: rest.hasPrefix) {
        visible += colour
        rest.unicodeScalars.removeFirst(colour.unicodeScalars.count)
        continue
      }
      if isTrick(scalar) {
        visible += scalar.escape
      } else {
        visible.unicodeScalars.append(scalar)
      }
      rest.unicodeScalars.removeFirst()
    }
    return visible
  }

  private static func isTrick(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isTrick && scalar != "\n" && scalar != "\t"
  }
}

/// The three descriptors with which every program begins.
enum StandardStreams {
  /// Opens those that are closed, so that no file of a result is ever opened in their place.
  ///
  /// Standard output is opened in such a way that whatever is written to it fails, since it would
  /// be lost without a word otherwise.
  static func open() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      // The system gives out the lowest number that is free, which is this one.
      let mode = descriptor == 1 ? O_RDONLY : O_RDWR
      _ = unsafe Foundation.open("/dev/null", mode)
    }
  }
}

/// The words over the columns of tables.
enum TableWords {
  /// Words that stand for a metric with a longer name.
  private static let short = [
    "late_p99": "lateness_p99", "missed_dates": "missed",
    "wrong": "wrong_picture",
  ]
  private static let units = Set(MetricUnit.allCases.map { $0.symbol.lowercased() })

  /// Returns the metric of which a table prints a word, perhaps with its unit, or the name itself.
  static func metric(_ name: String) -> String {
    var words = name.lowercased().split(whereSeparator: { $0 == " " || $0 == "_" }).map(String.init)
    if let metric = short[words.joined(separator: "_")] { return metric }
    guard name.contains(" ") else { return name }
    if words.count > 1, units.contains(words.last ?? "") { words.removeLast() }
    let metric = words.joined(separator: "_")
    return short[metric] ?? metric
  }
}
