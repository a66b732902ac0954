import LabDisplay
import LabExperiment
import LabKernel
import LabMetrics

/// `runlooplab show`: a timeline in text of a stretch of one run.
enum ShowCommand {
  /// More refreshes than anybody reads.
  private static let mostRefreshes = 10_000.0

  static let subcommand = Command.Subcommand(
    name: "show", summary: "draws a stretch of one run as a timeline in text", help: help
  ) { words in
    let arguments = try Arguments(words, options: ["--arm", "--run", "--from", "--for", "--set"])
    let paths = try Scripts.paths(arguments.operands)
    guard paths.count == 1 else { throw Arguments.Mistake(message: "name one script.") }
    let overrides = try Scripts.overrides(arguments.all("--set"))
    guard let experiment = Scripts.read(paths, overriding: overrides)?.first else {
      return .wrongInput
    }
    let from = try arguments.duration("--from") ?? .zero
    let length = try arguments.duration("--for") ?? .milliseconds(200)
    let plan = try experiment.plan()
    let pictures = try Scripts.runs(of: plan, arguments).map { run in
      try picture(of: run, from: .at(from), for: length)
    }
    guard !pictures.isEmpty else {
      throw Arguments.Mistake(message: "no run of that arm has that position.")
    }
    Terminal.print(pictures.joined(separator: "\n\n"))
    return .success
  }

  private static func picture(
    of run: RunSpec, from begin: Instant, for length: Duration
  ) throws -> String {
    guard length / run.panel.rate.period <= mostRefreshes else {
      throw Arguments.Mistake(
        message:
          "more than \(Int(mostRefreshes)) refreshes are too many to draw. Ask for a shorter "
          + "'--for'.")
    }
    let trace = try Runner(jobs: 1).trace(of: run)
    let measurement = RunMeasurement(trace)
    let refreshes = measurement.refreshes(from: begin, for: length)
    guard let timeline = measurement.timeline(of: trace, refreshes: refreshes) else {
      throw Arguments.Mistake(
        message: "the run has no whole refresh there. Ask for another '--from' or '--for'.")
    }
    let choices = run.point.map { ", \($0.name) = \($0.value)" }.joined()
    return "# run \(run.index), \(run.arm)\(choices)\n\(timeline)"
  }

  private static let help = """
    Usage: runlooplab show FILE [OPTION …]

    Draws a stretch of one run under a ruler of vsyncs: one cell a refresh, divided into columns of
    equal time.

      --run N            the run of that position in the plan, instead of the first of every arm
      --arm NAME         the first run of one arm only
      --from TIME        where the stretch begins, such as '500 ms'; at the start unless said
      --for TIME         how long it is; 200 ms unless said
      --set NAME=VALUES  other values for a sweep

    In the row of a timer or display link 'x' is the beginning of a callback, a digit that many of
    them, '=' a callback that goes on, '-' one that is late, 'o' a date that gets none. In the row of
    a load '#' is a task at work and '-' one that waits. 'mode:' has the first letter of a mode other
    than the usual one. 'shows:' has the number of the update that a refresh is the first to show,
    '=' if it repeats the picture, then why that was a drop, then '+' and how many updates nobody saw.

    The same text, pasted into a test, is an expectation: see 'matches' in LabTesting.

    Example: runlooplab show experiments/stutter-phase.lab --from 500ms --for 100ms
    """
}
