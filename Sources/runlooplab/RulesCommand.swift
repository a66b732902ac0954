import LabExperiment
import LabMetrics
import LabReport

/// `runlooplab zoo`: the published rules for bad frames, side by side on the same frames.
enum RulesCommand {
  static let subcommand = Command.Subcommand(
    name: "zoo", summary: "sets published rules for bad frames side by side", help: help
  ) { words in
    let arguments = try Arguments(words, options: ["--run", "--arm", "--driver", "--set"])
    let paths = try Scripts.paths(arguments.operands)
    let overrides = try Scripts.overrides(arguments.all("--set"))
    guard let experiments = Scripts.read(paths, overriding: overrides) else { return .wrongInput }
    for experiment in experiments {
      let plan = try experiment.plan()
      let reports = try Scripts.runs(of: plan, arguments).flatMap {
        try Self.reports($0, driver: arguments.text("--driver"))
      }
      guard !reports.isEmpty else {
        throw Arguments.Mistake(
          message: "no run of that arm has that position, or no driver that name.")
      }
      Terminal.print(reports.joined(separator: "\n\n") + "\n")
    }
    return .success
  }

  private static func reports(_ run: RunSpec, driver: String?) throws -> [String] {
    let measurement = RunMeasurement(try Runner(jobs: 1).trace(of: run))
    let choices = run.point.map { ", \($0.name) = \($0.value)" }.joined()
    return measurement.drivers.map(\.name).filter { $0 == driver ?? $0 }.map { name in
      let title = "run \(run.index), \(run.arm).\(name)\(choices)"
      guard let series = measurement.frameSeries(of: name) else {
        return "\(title)\nThe run is too short to show a frame."
      }
      return FrameRuleReport(title, FrameRules(series)).text
    }
  }

  private static let help = """
    Usage: runlooplab zoo FILE … [OPTION …]

    Lets every published rule for bad frames judge the same frames, and tells how many each calls bad
    and where any two disagree. 'runlooplab explain RULE' tells whose rule it is.

      --run N            the run of that position in the plan, instead of the first of every arm
      --arm NAME         the first run of one arm only
      --driver NAME      one timer or display link only
      --set NAME=VALUES  other values for a sweep

    Example: runlooplab zoo experiments/beat.lab --arm timer
    """
}
