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
    guard let (_, plan) = try PlanOptions.plan(arguments) else { return .wrongInput }
    let isRealtime = arguments.has("--realtime")
    let sources = Self.sources(arguments.text("--source"))
    try LiveChecks.check(plan, sources: sources, isRealtime: isRealtime)
    let environment = HostEnvironment(isRealtime: isRealtime)
    let verdicts = try sources.map { source in
      let runs = try plan.indices.filter(plan.performs).map { index in
        let run = try LiveRun(plan[index], source, isRealtime: isRealtime)
        Terminal.print(try LiveReport(run, showsReplay: arguments.has("--overlay")).text)
        return run
      }
      return LiveVerdicts(plan, runs, source)
    }
    Terminal.print(LiveReport.text(of: environment))
    for verdict in verdicts where !verdict.text.isEmpty { Terminal.print("\n" + verdict.text) }
    let worst: [ExitStatus] = [.expectationFailed, .undecided]
    return worst.first { status in verdicts.contains { $0.status == status } } ?? .success
  }

  private static let everySource = "all"

  private static func sources(_ text: String?) -> [HostSource] {
    text == everySource ? HostSource.allCases : [text.flatMap(HostSource.init) ?? .timer]
  }

  private static let usage = Usage(
    name: "live", operands: "FILE",
    options: [
      Option(
        "--source", "SOURCE",
        "what fires the timers: timer (the run loop's), dispatch-main, task, all",
        value: .word(of: HostSource.allCases.map(\.rawValue) + [everySource])),
      Option(
        "--overlay", nil,
        "also simulate the run with the arrivals and durations that were measured: what the plan"
          + " explains, and what the model does"),
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
