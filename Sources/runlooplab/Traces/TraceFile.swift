import Foundation
import LabExperiment
import LabImport
import LabLanguage
import LabMetrics
import LabResults
import LabStudy
import LabText

/// A trace of another tool, as operands and options name it.
struct TraceFile {
  /// A trace that cannot serve, and what the command ends with.
  struct Refusal: Error {
    let message: String
    let status: ExitStatus
  }

  /// What is taken of a trace.
  static let choices = [
    Option("--thread", "NAME", "the thread, by name or number (default: the main thread)"),
    Option("--process", "NAME", "its process, by name or number"),
    Option("--least", "TIME", "leave out shorter tasks (default: 100 us)"),
    Option("--clock", "CLOCK", "what a task takes: wall (default) or cpu time, where known"),
    Option(
      "--format", "FORMAT",
      "\(Spelling.list(formats.map(\.name))) (default: recognized by the first bytes)"),
    Option("--with", "FILE", "another export of Instruments: signposts, or vsyncs"),
  ].map { $0.about(.trace) }

  static let options =
    choices
    + [
      Option("--from", "TIME", "start of the window, from the first event (default: 0 s)"),
      Option("--to", "TIME", "end of the window, from the first event"),
      Option("--whole-file", nil, "end with 3 if the file is truncated"),
      Option("--anonymise", nil, "replace names of tasks, threads and processes by numbers"),
    ].map { $0.about(.trace) }

  private static let formats = TraceFormat.allCases.map { (name: "\($0)", format: $0) }

  let path: String
  let options: ImportOptions
  let clock: RecordingWriter.Clock
  private let other: String?
  private let isStrict: Bool

  /// Reads the one operand and the options about it.
  init(_ arguments: Arguments) throws {
    guard arguments.operands.count == 1 else {
      throw UsageError("name one trace.")
    }
    try self.init(arguments.operands[0], arguments)
  }

  /// Reads the options about a trace; those of a window only for a subcommand that has all of them.
  init(_ path: String, _ arguments: Arguments) throws {
    self.path = path
    if path.contains("://") {
      throw UsageError(
        "'\(path)' is not a file. Download it first: curl -LO '\(path)'.")
    }
    try Scripts.checkNoResult(path)
    other = arguments.text("--with")
    let hasWindow = arguments.offers("--to")
    isStrict = hasWindow && arguments.has("--whole-file")
    let clock = arguments.text("--clock") ?? "wall"
    guard let known = RecordingWriter.Clock(rawValue: clock) else {
      throw UsageError("'--clock \(clock)' is neither 'wall' nor 'cpu'.")
    }
    self.clock = known
    options = ImportOptions(
      thread: arguments.text("--thread"), process: arguments.text("--process"),
      from: hasWindow ? try Self.nanoseconds("--from", arguments) : nil,
      to: hasWindow ? try Self.nanoseconds("--to", arguments) : nil,
      least: try Self.nanoseconds("--least", arguments) ?? 100_000,
      anonymised: hasWindow && arguments.has("--anonymise"), format: try Self.format(arguments))
  }

  /// Takes all of a trace's main thread, but for tasks that are shorter.
  init(whole path: String, least: Int64 = 0) {
    self.path = path
    (options, clock, other, isStrict) = (ImportOptions(least: least), .wall, nil, false)
  }

  private static func nanoseconds(_ option: String, _ arguments: Arguments) throws -> Int64? {
    try arguments.duration(option).map { Int64($0 / .nanoseconds(1)) }
  }

  private static func format(_ arguments: Arguments) throws(UsageError) -> TraceFormat? {
    guard let text = arguments.text("--format") else { return nil }
    guard let known = formats.first(where: { $0.name == text }) else {
      throw UsageError(
        "there is no format '\(text)'."
          + Spelling.hint(for: text, among: formats.map(\.name)))
    }
    return known.format
  }

  /// Whether a file can be tried, by its first bytes.
  static func isTrace(_ path: String) -> Bool {
    guard path != Scripts.standardInput, !path.hasSuffix(".lab"),
      let head = try? FileBytes(path).head()
    else { return false }
    return TrialInput.isRecording(head) || head.starts(with: [0x1f, 0x8b])
      || (try? TraceFormat.recognize(head)) != nil
  }

  /// The name of a recording that is made of the file: its own without extensions, as one word.
  var name: String { Self.name(of: path == Scripts.standardInput ? "stdin" : path) }

  /// What messages and titles call the file.
  var title: String { FileBytes.title(of: path) }

  /// Returns the name that a recording or a script has, from a path.
  static func name(of path: String) -> String {
    var name = (path as NSString).lastPathComponent
    let extensions = [
      "gz", "json", "trace", "xml", "txt", "csv", "html", "log", "pb", "pftrace", "perfetto-trace",
      "lab",
    ]
    while let known = extensions.first(where: { name.hasSuffix(".\($0)") }),
      name.count > known.count + 1
    {
      name.removeLast(known.count + 1)
    }
    let word = String(name.map { $0.isLetter || $0.isNumber || "_-.".contains($0) ? $0 : "_" })
    return word.first.map { $0.isLetter || $0.isNumber } == true ? word : "trace" + word
  }

  /// Reads the trace.
  ///
  /// - Throws: ``Refusal`` with the reason and the remedy.
  func read() throws(Refusal) -> ImportedTrace { try read(FileBytes(path)) }

  /// Reads the trace from bytes of which the start may have been looked at.
  func read(_ source: FileBytes) throws(Refusal) -> ImportedTrace {
    let trace: ImportedTrace
    let joined = try other.map { path throws(Refusal) in try FileBytes(path) }
    do throws(ImportFailure) {
      trace = try TraceImporter.read(
        source.source, options: options, joining: joined?.source)
    } catch {
      throw refusal(error)
    }
    try check(source, joined)
    if isStrict, trace.tally.isTruncated {
      throw Refusal(
        message: "\(title): error: the file ends in the middle. Without --whole-file what is"
          + " whole is taken.", status: .wrongInput)
    }
    return trace
  }

  static let list = Option(
    "--list", nil, "print the threads that have tasks, and write nothing"
  ).about(.trace)

  /// Prints the threads that could be the main thread.
  func list(_ source: FileBytes) throws(Refusal) -> ExitStatus {
    let threads: [ImportedTrace.Thread]
    do throws(ImportFailure) {
      threads = try TraceImporter.threads(source.source, options: options)
    } catch {
      throw refusal(error)
    }
    try check(source, nil)
    Terminal.print(ImportedTrace.Thread.table(threads))
    return .success
  }

  /// Throws if a file could not be read to its end.
  func check(_ files: FileBytes?...) throws(Refusal) {
    for case let file? in files {
      guard let reason = file.failure else { continue }
      throw Refusal(
        message: "\(file.title): error: the file cannot be read: \(reason).", status: .wrongInput)
    }
  }

  /// Returns what is said of a trace that cannot serve.
  func refusal(_ failure: ImportFailure) -> Refusal {
    let isChosen =
      options.thread != nil || options.process != nil || options.from != nil || options.to != nil
    let status: ExitStatus =
      switch failure {
      case .ambiguous: .wrongUsage
      case .empty where isChosen: .wrongUsage
      case .empty, .unsupported, .broken, .tooLarge: .wrongInput
      }
    return Refusal(message: "\(title): error: \(failure)", status: status)
  }
}
