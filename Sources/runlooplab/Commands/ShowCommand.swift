import LabDisplay
import LabExperiment
import LabKernel
import LabMetrics
import LabReport
import LabWorkload

/// `runlooplab show`: a timeline in text of a stretch of one run.
enum ShowCommand {
  /// The most refreshes of a timeline.
  private static let mostRefreshes = 10_000.0

  static let subcommand = Command.Subcommand(
    usage, "draw a stretch of a run as a timeline in text"
  ) { words in
    let arguments = try usage.parse(words)
    let paths = try Scripts.paths(arguments.operands)
    guard paths.count == 1 else { throw Arguments.Mistake(message: "name one script.") }
    let overrides = try Scripts.overrides(arguments.all("--set"))
    guard let experiment = try Scripts.read(paths, overriding: overrides)?.first else {
      return .wrongInput
    }
    let from = try arguments.duration("--from") ?? .zero
    let length = try arguments.duration("--for") ?? .milliseconds(200)
    let plan = try experiment.plan(
      seed: try arguments.number("--seed", in: 0...UInt64.max),
      replications: try arguments.number("--repeat", in: 1...1_000_000))
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
    guard length / run.scenario.panel.rate.period <= mostRefreshes else {
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
    return
      "# run \(run.index), \(run.arm)\(choices)\n\(timeline.text(width: Terminal.screen.width))"
  }

  private static let usage = Usage(
    name: "show", operands: "FILE",
    options: [
      .run, .arm, Option("--from", "TIME", "where the stretch begins (default: 0 s)"),
      Option("--for", "TIME", "how long the stretch is (default: 200 ms)"), .set,
      .seed, .replications,
    ],
    text:
      "Draws a stretch of the first run of every arm under a ruler of vsyncs: one cell per refresh,"
      + " divided into columns of equal time.",
    remarks: [
      "Timer or display link: 'x' a callback begins, a digit: so many begin, '=' a callback continues,"
        + " '-' a callback is late, 'o' a date that gets no callback.",
      "Load: '#' a task runs, '-' a task waits. 'mode:' shows the first letter of a mode other than"
        + " default.",
      "'shows:' has the number of the update that is displayed for the first time, '=' for a repeated"
        + " frame, then the cause of the drop, then '+' and the number of overwritten updates.",
      "A test can expect such a timeline: see 'expectTimeline' in LabTesting.",
    ],
    example: "experiments/stutter-phase.lab --from 500ms --for 100ms")
}
