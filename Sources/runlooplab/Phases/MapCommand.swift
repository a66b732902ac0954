import Foundation
import LabDisplay
import LabExperiment
import LabProof
import LabReport
import LabResults
import LabText
import LabWorkload

/// `runlooplab map`: what a timer does for every phase, in exact whole nanoseconds.
enum MapCommand {
  static let subcommand = Command.Subcommand(
    usage, "say what a timer does for every phase, not only for one"
  ) { words in
    let arguments = try usage.parse(words)
    guard let (path, plan) = try PlanOptions.plan(arguments) else { return .wrongInput }
    guard
      let index = try Scripts.run(of: plan, arguments) ?? plan.indices.first(where: plan.performs)
    else { throw InputError(path: path, "there is no run. Change '--only'.") }
    let run = plan[index]
    let driver = try timer(arguments.text("--driver"), in: run, path)
    let budget = try arguments.number("--runs", in: 1...10_000_000) ?? 100_000
    // The first fire date moves through one refresh, from the interval on.
    let start = Int64(driver.source.interval / .nanoseconds(1))
    let values = start..<start + run.scenario.panel.rate.phases
    Interruption.watchSearch()
    let map: PhaseMap
    do {
      map = try PhaseMap(
        of: .firstFire(of: driver.name), over: values, in: run.scenario, seed: run.seed,
        budget: budget, isCancelled: { Interruption.isAskedFor })
    } catch let refusal as Refusal {
      throw InputError(path: path, "this cannot be decided for every phase: \(refusal)")
    }
    if let file = arguments.text("--out") {
      try WholeFiles([(file, csv(map))]).write(replacing: arguments.has("--force"))
    }
    Terminal.print("# \(run.words(driver: driver.name))")
    let report = PhaseReport(map, of: driver.name, over: values)
    Terminal.print(report.lines(width: Terminal.screen.width).joined(separator: "\n"))
    return map.isComplete ? .success : .undecided
  }

  private static func timer(
    _ name: String?, in run: RunSpec, _ path: String
  ) throws -> Driver {
    let timers = run.scenario.drivers.filter { driver in
      if case .timer = driver.source { return name == nil || driver.name == name }
      return false
    }
    guard let timer = timers.first else {
      throw InputError(
        path: path,
        "\(run.words()) has no timer\(name.map { " '\($0)'" } ?? ""), and only timers have a phase."
          + " Choose a run by '--run' or '--only'.")
    }
    return timer
  }

  /// The regions: from, to, their width, and the counts of every driver, a row each.
  private static func csv(_ map: PhaseMap) -> String {
    let columns = ["driver", "from_ns", "to_ns", "width_ns"] + PhaseMap.metrics
    var text = columns.joined(separator: ",") + "\n"
    for region in map.regions {
      for counts in region.counts {
        let values = counts.values.map { $0.map(String.init) ?? "" }
        let place = "\(region.from),\(region.to),\(region.width)"
        text += "\(counts.driver),\(place),\(values.joined(separator: ","))\n"
      }
    }
    return text
  }

  private static let usage = Usage(
    name: "map", operands: "SCRIPT",
    options: [
      Option("--run", "N", "the run at this position in the plan (default: the first)"),
      Option("--driver", "NAME", "the timer whose phase is left open (default: the first)"),
      Option("--runs", "N", "the most runs that decide it (default: 100000)"),
      Option("--out", "FILE.csv", "also write the regions as a table", value: .file, short: "-o"),
      .force,
    ] + PlanOptions.options,
    text:
      "Says for every first fire date of a timer within one refresh, in whole nanoseconds, how often"
      + " it fires twice in a refresh and how many refreshes are dropped, and where to put the phase."
      + " It is exact: between two dates at which something changes places all counts stay.",
    remarks: [
      "What does not depend on the order of instants alone is refused: adaptive panels, delayed"
        + " wake-ups, render times, motions, loads that follow others.",
      "Ctrl-C or too few --runs end it early; then it says what was covered, and the exit status is"
        + " 6.",
    ],
    example: "experiments/timers/stutter-jump.lab")
}
