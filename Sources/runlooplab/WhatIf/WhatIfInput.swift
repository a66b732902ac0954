import Foundation
import LabExperiment
import LabReport
import LabResults
import LabText

/// What is examined: a script, a recording of the lab, or a trace of another tool.
struct WhatIfInput {
  /// The short name.
  let name: String
  /// The runs.
  let plan: Plan
  /// The result, if it was read from a folder.
  private(set) var known: ExperimentResult?

  /// The options that choose what is examined.
  static let options = PlanOptions.options

  /// The options that choose something in a trace.
  static let traceOptions = [TryCommand.display] + TraceFile.options

  /// Reads the operand; `nil` if the script has mistakes, which are shown.
  init?(_ arguments: Arguments) throws {
    guard arguments.operands.count == 1 else {
      throw UsageError("name one script, recording or trace.")
    }
    let path = arguments.operands[0]
    if path.hasSuffix(".lab") || ResultSource.isResult(path) {
      guard let source = try ResultSource(path, arguments) else { return nil }
      (name, plan, known) = (source.name, source.plan, source.known)
    } else {
      let options = try PlanOptions(arguments)
      let file = try TraceFile(arguments)
      name = file.name
      let bytes = try FileBytes(path)
      let experiment: Experiment
      if path == Scripts.standardInput, TrialInput.isScript(path, bytes.head()) {
        experiment = try Scripts.read(
          standardInput: bytes.all(), overriding: options.overriding)
      } else {
        let input = try TrialInput(file, bytes)
        let display =
          try TryCommand.rates(arguments.text("--display"))
          ?? TrialDisplay(vsyncs: input.vsyncs, length: input.length)
        experiment = try TraceTrial.experiment(
          name: name, source: (file.title as NSString).lastPathComponent,
          recording: input.recording, length: input.length, display: display,
          overriding: options.overriding)
      }
      plan = try options.plan(experiment)
    }
  }

  /// The bases: every arm at every sweep point, with the replications that are performed.
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
