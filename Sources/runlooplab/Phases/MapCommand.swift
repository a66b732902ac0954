import LabDisplay
import LabExperiment
import LabKernel
import LabPictures
import LabProof
import LabReport
import LabResults
import LabText
import LabWorkload

/// `runlooplab map`: what happens for every phase of a timer, in exact whole nanoseconds.
enum MapCommand {
  static let subcommand = Command.Subcommand(
    usage, "say what happens for every phase, not only for one"
  ) { words in
    let arguments = try usage.parse(words)
    guard let (path, plan) = try PlanOptions.plan(arguments) else { return .wrongInput }
    let report = try report(of: plan, path, arguments)
    if let file = arguments.text("--out") {
      let text = file.hasSuffix(".svg") ? SVGWriter(.file).text(of: report.picture) : report.csv
      try WholeFiles([(file, text)]).write(replacing: arguments.has("--force"))
    }
    Terminal.print(report.lines(width: Terminal.screen.width).joined(separator: "\n"))
    return report.isComplete ? .success : .undecided
  }

  /// Decides what options of the command ask for.
  static func report(
    of plan: Plan, _ path: String, _ arguments: Arguments
  ) throws -> PhaseReport {
    guard let run = try run(of: plan, arguments) else {
      throw InputError(path: path, "there is no run. Change '--only'.")
    }
    let (open, start) = try opened(arguments.text("--of"), in: run, path)
    let budget = try arguments.number("--runs", in: 1...10_000_000) ?? 100_000
    Interruption.watchSearch()
    do {
      return try PhaseReport(of: open, from: start, in: run, budget: budget) { forecast in
        guard forecast > budget else { return }
        Terminal.printError(
          "\(path): warning: all phases take about \(forecast) runs, and \(budget) are made. Write"
            + " '--runs \(forecast)', or a shorter 'run'.")
      }
    } catch let refusal as Refusal {
      throw InputError(path: path, "this cannot be decided for every phase: \(refusal)")
    }
  }

  /// The run that is asked about, else the first one with a timer, else the first one.
  private static func run(of plan: Plan, _ arguments: Arguments) throws -> RunSpec? {
    if let index = try Scripts.run(of: plan, arguments) { return plan[index] }
    let runs = plan.indices.lazy.filter(plan.performs).map { plan[$0] }
    return runs.first { run in run.scenario.drivers.contains { $0.source.timer != nil } }
      ?? runs.first
  }

  /// What is left open, and its first value: it moves through one refresh from there on.
  private static func opened(
    _ name: String?, in run: RunSpec, _ path: String
  ) throws -> (OpenInstant, Int64) {
    let scenario = run.scenario
    let timers = scenario.drivers.filter { $0.source.timer != nil }
    if let timer = timers.first(where: { name == nil || $0.name == name }) {
      return (.firstFire(of: timer.name), timer.source.interval.wholeNanoseconds)
    }
    guard let name, name != "display" else { return (.firstVsync, 0) }
    guard let load = scenario.loads.first(where: { $0.name == name }) else {
      throw InputError(
        path: path,
        "\(run.words()) has no timer or load '\(name)'. Write one of: "
          + (timers.map(\.name) + scenario.loads.map(\.name) + ["display"])
          .joined(separator: ", ") + ".")
    }
    let written = load.writtenOut(seed: run.seed, until: .at(scenario.duration), limit: 1)
    guard case .recorded(let tasks)? = written?.tasks, tasks.count == 1 else {
      throw InputError(
        path: path,
        "the load '\(name)' has not one task, and one instant can be left open. Name a"
          + " load 'at' one instant.")
    }
    return (.arrival(0, of: name), tasks[0].arrival.nanoseconds)
  }

  static let usage = Usage(
    name: "map", operands: "SCRIPT",
    options: [
      Option(
        "--run", "N", "the run at this position in the plan (default: the first with a timer)"),
      Option(
        "--of", "NAME",
        "what moves through one refresh: the first date of a timer, the task of a load, or the first"
          + " vsync for 'display' (default: the first timer)"),
      Option(
        "--runs", "N",
        "the most runs that decide it; one of more than 2048 records counts as several (default:"
          + " 100000)"),
      Option(
        "--out", "FILE", "also write the regions as a table, or as a picture (.svg)", value: .file,
        short: "-o"),
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
    example: "experiments/proofs/where-to-put-the-phase.lab -o a.svg")
}
