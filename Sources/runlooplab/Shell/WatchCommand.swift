import Foundation
import LabExperiment
import LabLanguage
import LabReport
import LabResults
import LabText

/// `runlooplab watch`: a script runs again whenever it changes.
enum WatchCommand {
  static let subcommand = Command.Subcommand(usage, "run a script again whenever it changes") {
    words in
    let arguments = try usage.parse(words)
    guard arguments.operands.count == 1, arguments.operands != ["-"] else {
      throw UsageError("name one script.")
    }
    let path = arguments.operands[0]
    Interruption.allow()
    // What is wrong with the options is wrong before anything runs.
    let options = try PlanOptions(arguments)
    _ = try arguments.metrics("--metric")
    do {
      _ = try InputFile.read(path)
    } catch {
      throw UsageError("'\(path)' cannot be read: \(error).")
    }
    var inputs = [Experiment.Input(path: path, bytes: [])]
    var known: [[UInt8]?]?
    while true {
      let contents = inputs.map { try? InputFile.read($0.path) }
      if contents != known {
        if known != nil { Terminal.print("") }
        known = contents
        let experiment = try perform(path, arguments, options)
        if let read = experiment?.inputs, read.map(\.path) != inputs.map(\.path) {
          inputs = read
          known = read.map(\.bytes)
        }
        Terminal.print("\nwatching \(counted(inputs.count, "file")); Ctrl-C ends.")
      }
      Thread.sleep(forTimeInterval: 0.2)
    }
  }

  /// Performs the script as it is now; `nil` if it has mistakes, which are shown.
  private static func perform(
    _ path: String, _ arguments: Arguments, _ options: PlanOptions
  ) throws -> Experiment? {
    do {
      guard let plan = try options.plans([path])?.first else { return nil }
      let jobs = ProcessInfo.processInfo.activeProcessorCount
      let result = try ExperimentResult(
        name: Scripts.name(of: path), performing: plan, jobs: jobs)
      try RunReport(
        metrics: try arguments.metrics("--metric"), on: Terminal.screen, plots: Terminal.plots,
        say: Terminal.print
      ).add(result)
      return plan.experiment
    } catch let error as ExperimentFailure {
      guard case .run(let failure) = error else { throw error }
      Terminal.printError("\(failure)")
      return nil
    }
  }

  private static let usage = Usage(
    name: "watch", operands: "FILE",
    options: PlanOptions.options + [.metric],
    text:
      "Runs a script and reports it, and does so again whenever the script or a file that it names"
      + " changes. Writes no files.",
    examples: ["runlooplab init", "runlooplab watch mine.lab"])
}
