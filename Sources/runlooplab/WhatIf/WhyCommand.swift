import Foundation
import LabExperiment
import LabReport
import LabResults
import LabStudy
import LabText
import LabWorkload

/// `runlooplab why`: what happened in a run, why, and what helps.
enum WhyCommand {
  static let subcommand = Command.Subcommand(
    usage, "say what happened, why, and what helps; --all ranks every change"
  ) { words in
    let arguments = try usage.parse(words)
    if let status = try PastedList.explain(arguments) { return status }
    if arguments.has("--all"), let status = try FleetCommand.perform(arguments) { return status }
    if arguments.has("--save"), !arguments.has("--smallest"), !arguments.has("--apply") {
      throw UsageError(
        "'--save' has no meaning here without '--smallest' or '--apply'. Add one, or leave it out.")
    }
    guard let source = try RunSource(arguments) else { return .wrongInput }
    if arguments.has("--smallest"), let path = arguments.text("--save") {
      return try SmallestFiles(path, of: source, by: Ranking.metric(arguments), arguments).write()
    }
    if arguments.has("--all") { return try Ranking.perform(source, arguments) }
    let jobs = try arguments.jobs()
    let applied = try AppliedRemedy(of: source, arguments)
    Interruption.watchSearch()
    defer { Interruption.endIfAskedFor() }
    let (found, failing) = try cause(in: source, arguments, jobs: jobs)
    let cause = try asked(arguments, of: found, source)
    let run = source.plan[cause.run]
    try source.known?.check(run)
    let explanation = try Explanation(
      of: run, for: cause, samplingPhases: true, jobs: jobs, budget: try Ranking.budget(arguments)
    ) { !Interruption.isAskedFor }
    Terminal.print("# \(explanation.run)")
    if let failing { Terminal.print(Reporting.wrapped("Fails: \(failing).")) }
    if let recorded = source.recorded { Terminal.print(Reporting.wrapped(recorded.text)) }
    Terminal.print(explanation.lines.map(Reporting.wrapped).joined(separator: "\n"))
    let code = explanation.remedies.first.map(ChangeWords.code) ?? []
    if !code.isEmpty { Terminal.print(([""] + code.map { "  " + $0 }).joined(separator: "\n")) }
    if let applied { return try applied.write(explanation, of: source) }
    if explanation.help != nil, !Interruption.isAskedFor,
      let advice = PhaseFindings.advice(beside: explanation, of: run)
    {
      Terminal.print(Reporting.wrapped(advice))
    }
    return .success
  }

  /// The run that is asked about; else that of the first expectation that fails, with the
  /// expectation; else the worst one.
  private static func cause(
    in source: RunSource, _ arguments: Arguments, jobs: Int
  ) throws -> (Plan.Trouble, failing: String?) {
    if let run = try Scripts.run(of: source.plan, arguments) {
      return (Plan.Trouble(run: run), nil)
    }
    if let explained = source.explained { return (explained, nil) }
    let result =
      try source.known ?? ExperimentResult(name: "why", toShow: source.plan, jobs: jobs)
    return (result.trouble, result.failingExpectation)
  }

  /// What is asked of the run in the options, else what was found.
  private static func asked(
    _ arguments: Arguments, of cause: Plan.Trouble, _ source: RunSource
  ) throws(UsageError) -> Plan.Trouble {
    let name = arguments.text("--driver")
    let isLoad = source.plan[cause.run].scenario.loads.contains { $0.name == name }
    if let text = arguments.text("--by") ?? (isLoad ? "response" : nil),
      let tasks = TaskQuestion(text, of: name ?? cause.tasks?.load)
    {
      return Plan.Trouble(run: cause.run, tasks: tasks, isFailing: cause.isFailing)
    }
    let metric = try Ranking.metric(arguments)
    guard name != nil || metric != nil else { return cause }
    return Plan.Trouble(
      run: cause.run, driver: name ?? cause.driver, metric: metric ?? cause.metric,
      isFailing: cause.isFailing)
  }

  private static let usage = Usage(
    name: "why", operands: "SCRIPT|RESULT|TRACE|LIST …",
    options: [
      Option(
        "--run", "N",
        "the run at this position in the plan (default: that of the first expectation that fails,"
          + " else the worst of the first arm that is bad)"),
      Option("--all", nil, "rank all changes and all single tasks, in every arm"),
      Option(
        "--driver", "NAME",
        "the timer, link or load that is judged (default: the one that is worst off)"),
      Option(
        "--by", "METRIC",
        "judge by this symptom, or by what goes wrong where this metric is bad, such as response or"
          + " wait_p98 of tasks (default: the worst)"),
      Option(
        "--smallest", nil,
        "instead: find a smallest set of tasks that still cause the problems of the first run"
      ).with("--save").without("--all", "--run"),
      Option(
        "--apply", "N", "write the script with the N-th change that helps, to the file of --save"
      ).about(.script).with("--save").without("--all", "--smallest"),
      Option(
        "--save", "FILE.lab",
        "write the script of --apply, the tasks that --smallest finds as a script and recordings, or"
          + " the script that makes such numbers as those of a list", value: .file),
      Option(
        "--out", "DIR", "where --all writes its file (default: results; '-': standard output)",
        value: .folder, short: "-o"
      ).with("--all"), .force,
      Option("--budget", "N", "the most reruns for one arm at one sweep point (default: 5000)"),
      .jobs,
    ] + FleetCommand.options + PastedList.options + PlanOptions.options + [
      TryCommand.display.about(.trace, .recording, .list)
    ]
      + TraceOption.options,
    text:
      "Says in three sentences what happened in a run, why, and what helps. With --all, performs every"
      + " run again with one thing changed, for a list of changes and for every single task, and ranks"
      + " the changes by what they save; every change is a row of DIR/NAME.whatif/whatif.csv. A TRACE is"
      + " one that 'import' reads, or a recording (start_us,duration_us,name). A LIST holds intervals or"
      + " instants, such as the ten numbers of a bug report: the mechanism is named that makes them.",
    remarks: [
      "The first two sentences attribute; the third says what changes saved when the run was performed"
        + " again with them. 'runlooplab explain saving' says why these are two things.",
      "A change is made to what is planned: tasks arrive at the same instants (those that follow"
        + " others, when these have ended), and all draws stay the same. 'elsewhere' is one other"
        + " thread, first come, first served, and a block of 0.1 ms on the main queue at the return of"
        + " each task.",
      "If the driver is a timer and its run of up to 2 s can be decided for every phase, a sentence says"
        + " where to put the phase; 'runlooplab map' shows all of them.",
      "With --all, several recordings of 'LabRecorder', files or a folder, have one ranking: pairs are"
        + " chosen from it and tried in every file. A share is of all dropped refreshes. Every finished"
        + " recording is kept: --resume goes on, and memory does not grow with their number.",
      "A run with a timer, or with a load at fixed instants, is also performed at 32 phases, at 16 or"
        + " 8 if it has very many events; 'map' decides all of them.",
      "Ctrl-C ends the search: what was tried so far is ranked and written, and the exit status is"
        + " that of an interrupted command (130 in a shell).",
    ],
    example: "experiments/modes/carousel.lab\n         runlooplab why trace.json.gz --all\n"
      + "         pbpaste | runlooplab why - --every 16ms --display 60Hz")
}
