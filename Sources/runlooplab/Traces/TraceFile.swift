import Foundation
import LabExperiment
import LabImport
import LabMetrics
import LabResults
import LabText

/// A trace of another tool, as operands and options name it.
struct TraceFile {
  /// A trace that cannot serve, and what the command ends with.
  struct Refusal: Error {
    let message: String
    let status: ExitStatus
  }

  static let options = [
    Option("--thread", "NAME", "the thread, by name or number (default: the main thread)"),
    Option("--process", "NAME", "its process, by name or number"),
    Option("--from", "TIME", "start of the window, from the first event (default: 0 s)"),
    Option("--to", "TIME", "end of the window, from the first event"),
    Option("--least", "TIME", "leave out shorter tasks (default: 100 us)"),
    Option("--clock", "CLOCK", "what a task takes: wall (default) or cpu time, where known"),
    Option(
      "--format", "FORMAT",
      "\(Spelling.list(formats.map(\.name))) (default: recognized by the first bytes)"),
    Option("--with", "FILE", "another export of Instruments: signposts, or vsyncs"),
    Option("--strict", nil, "end with 3 if the file is truncated"),
    Option("--anonymise", nil, "replace names of tasks, threads and processes by numbers"),
  ]

  private static let formats = TraceFormat.allCases.map { (name: "\($0)", format: $0) }

  let path: String
  let options: ImportOptions
  let clock: RecordingWriter.Clock
  private let other: String?
  private let isStrict: Bool

  init(_ arguments: Arguments) throws {
    guard arguments.operands.count == 1 else {
      throw UsageError("name one trace.")
    }
    path = arguments.operands[0]
    other = arguments.text("--with")
    isStrict = arguments.has("--strict")
    let clock = arguments.text("--clock") ?? "wall"
    guard let known = RecordingWriter.Clock(rawValue: clock) else {
      throw UsageError("'--clock \(clock)' is neither 'wall' nor 'cpu'.")
    }
    self.clock = known
    options = ImportOptions(
      thread: arguments.text("--thread"), process: arguments.text("--process"),
      from: try Self.nanoseconds("--from", arguments),
      to: try Self.nanoseconds("--to", arguments),
      least: try Self.nanoseconds("--least", arguments) ?? 100_000,
      anonymised: arguments.has("--anonymise"), format: try Self.format(arguments))
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

  /// Whether no option chooses anything in the trace.
  var takesAll: Bool { options == ImportOptions() && clock == .wall && other == nil }

  /// The name of a recording that is made of the file: its own without extensions, as one word.
  var name: String { Self.name(of: path) }

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
  func read() throws(Refusal) -> ImportedTrace {
    let trace: ImportedTrace
    let source = try FileBytes(path)
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
        message: "\(path): error: the file ends in the middle. Without --strict what is whole is"
          + " taken.", status: .wrongInput)
    }
    return trace
  }

  /// Returns the threads that could be the main thread.
  func threads() throws(Refusal) -> [ImportedTrace.Thread] {
    let source = try FileBytes(path)
    let threads: [ImportedTrace.Thread]
    do throws(ImportFailure) {
      threads = try TraceImporter.threads(source.source, options: options)
    } catch {
      throw refusal(error)
    }
    try check(source, nil)
    return threads
  }

  private func check(_ files: FileBytes?...) throws(Refusal) {
    for case let file? in files {
      guard let reason = file.failure else { continue }
      throw Refusal(
        message: "\(file.path): error: the file cannot be read: \(reason).", status: .wrongInput)
    }
  }

  private func refusal(_ failure: ImportFailure) -> Refusal {
    let isChosen =
      options.thread != nil || options.process != nil || options.from != nil || options.to != nil
    let status: ExitStatus =
      switch failure {
      case .ambiguous: .wrongUsage
      case .empty where isChosen: .wrongUsage
      case .empty, .unsupported, .broken, .tooLarge: .wrongInput
      }
    return Refusal(message: "\(path): error: \(failure)", status: status)
  }
}

/// The bytes of a file, read piece by piece.
final class FileBytes {
  let path: String
  /// Why reading ended before the file did.
  private(set) var failure: String?
  private let handle: FileHandle

  init(_ path: String) throws(TraceFile.Refusal) {
    self.path = path
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    let reason: InputFile.Problem
    switch attributes?[.type] as? FileAttributeType {
    case nil: reason = .missing
    case .typeRegular?:
      if let handle = FileHandle(forReadingAtPath: path) {
        self.handle = handle
        return
      }
      reason = .unreadable
    default: reason = .notAFile
    }
    throw TraceFile.Refusal(
      message: "\(path): error: the file cannot be read: \(reason).", status: .wrongInput)
  }

  var source: ByteSource {
    ByteSource { [self] in
      do {
        return [UInt8](try handle.read(upToCount: 1 << 18) ?? Data())
      } catch {
        failure = error.localizedDescription
        return []
      }
    }
  }
}
