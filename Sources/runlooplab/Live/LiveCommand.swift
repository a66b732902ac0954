import LabExperiment
import LabHost
import LabResults
import LabText

/// `runlooplab live`: perform a script on the run loop of this host, beside the simulation.
enum LiveCommand {
  static let subcommand = Command.Subcommand(
    usage, "run a script on this machine's real run loop, beside the lab"
  ) { words in
    let arguments = try usage.parse(words)
    if let length = arguments.text("--for") {
      guard arguments.operands.isEmpty else {
        throw UsageError(
          "'--for' is without a script, and '\(arguments.operands[0])' is one. Write"
            + " --set 'run=\(length)'.")
      }
      return try LoopCheck.perform(
        for: length, by: Self.sources(arguments.text("--source")),
        isRealtime: arguments.has("--realtime"),
        breakingBeyond: try arguments.text("--break-at").map(LiveBreak.bound))
    }
    guard let (path, plan) = try PlanOptions.plan(arguments) else { return .wrongInput }
    let isRealtime = arguments.has("--realtime")
    let sources = Self.sources(arguments.text("--source"))
    let bound = try arguments.text("--break-at").map(LiveBreak.bound)
    let seconds = try LiveChecks.check(plan, sources: sources, isRealtime: isRealtime)
    let environment = HostEnvironment(isRealtime: isRealtime)
    let files = LiveFiles(path, plan, environment, replacing: arguments.has("--force"))
    if let folder = arguments.text("--out") { try files.check(folder, sources) }
    Terminal.print(Reporting.wrapped("This takes \(seconds) s. \(LiveReport.legend)") + "\n")
    var runs: [LiveRun] = []
    for index in plan.indices where plan.performs(index) {
      for source in sources {
        let run = try LiveRun(plan[index], source, isRealtime: isRealtime, breakingBeyond: bound)
        if let moment = LiveBreak(run) {
          Terminal.print(moment.text + "\n" + LiveReport.text(of: environment))
          return .undecided
        }
        runs.append(run)
      }
      let beside = Array(runs.suffix(sources.count))
      Terminal.print(LiveReport(beside, showsReplay: arguments.has("--overlay")).text)
    }
    Terminal.print(LiveReport.text(of: environment))
    let verdicts = sources.map { source in
      LiveVerdicts(plan, runs.filter { $0.source == source }, source)
    }
    let text = LiveVerdicts.text(of: verdicts)
    if !text.isEmpty { Terminal.print("\n" + text) }
    if let folder = arguments.text("--out") { try files.write(runs, verdicts, to: folder) }
    if let page = arguments.text("--html"), let first = verdicts.first {
      try files.writePage(runs, first, to: page)
    }
    return LiveVerdicts.status(of: verdicts)
  }

  /// Performs the first run of a plan, and shows it beside its simulation and its replay.
  static func show(_ plan: Plan) throws {
    _ = try LiveChecks.check(plan, sources: [.timer], isRealtime: false)
    let run = try LiveRun(plan[0], .timer, isRealtime: false, breakingBeyond: nil)
    Terminal.print(LiveReport([run], showsReplay: true).text)
    Terminal.print(Reporting.wrapped(LiveReport.legend))
  }

  private static let everySource = "all"

  private static func sources(_ text: String?) -> [HostSource] {
    text == everySource ? HostSource.allCases : [text.flatMap(HostSource.init) ?? .timer]
  }

  private static let usage = Usage(
    name: "live", operands: "[FILE]",
    options: [
      Option(
        "--for", "TIME",
        "without a FILE: how late the loop of this machine wakes a timer of 1 ms, as a table and a"
          + " histogram, and the worst wake-up with its culprit"
      ).without(
        "--overlay", "--out", "--html", "--force", "--set", "--seed", "--repeat", "--only"),
      Option(
        "--source", "SOURCE",
        "what fires the timers: timer (the run loop's), dispatch-main, dispatch and dispatch-strict (on a"
          + " queue of their own), task, loop (timerfd and poll), all",
        value: .word(of: HostSource.allCases.map(\.rawValue) + [everySource])),
      Option(
        "--overlay", nil,
        "also simulate the run with the arrivals and durations that were measured: what the plan"
          + " explains, and what the model does"),
      Option(
        "--break-at", "'lateness > TIME'",
        "end with the first callback that is later, and show what happened around it"),
      Option(
        "--out", "DIR", "also write the files of a result, which 'show' and 'compare' take",
        value: .folder, short: "-o"),
      Option(
        "--html", "PAGE", "also write a page with the real run and the simulated one", value: .file),
      .force,
      Option(
        "--realtime", nil,
        "let the threads go before all others (SCHED_FIFO) and lock the memory; root may"),
    ] + PlanOptions.options,
    text:
      "Performs the runs of a script on the run loop of this machine, in real time and one after the"
      + " other, and sets each beside the simulation of the same plan.",
    remarks: [
      "Expectations hold or fail by \(LiveVerdicts.least) runs or more; with '--repeat"
        + " \(LiveVerdicts.least)' there are so many. A run in which the machine was busy elsewhere"
        + " decides nothing. An expectation that is undecided ends the command with 6.",
      "The display is a thread in software, and nothing is drawn.",
    ],
    example: "experiments/timers/on-this-machine.lab --overlay")
}
