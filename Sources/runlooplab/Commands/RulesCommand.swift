import LabExperiment
import LabMetrics
import LabReport
import LabResults
import LabText

/// `runlooplab rules`: the published frame rules, applied to the same frames.
enum RulesCommand {
  static let subcommand = Command.Subcommand(
    usage, "apply published frame rules to the same frames"
  ) { words in
    let arguments = try usage.parse(words)
    let paths = try Scripts.paths(arguments.operands)
    guard let plans = try PlanOptions(arguments).plans(paths) else { return .wrongInput }
    for plan in plans {
      let reports = try Scripts.runs(of: plan, arguments).flatMap {
        try Self.reports($0, driver: arguments.text("--driver"))
      }
      guard !reports.isEmpty else {
        throw UsageError("no run of that arm has that position, or no driver that name.")
      }
      Terminal.print(reports.joined(separator: "\n\n") + "\n")
    }
    return .success
  }

  private static func reports(_ run: RunSpec, driver: String?) throws -> [String] {
    let measurement = RunMeasurement(try Runner(jobs: 1).trace(of: run))
    return measurement.drivers.map(\.name).filter { $0 == driver ?? $0 }.map { name in
      let title = run.words(driver: name)
      guard let series = measurement.frameSeries(of: name) else {
        return "\(title)\nThe run is too short to show a frame."
      }
      return FrameRuleReport(title, FrameRules(series)).text
    }
  }

  private static let usage = Usage(
    name: "rules", operands: "FILE|DIR …",
    options: [
      .run, .arm, Option("--driver", "NAME", "this timer or display link only"),
    ] + PlanOptions.options,
    text:
      "Applies the published frame rules to the same frames, and shows how many each calls bad and"
      + " where two rules disagree.",
    remarks: ["'runlooplab explain RULE' shows the source of a rule."],
    example: "experiments/timers/beat.lab --arm timer")
}
