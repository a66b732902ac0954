import Foundation
import LabAnswer
import LabExperiment
import LabHost
import LabReport
import LabResults
import LabStudy
import LabText

/// `runlooplab live`: run a script on the run loop of this host, beside the simulation.
enum LiveCommand {
  static let subcommand = Command.Subcommand(
    usage, "run a script on the real run loop of this machine"
  ) { words in
    let arguments = try usage.parse(words)
    if let length = arguments.text("--for") {
      guard arguments.operands.isEmpty else {
        throw UsageError(
          "'--for' goes without a script, such as '\(arguments.operands[0])'. Write"
            + " --set 'run=\(length)'.")
      }
      guard let time = try arguments.duration("--for"),
        LoopStudy.lengths.contains(time)
      else {
        throw UsageError(
          "'--for \(length)' is no time from 10 ms to 10 minutes. Write for example '--for 2s'.")
      }
      let study = try LoopStudy(
        for: length, by: Self.sources(arguments.text("--source")),
        isRealtime: arguments.has("--realtime"),
        breakingBeyond: try arguments.text("--break-at").map(LiveBreak.bound))
      let output = try AnswerOutput(arguments)
      Terminal.printWrapped(study.forecast)
      Terminal.print("")
      return try output.show([study])
    }
    guard let (path, plan) = try PlanOptions.plan(arguments) else { return .wrongInput }
    let isRealtime = arguments.has("--realtime")
    let sources = Self.sources(arguments.text("--source"))
    let environment = HostEnvironment(isRealtime: isRealtime)
    let session = try LiveSession(
      plan, of: path, by: sources, in: environment, isRealtime: isRealtime,
      breakingBeyond: try arguments.text("--break-at").map(LiveBreak.bound),
      showsReplay: arguments.has("--overlay"), .terminal(about: path))
    var result = LiveResult(Scripts.name(of: path), plan, in: environment)
    let replaces = arguments.has("--force")
    if let folder = arguments.text("--out") {
      try result.reserve(folder, of: sources, replacing: replaces)
    }
    let output = try AnswerOutput(arguments)
    Terminal.printWrapped(session.forecast)
    Terminal.print("")
    Interruption.watchSearch()
    while let answer = try session.next() { try output.show(answer) }
    if session.runs.count < session.runCount {
      Terminal.print(
        "\n\(session.runs.count) of \(session.runCount) runs came to their end.")
    }
    guard !session.runs.isEmpty else { return try output.finish() }
    if let folder = arguments.text("--out") {
      try result.write(session.runs, session.verdicts, to: folder, replacing: replaces)
      Terminal.print("\nThe results are in \(folder)/.")
    }
    if let page = arguments.text("--html"), let first = session.verdicts.first {
      try LivePage.write(result, session.runs, first, to: page, replacing: replaces)
      Terminal.print("\nPage: \(page)")
    }
    return try output.finish()
  }

  /// Performs the first run of a plan, and shows it beside its simulation and its replay.
  static func show(_ plan: Plan) throws {
    let session = try LiveSession(
      plan, of: "", by: [.timer], in: HostEnvironment(isRealtime: false), showsReplay: true)
    guard let answer = try session.next() else { return }
    Terminal.print(AnswerText(on: Terminal.screen).text(of: answer) + "\n")
    Terminal.printWrapped(LiveSession.legend)
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
        "without a FILE: how late this machine wakes a timer of 1 ms",
        more: ", as a table and a histogram, and the worst wake-up with its cause"
      ).without(
        "--overlay", "--out", "--html", "--set", "--seed", "--repeat", "--only"),
      Option(
        "--source", "SOURCE",
        "what fires the timers: timer (the run loop's, the default), dispatch-main, …",
        more:
          " dispatch and dispatch-strict (on a queue of their own), task, loop (timerfd and poll),"
          + " all",
        value: .word(of: HostSource.allCases.map(\.rawValue) + [everySource])),
      Option(
        "--overlay", nil,
        "also simulate the run with the arrivals and durations that were measured",
        more: ": what the plan explains, and what the model does"),
      Option(
        "--break-at", "'lateness > TIME'",
        "end with the first callback that is later, and show what happened around it"),
      Option(
        "--out", "DIR", "also write the files of a result, which 'show' and 'compare' take",
        value: .folder, short: "-o"),
      Option(
        "--html", "PAGE", "also write a page with the real run and the simulated one", value: .file),
      Option(
        "--realtime", nil,
        "let the threads go before all others (SCHED_FIFO) and lock the memory; root may"),
    ] + AnswerOutput.options + PlanOptions.options,
    everyday: ["--for", "--html", "--overlay", "--repeat", "--source", "--break-at"],
    text:
      "Runs a script on the run loop of this machine, in real time, beside the simulation of the same"
      + " plan.",
    remarks: [
      "Expectations hold or fail by \(LiveVerdicts.least) runs or more; with '--repeat"
        + " \(LiveVerdicts.least)' there are so many. A run in which the machine was busy elsewhere"
        + " decides nothing. An expectation that is undecided ends the command with 6.",
      "The display is a thread in software, and nothing is drawn.",
    ],
    examples: ["runlooplab live --for 2s"])
}

/// A page with runs on this host beside the simulations of their plan and of what was carried out.
enum LivePage {
  /// Writes the page of the runs of a source.
  static func write(
    _ result: LiveResult, _ runs: [LiveRun], _ verdicts: LiveVerdicts, to path: String,
    replacing replaces: Bool
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "live-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let folders = try result.write(worlds: runs, verdicts, to: folder)
    let found = try ResultStudy(folders[0], folders[1]).findings()
    let page = try found.changes.page(
      found.comparison, of: folders, as: ComparisonFindings.Side.live(by: verdicts.source.rawValue),
      verdict: LiveConclusion.words(of: runs.filter { $0.source == verdicts.source }))
    try WholeFiles([(path, page)]).write(replacing: replaces)
  }
}

extension ComparisonFindings.Side {
  /// The sides of such a page.
  fileprivate static func live(by source: String) -> [Self] {
    [
      Self(name: "real", words: "on the run loop of one machine, by \(source)", command: nil),
      Self(name: "simulated", words: "the same plan in the lab", command: nil),
      Self(name: "replayed", words: "what was carried out, in the lab", command: nil),
    ]
  }
}
