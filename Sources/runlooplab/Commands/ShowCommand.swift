import LabExperiment
import LabKernel
import LabMetrics
import LabReport
import LabResults
import LabText

/// `runlooplab show`: a timeline in text of a stretch of one run of every arm.
enum ShowCommand {
  /// How many refreshes are shown where none are asked for.
  private static let usualRefreshes = 12

  static let subcommand = Command.Subcommand(
    usage, "draw a stretch of a run as a timeline in text"
  ) { words in
    let arguments = try usage.parse(words)
    guard let operand = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("name one script, or the folder of one result.")
    }
    guard let source = try ResultSource(operand, arguments) else { return .wrongInput }
    let chosen = try ChosenCase(source, arguments, refreshes: usualRefreshes)
    let pictures = chosen.runs.runs.compactMap { picture(of: $0, in: chosen.stretch) }
    if let reason = chosen.reason { Terminal.print("# chosen: \(reason)") }
    Terminal.print(pictures.joined(separator: "\n\n"))
    if Terminal.showsColours { Terminal.print("\n" + remarks.joined(separator: "\n")) }
    return .success
  }

  private static func picture(of run: Case.Run, in stretch: Range<Instant>) -> String? {
    let refreshes = run.measurement.refreshes(
      from: stretch.lowerBound, for: stretch.lowerBound.duration(to: stretch.upperBound))
    return run.measurement.timeline(of: run.trace, refreshes: refreshes).map { timeline in
      let screen = Terminal.screen
      return "# \(run.spec.words())\n" + screen.marked(timeline.text(width: screen.width))
    }
  }

  private static let remarks = [
    "Timer or display link: 'x' a callback begins, a digit: so many begin, '=' a callback continues,"
      + " '-' a callback is late, 'o' a date that gets no callback.",
    "Load: '#' a task runs, '-' a task waits. 'mode:' shows the first letter of a mode other than"
      + " default.",
    "'shows:' has the number of the update that is displayed for the first time, '=' for a repeated"
      + " frame, then the cause of the drop, then '+' and the number of overwritten updates.",
  ]

  private static let usage = Usage(
    name: "show", operands: "FILE|RESULT",
    options: ChosenCase.options + PlanOptions.options,
    text:
      "Draws a stretch of a run of every arm of a script or a result under a ruler of vsyncs: one cell per refresh, divided"
      + " into columns of equal time.",
    remarks: [ChosenCase.remark] + remarks + [
      "A test can expect such a timeline: see 'expectTimeline' in LabTesting."
    ],
    example: "experiments/timers/stutter-phase.lab --worst lateness_max")
}
