import Foundation
import LabImport
import LabLanguage
import LabMetrics
import LabStudy
import LabText

/// The options about a trace of another tool.
enum TraceOption {
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

  fileprivate static let formats = TraceFormat.allCases.map { (name: "\($0)", format: $0) }

  static let list = Option(
    "--list", nil, "print the threads that have tasks, and write nothing"
  ).about(.trace)
}

extension TraceFile {
  /// Reads the one operand and the options about it.
  init(_ arguments: Arguments) throws {
    guard arguments.operands.count == 1 else {
      throw UsageError("name one trace.")
    }
    try self.init(arguments.operands[0], arguments)
  }

  /// Reads the options about a trace; those of a window only for a subcommand that has all of them.
  init(_ path: String, _ arguments: Arguments) throws {
    if path.contains("://") {
      throw UsageError(
        "'\(path)' is not a file. Download it first: curl -LO '\(path)'.")
    }
    try Scripts.checkNoResult(path)
    let hasWindow = arguments.offers("--to")
    let clock = arguments.text("--clock") ?? "wall"
    guard let known = RecordingWriter.Clock(rawValue: clock) else {
      throw UsageError("'--clock \(clock)' is neither 'wall' nor 'cpu'.")
    }
    let options = ImportOptions(
      thread: arguments.text("--thread"), process: arguments.text("--process"),
      from: hasWindow ? try Self.nanoseconds("--from", arguments) : nil,
      to: hasWindow ? try Self.nanoseconds("--to", arguments) : nil,
      least: try Self.nanoseconds("--least", arguments) ?? 100_000,
      anonymised: hasWindow && arguments.has("--anonymise"), format: try Self.format(arguments))
    self.init(
      path, options, clock: known, joining: arguments.text("--with"),
      isStrict: hasWindow && arguments.has("--whole-file"))
  }

  private static func nanoseconds(_ option: String, _ arguments: Arguments) throws -> Int64? {
    try arguments.duration(option).map { Int64($0 / .nanoseconds(1)) }
  }

  private static func format(_ arguments: Arguments) throws(UsageError) -> TraceFormat? {
    guard let text = arguments.text("--format") else { return nil }
    guard let known = TraceOption.formats.first(where: { $0.name == text }) else {
      throw UsageError(
        "there is no format '\(text)'."
          + Spelling.hint(for: text, among: TraceOption.formats.map(\.name)))
    }
    return known.format
  }

  /// Prints the threads that could be the main thread.
  func list(_ source: FileBytes) throws(Refusal) -> ExitStatus {
    Terminal.print(ImportedTrace.Thread.table(try threads(source)))
    return .success
  }
}

/// How captures of other tools are measured, as options name it.
struct CaptureOption {
  static let options = [
    Option(
      "--refresh", "HZ", "refresh rate of the display (default: as the median frame lasts)"),
    Option("--cadence", "N", "a new frame is wanted every N refreshes (default: 1)"),
    Option(
      "--times", "TIMES",
      "take frame times from display to display (displayed, the default) or from present to"
        + " present (presented, as CapFrameX and FrameView do)"),
  ].map { $0.about(.frames) }

  private let period: Duration?
  private let cadence: Int
  private let basis: FrameSeries.Basis?

  init(_ arguments: Arguments) throws(UsageError) {
    period = try Self.period(arguments.text("--refresh"))
    cadence = try arguments.number("--cadence", in: 1...1000) ?? 1
    guard let text = arguments.text("--times") else {
      basis = nil
      return
    }
    guard let basis = FrameSeries.Basis(rawValue: text) else {
      let words = FrameSeries.Basis.allCases.map(\.rawValue)
      throw UsageError(
        "'--times \(text)' is not possible." + Spelling.hint(for: text, among: words)
          + " Write \(Spelling.list(words)).")
    }
    self.basis = basis
  }

  private static func period(_ text: String?) throws(UsageError) -> Duration? {
    guard let text else { return nil }
    guard let rate = Double(text), (1...1000).contains(rate) else {
      throw UsageError(
        "'--refresh \(text)' is not a rate from 1 to 1000, in hertz without the unit. Write for"
          + " example '60'.")
    }
    return .nanoseconds(Int64((1_000_000_000 / rate).rounded()))
  }

  /// Reads a capture, and lets the rules judge each of its swap chains.
  func chains(of operand: String) throws -> [CaptureComparison.Chain] {
    let path = FileBytes.title(of: operand)
    let bytes: [UInt8]
    do {
      let isPiped = operand == Scripts.standardInput
      bytes = try isPiped ? FileBytes(operand).all() : InputFile.read(operand)
    } catch {
      throw InputError(path: path, "the file cannot be read: \(error).")
    }
    do {
      return try FrameCapture(path: path, bytes: bytes)
        .chains(of: path, refreshPeriod: period, cadence: cadence, by: basis)
    } catch {
      // Of a table the heads of its columns say what is missing.
      guard bytes.first.map({ !Character(UnicodeScalar($0)).isLetter }) ?? false,
        let list = ListStudy.remark(on: operand, bytes)
      else { throw error }
      throw InputError(path: path, list)
    }
  }
}
