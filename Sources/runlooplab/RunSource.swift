import Foundation
import LabExperiment
import LabImport
import LabReport
import LabResults
import LabStudy
import LabText

/// Reads what is looked at or explained: a script, a result, a recording, or a trace of another
/// tool.
enum RunSource {
  /// The options that choose what is examined of a trace, but for a window of it.
  static let traceOptions =
    [TryCommand.display.about(.trace, .recording)] + TraceOption.choices

  /// Reads the one operand; `nil` if a script has mistakes, which are shown.
  static func read(_ arguments: Arguments) throws -> RunSubject? {
    guard let operand = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("name one script, one trace, or the folder of one result.")
    }
    return try read(operand, arguments)
  }

  /// Reads an operand; `nil` if a script has mistakes, which are shown.
  static func read(_ path: String, _ arguments: Arguments) throws -> RunSubject? {
    if isResult(path) {
      try arguments.check(.result, path)
      let stored = try StoredResult(at: path).result
      return RunSubject(path, named: stored.name, stored.plan, known: stored)
    }
    if path.hasSuffix(".lab") || Scripts.isFolder(path) {
      let paths = try Scripts.paths([path])
      guard paths.count == 1 else {
        throw UsageError("'\(path)' holds \(paths.count) scripts. Name one of them.")
      }
      try arguments.check(.script, path)
      guard let plan = try PlanOptions(arguments).plans(paths)?.first else { return nil }
      return RunSubject(path, named: Scripts.name(of: paths[0]), plan)
    }
    return try read(TraceFile(path, arguments), arguments)
  }

  /// Reads a trace or a recording, or a script of standard input.
  private static func read(_ file: TraceFile, _ arguments: Arguments) throws -> RunSubject {
    let options = try PlanOptions(arguments)
    let bytes = try FileBytes(file.path)
    if file.path == Scripts.standardInput, TrialInput.isScript(file.path, bytes.head()) {
      try arguments.check(.script, file.title)
      let script = try Scripts.read(
        standardInput: bytes.all(), overriding: options.overriding)
      return RunSubject(file.path, named: file.name, try options.plan(script))
    }
    try arguments.check(TrialInput.kind(of: bytes), file.title)
    let input = try TrialInput(file, bytes)
    for note in input.trace?.notes ?? [] { Terminal.printError("\(file.title): note: \(note)") }
    let script = try input.script(
      of: file, named: file.name, on: TryCommand.rates(arguments.text("--display")))
    return RunSubject(
      file.path, named: file.name,
      try options.plan(try script.experiment(overriding: options.overriding)),
      explained: Plan.Trouble(run: script.explained, driver: script.driver),
      recorded: try script.loop.flatMap { try RecordedCount($0.recording) })
  }

  /// Whether an operand is taken for a result: a folder that holds no script.
  static func isResult(_ operand: String) -> Bool {
    Scripts.isFolder(operand) && (try? Scripts.paths([operand])) == nil
  }
}
