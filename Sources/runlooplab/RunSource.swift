import Foundation
import LabExperiment
import LabReport
import LabResults
import LabStudy
import LabText

/// What is looked at or explained: a script, a result, a recording, or a trace of another tool.
struct RunSource {
  /// The short name.
  let name: String
  /// The runs; those of a result have its own settings.
  let plan: Plan
  /// The result, if it was read from a folder.
  let known: ExperimentResult?
  /// The run of a trace that is explained, and by its driver.
  private(set) var explained: Plan.Trouble?
  /// What really happened, if an app recorded itself.
  private(set) var recorded: RecordedCount?

  /// The options that choose what is examined of a trace, but for a window of it.
  static let traceOptions =
    [TryCommand.display.about(.trace, .recording)] + TraceOption.choices

  /// Reads the one operand; `nil` if a script has mistakes, which are shown.
  init?(_ arguments: Arguments) throws {
    guard let operand = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("name one script, one trace, or the folder of one result.")
    }
    try self.init(operand, arguments)
  }

  /// Reads an operand; `nil` if a script has mistakes, which are shown.
  init?(_ path: String, _ arguments: Arguments) throws {
    if Self.isResult(path) {
      try arguments.check(.result, path)
      let stored = try StoredResult(at: path).result
      (name, plan, known) = (stored.name, stored.plan, stored)
    } else if path.hasSuffix(".lab") || Scripts.isFolder(path) {
      let paths = try Scripts.paths([path])
      guard paths.count == 1 else {
        throw UsageError("'\(path)' holds \(paths.count) scripts. Name one of them.")
      }
      try arguments.check(.script, path)
      guard let plan = try PlanOptions(arguments).plans(paths)?.first else { return nil }
      (name, self.plan, known) = (Scripts.name(of: paths[0]), plan, nil)
    } else {
      let file = try TraceFile(path, arguments)
      let options = try PlanOptions(arguments)
      let (experiment, explained, recorded) = try Self.experiment(
        of: file, arguments, overriding: options.overriding)
      (name, plan, known) = (file.name, try options.plan(experiment), nil)
      (self.explained, self.recorded) = (explained, recorded)
    }
  }

  /// Reads a trace or a recording, or a script of standard input.
  private static func experiment(
    of file: TraceFile, _ arguments: Arguments, overriding: [(name: String, values: String)]
  ) throws -> (Experiment, Plan.Trouble?, RecordedCount?) {
    let bytes = try FileBytes(file.path)
    if file.path == Scripts.standardInput, TrialInput.isScript(file.path, bytes.head()) {
      try arguments.check(.script, file.title)
      return (try Scripts.read(standardInput: bytes.all(), overriding: overriding), nil, nil)
    }
    try arguments.check(TrialInput.kind(of: bytes), file.title)
    let input = try TrialInput(file, bytes)
    let script = try input.script(
      of: file, named: file.name, on: TryCommand.rates(arguments.text("--display")))
    return (
      try script.experiment(overriding: overriding),
      Plan.Trouble(run: script.explained, driver: script.driver),
      script.loop.flatMap { _ in input.trace.flatMap(RecordedCount.init) }
    )
  }

  /// Whether an operand is taken for a result: a folder that holds no script.
  static func isResult(_ operand: String) -> Bool {
    Scripts.isFolder(operand) && (try? Scripts.paths([operand])) == nil
  }

  /// The result; a script is performed.
  func result() throws -> ExperimentResult {
    try known
      ?? ExperimentResult(
        name: name, performing: plan, jobs: ProcessInfo.processInfo.activeProcessorCount)
  }

  /// The bases of changes: every arm at every sweep point, with the replications that are
  /// performed.
  var bases: [[RunSpec]] {
    var bases: [[Int]] = []
    var places: [[String]: Int] = [:]
    for index in plan.indices where plan.performs(index) && !plan.isChanged(index) {
      let label = plan.label(of: index)
      let key = label.point.map(\.value) + [label.arm]
      if let place = places[key] {
        bases[place].append(index)
      } else {
        places[key] = bases.count
        bases.append([index])
      }
    }
    return bases.map { $0.map { plan[$0] } }
  }
}
