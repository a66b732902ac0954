import Foundation
import LabExperiment
import LabResults
import LabText

/// `runlooplab why`: what happened in a run, why, and what helps.
enum WhyCommand {
  static let subcommand = Command.Subcommand(
    usage, "say what happened in a run, why, and what helps"
  ) { words in
    let arguments = try usage.parse(words)
    return try WhatIfCommand.answering {
      guard let input = try WhatIfInput(arguments) else { return .wrongInput }
      let jobs = try arguments.jobs()
      let cause = try cause(in: input, arguments, jobs: jobs)
      let metric = try WhatIfCommand.metric(arguments.text("--by"))
      let run = input.plan[cause.run]
      try input.known?.check(run)
      let explanation = try Explanation(
        of: run, driver: arguments.text("--driver") ?? cause.driver, by: metric ?? cause.metric,
        jobs: jobs,
        budget: try WhatIfCommand.budget(arguments))
      Terminal.print("# \(explanation.run)")
      Terminal.print(Reporting.wrapped(explanation.text))
      return .success
    }
  }

  /// The run that is asked about; else that of the first expectation that fails; else the worst one.
  private static func cause(
    in input: WhatIfInput, _ arguments: Arguments, jobs: Int
  ) throws -> Plan.Trouble {
    if let run = try Scripts.run(of: input.plan, arguments) { return Plan.Trouble(run: run) }
    return try input.known?.trouble
      ?? ExperimentResult(name: "why", performing: input.plan, jobs: jobs).trouble
  }

  private static let usage = Usage(
    name: "why", operands: "FILE",
    options: [
      Option(
        "--run", "N",
        "the run at this position in the plan (default: that of the first expectation that fails,"
          + " else the one with the most dropped frames)"),
      WhatIfCommand.driver, WhatIfCommand.by,
    ] + WhatIfInput.options + [WhatIfCommand.reruns, .jobs] + WhatIfInput.traceOptions,
    text:
      "Says in three sentences what happened in a run, why, and what helps. FILE is a script, a"
      + " recording (start_us,duration_us,name), or a trace that 'import' reads.",
    remarks: [
      "The numbers are those of 'run' and 'whatif': the first two sentences attribute, the third one"
        + " says what changes saved when the run was performed again with them."
    ],
    example: "experiments/modes/carousel.lab")
}
