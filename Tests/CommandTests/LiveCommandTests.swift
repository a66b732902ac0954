import Foundation
import LabExperiment
import LabHost
import LabKernel
import LabTrace
import TestSupport
import Testing

@testable import LabStudy

@Suite struct `A run on the host` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test(arguments: [
    (
      "run       1 s", "run       601 s",
      ":5: error: this cannot run live: a run takes its time here"
    ),
    ("run       1 s", "run       1 s\nwake-up delayed by 1 ms", ":5: error: this cannot run live:"),
    ("phase 0.5", "phase 0.5 catch-up burst", ":7: error: 'ball' cannot run live: a real timer"),
    (
      "link  ball", "link  ball every 2 refreshes",
      ":9: error: 'ball' cannot run live: the link here"
    ),
  ])
  func `is refused before it begins, with the place and a remedy`(
    text: String, other: String, message: String
  ) throws {
    try tool.write(Tool.script.replacing(text, with: other), to: "other.lab")
    let outcome = try tool.run("live", "other.lab")
    #expect(outcome.status == 3)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("other.lab" + message), "\(outcome.errors)")
  }

  @Test func `is refused before all others if it leaves them too little`() throws {
    try tool.write(Tool.script.replacing("default", with: "default takes 16 ms"), to: "busy.lab")
    let outcome = try tool.run("live", "busy.lab", "--realtime")
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("% of the time is planned work"), "\(outcome.errors)")
  }

  @Test func `is shown beside its simulation, with what it depends on`() throws {
    let outcome = try tool.run("live", "good.lab", "--overlay")
    // One replication is too few to decide anything.
    #expect(outcome.status == 6)
    for words in [
      "run 0, timer", "run 1, link", "plan", "replay", "agrees in", "timer slack", "run queue",
      "display late ", "tick", "limit",
    ] {
      #expect(outcome.output.contains(words))
    }
    #expect(outcome.output.contains("? link.ball.double_fires == 0\n    undecided: "))
  }

  @Test func `is refused before it is measured while another writes to its place`() throws {
    try tool.write(Tool.script.replacing("1 s", with: "600 ms"), to: "short.lab")
    let outcome = try tool.shell(
      """
      "$0" live short.lab -o w > a.out 2> a.err & one=$!
      sleep 0.$(od -An -N1 -tu1 /dev/urandom | tr -d ' ')
      "$0" live short.lab -o w > b.out 2> b.err; b=$?
      wait $one; a=$?
      [ $a = 4 ] && refused=a || refused=b
      echo $((a + b)) $(cat $refused.out $refused.err); ls -A w
      """)
    let words =
      "10 runlooplab: error: 'w/short' is being written by another runlooplab. Wait until it ends,"
      + " or choose another folder with --out DIR.\nshort\n"
    #expect(outcome.output == words, "\(outcome.errors)")
  }

  @Test func `is performed by every source of timers`() throws {
    let script = Tool.script.replacing("1 s", with: "200 ms").replacing("default", with: "common")
    try tool.write(script, to: "short.lab")
    let outcome = try tool.run("live", "short.lab", "--source", "all", "--only", "arm == timer")
    // No expectation of the script is about this arm alone.
    #expect(outcome.status == 0)
    for source in HostSource.allCases { #expect(outcome.output.contains("\n\(source.rawValue) ")) }
  }

  @Test func `ends with a callback that is too late, and shows what was around it`() throws {
    // Late by so much that the first callback is not, whatever else this machine does.
    let load = "load block at 300 ms takes 150 ms as main-queue\narm timer"
    try tool.write(Tool.script.replacing("arm timer", with: load), to: "late.lab")
    let outcome = try tool.run(
      "live", "late.lab", "--only", "arm == link", "--break-at", "lateness > 80 ms")
    #expect(outcome.status == 6)
    for words in ["run 1, link, by timer: broken off at", "\n>  ", "vsync:", "timer slack"] {
      #expect(outcome.output.contains(words), "\(outcome.output)")
    }
  }

  @Test func `leaves a result that is shown, compared, and not performed again`() throws {
    try tool.write(Tool.script.replacing("1 s", with: "200 ms"), to: "short.lab")
    let live = try tool.run("live", "short.lab", "--out", "out", "--html", "page.html")
    #expect(live.status == 6, "\(live.errors)")
    let page = try tool.text(of: "page.html")
    #expect(page.contains("Real: on the run loop") && page.contains("Simulated: the same plan"))
    let manifest = try tool.text(of: "out/short/manifest.json")
    #expect(manifest.contains("\"world\" : \"live\""))
    let verdicts = try tool.text(of: "out/short/verdicts.csv")
    #expect(verdicts.contains("short,link.ball.double_fires == 0,undecided,1,"), "\(verdicts)")
    let shown = try tool.run("show", "out/short", "--run", "0")
    #expect(shown.status == 0 && shown.output.contains("# run 0, timer"), "\(shown.errors)")
    #expect(try tool.run("compare", "out/short", "out/short", "--identical").status == 0)
    #expect(try tool.run("show", "out/short", "--as", "page", "-o", "live.html").status == 0)
    let stored = try tool.text(of: "live.html")
    #expect(stored.contains("? 0 of 1 expectations hold, 1 undecided"))
    for again in [["live", "short.lab", "--out", "out"], ["run", "short.lab", "--out", "out"]] {
      let refused = try tool.run(again)
      #expect(refused.status != 0 && refused.errors.contains("replace it by --force"))
      #expect(!refused.output.contains("This takes"))
    }
    #expect(
      try tool.text(of: "out/short/manifest.json") == manifest)
    for subcommand in ["why", "verify"] {
      let refused = try tool.run(subcommand, "out/short")
      #expect(refused.status != 0 && refused.errors.contains(" again"))
    }
  }

  @Test func `keeps what was measured when it is interrupted`() throws {
    try tool.write(Tool.script.replacing("1 s", with: "200 ms"), to: "short.lab")
    let output = tool.folder.appending(path: "output")
    try Data().write(to: output)
    let process = try tool.start(
      ["live", "short.lab", "--repeat", "50", "-o", "out"],
      output: FileHandle(forWritingTo: output))
    while process.isRunning {
      if try String(contentsOf: output, encoding: .utf8).contains("run 1, link") { break }
      usleep(2_000)
    }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    let rows = try tool.text(of: "out/short/runs.csv")
    let runs = Set(rows.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[1] })
    #expect(runs.count >= 2)
    let said = try String(contentsOf: output, encoding: .utf8)
    #expect(said.contains("\n\(runs.count) of 100 runs came to their end."), "\(said)")
    #expect(try tool.run("show", "out/short", "--run", "1").status == 0)
    #expect(try tool.run("compare", "out/short", "out/short", "--identical").status == 0)
  }

  @Test func `never fails by disturbance`() throws {
    try tool.write(Tool.script.replacing("1 s", with: "200 ms"), to: "short.lab")
    #expect(try [0, 6].contains(tool.run("live", "short.lab", "--repeat", "5").status))
  }

  @Test func `agrees in its lateness if that differs by less than the time to wake`() {
    typealias Agreement = LiveAgreement
    #expect(Agreement.gap([0, 10, 20], [5, 15, 25], tolerance: 5) == 0)
    #expect(Agreement.gap([0, 10, 20, 30], [5, 15, 25, 35], tolerance: 4) == 0.25)
    #expect(Agreement.gap([0, 0, 90, 90], [0, 0, 0, 0], tolerance: 10) == 0.5)
    #expect(Agreement.gap([0, 0], [90], tolerance: 10) == 1)
  }

  @Test func `tells a wrong model from a plan that was not carried out`() {
    func conclusion(_ plan: Bool, _ replay: Bool, _ isDisturbed: Bool) -> LiveConclusion {
      LiveConclusion(plan: plan, replay: replay, isDisturbed: isDisturbed)
    }
    #expect(conclusion(true, false, true) == .right)
    #expect(conclusion(false, true, true) == .notCarriedOut)
    #expect(conclusion(false, false, true) == .unknown)
    #expect(conclusion(false, false, false) == .wrong)
  }

  /// What comes first of two events of one instant a plan does not say, and a host decides by
  /// chance.
  @Test func `is shipped with a plan that leaves no order open`() throws {
    let path = Checkout.experiment("on-this-machine").path
    for run in try Experiment(path: path).plan() {
      var (tasks, dates): ([Int64], [Int64]) = ([], [])
      for record in try Runner(jobs: 1).trace(of: run).records {
        switch record.event {
        case .arrived, .taskEnded: tasks.append(record.time.nanoseconds)
        case .vsync: dates.append(record.time.nanoseconds)
        case .calloutBegan(_, .timer, let due, _): dates.append(due.nanoseconds)
        default: break
        }
      }
      #expect(tasks.count > 100)
      let nearest = tasks.map { task in dates.map { abs($0 - task) }.min() ?? 0 }.min() ?? 0
      #expect(nearest > 100_000)
    }
  }

  @Test func `is decided by five replications that agree`() {
    typealias Verdicts = LiveVerdicts
    func outcome(_ holding: Int, _ failing: Int) -> Verdicts.Outcome {
      Verdicts.outcome(
        of: Array(repeating: .holds, count: holding) + Array(repeating: .fails, count: failing))
    }
    #expect(outcome(5, 0).verdict == .holds && outcome(0, 5).verdict == .fails)
    for (holding, failing, evidence) in [
      (4, 0, "5 undisturbed runs decide, and there were 4"),
      (0, 0, "5 undisturbed runs decide, and there were 0"), (5, 1, "5 of 6 undisturbed runs hold"),
    ] {
      let open = outcome(holding, failing)
      #expect(open.verdict == .undecided && open.evidence == evidence)
    }
  }
}
