import Foundation
import LabAnswer
import LabExperiment
import LabKernel
import LabMetrics
import LabResults
import LabStudy
import LabText
import ResultSupport
import TestSupport
import Testing

/// Studies of what is performed and written.
@Suite struct `A script and its result` {
  private let folder: TemporaryFolder
  private let plan: Plan

  init() throws {
    folder = try TemporaryFolder()
    let script = """
      display 60 Hz
      run 200 ms
      sweep cost = 0.5 ms, 9 ms
      arm timer
        timer ball every 1/60 s in default takes {cost}
      arm link
        link ball in default takes {cost}
      expect link.ball.double_fires == 0
      """
    plan = try WrittenResult.plan(script)
  }

  private func run(
    _ policy: ResultFolder.Policy = .keep, isReported: Bool = false
  ) throws -> ExperimentRun.Found {
    try ExperimentRun(
      WrittenResult.request(plan), plan, in: folder.path("results"), policy, isReported: isReported
    ).perform(jobs: 1)
  }

  @Test func `is performed, unless it was, or a report needs it`() throws {
    guard case .result(let result) = try run() else {
      Issue.record("no result")
      return
    }
    #expect(result.table.count == 4 && result.holds)
    guard case .before(let finished) = try run(.resume) else {
      Issue.record("performed again")
      return
    }
    #expect(finished.verdicts.map(\.outcome) == result.verdicts.map(\.outcome))
    guard case .result = try run(.resume, isReported: true), case .result = try run(.discard) else {
      Issue.record("not performed again")
      return
    }
  }

  /// A hiccup of a drawn length, with limits that hold or fail.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `are headed by what came of the expectations, and then by one value and its place`(
    seed: UInt64
  ) throws {
    var chance = RandomStream(seed: seed, name: "headlines of runs")
    let (length, limit) = (chance.next(in: 20...90), chance.next(in: 1...9))
    let plan = try WrittenResult.plan(
      """
      display 60 Hz
      run 1 s
      sweep hiccup = 5 ms, \(length) ms
      load network at 304 ms takes {hiccup} as main-queue
      arm timer
        timer ball every 1/60 s phase 0.5 in default takes 1 ms
      expect timer.ball.lateness_max <= {hiccup}
      expect timer.ball.dropped <= \(limit)
      """)
    let result = try ExperimentResult(name: "hiccup", performing: plan, jobs: 1)
    let answer = try RunFindings(result, showsMoment: false).answer()
    let verdict = try #require(answer.namedSentences.first { $0.name == "verdict" }?.text)
    if result.holds {
      let closest = "The first, where it is nearest to failing: timer.ball.lateness_max = "
      #expect(verdict.hasPrefix("All 2 expectations hold. \(closest)"))
      #expect(verdict.contains(" ms (<= ") && verdict.contains(" at hiccup = "), "\(verdict)")
    } else {
      #expect(verdict.hasPrefix("1 of 2 expectations fail: timer.ball.dropped <= \(limit): "))
      #expect(verdict.hasSuffix(" at hiccup = \(length) ms."), "\(verdict)")
    }
  }

  @Test func `are told as values: what fails with the moment to look at, and the worst one`() throws
  {
    let plan = try WrittenResult.plan(
      """
      because "Blocks drop frames."
      display 60 Hz
      run 500 ms
      arm timer
        timer ball every 1/60 s in default
        load work every 200 ms as source in default takes 60 ms
      arm link
        link ball in default
      expect timer.ball.dropped == 0
      expect link.ball.dropped == 0
      """)
    let answer = try RunFindings(
      try ExperimentResult(name: "test", performing: plan, jobs: 1)
    ).answer()
    #expect(answer.outcome == .fails)
    #expect(answer.namedSentences.map(\.name) == ["headline", "answer", "verdict"])
    let checks = answer.parts.lazy.compactMap { part -> [Answer.Check]? in
      if case .checks(let checks) = part { checks } else { nil }
    }.first
    #expect(checks?.map(\.outcome) == [.fails, .holds])
    let command = try #require(checks?.first?.command)
    #expect(command.contains(" --run 0") && command.contains(" --from "))
    #expect(checks?.last?.measured == "0" && checks?.last?.command == nil)
    #expect(answer.paragraphs.headings.filter { $0.hasPrefix("run ") }.count == 2)
    #expect(answer.paragraphs.words.contains("The worst moment of what fails: "))
  }

  /// Many sweep points, or many rows at one of them.
  @Test(arguments: [(1, 3), (2, 1), (9, 4), (30, 1), (1, 40)])
  func `shows the run of its headline in the table`(arms: Int, drivers: Int) throws {
    let timers = (0..<drivers).map { number in
      "  timer b\(number) every 1/60 s in default takes \(number == drivers - 1 ? "{cost}" : "0 ms")"
    }
    let script = """
      display 60 Hz
      run 100 ms
      sweep cost = 1 ms, 30 ms, 2 ms, 40 ms, 9 ms, 3 ms, 20 ms, 4 ms, 5 ms
      sweep other = 1 ms, 2 ms, 3 ms
      load task at {other} takes 1 ms as main-queue
      \((0..<arms).map { "arm a\($0)\n" + timers.joined(separator: "\n") }.joined(separator: "\n"))
      """
    let plan = try WrittenResult.plan(script)
    let result = try ExperimentResult(name: "a", performing: plan, jobs: 2)
    let headline = try #require(try result.headline())
    let answer = try RunFindings(result).answer()
    let run = plan[result.trouble.run].label
    let told = run.place.map { Table.Cell.text($0.value) } + [.text(run.arm)]
    let table = answer.paragraphs.joined().lazy.compactMap { part -> Table? in
      if case .table(let table) = part, table.columns.first?.name == "cost" { table } else { nil }
    }.first
    let rows = try #require(table).rows.filter { told == Array($0.prefix(3)) }
    let name = try #require(headline.headline.subject.name)
    #expect(
      drivers == 1 ? !rows.isEmpty : rows.contains { $0[3] == .text(name) },
      "\(headline.text) \(rows)")
  }

  @Test func `is checked, and its files are about as large as is told`() throws {
    let told = Locked<[String]>([])
    let watch = Watch(warns: { text in told.withLock { $0.append(text) } })
    let answer = try CheckStudy(plan, of: "a.lab").answer(watch)
    #expect(answer.headline == "4 runs, 1 expectation, no mistakes" && answer.outcome == .holds)
    #expect(answer.namedTables.map(\.name) == ["counts"] && told.withLock(\.isEmpty))
    let sized = try CheckStudy(
      plan, of: "a.lab", named: "test", listing: [.refreshes], columns: nil
    ).answer(watch)
    let files = try #require(sized.paragraphs.table("files"))
    #expect(files.column("file").contains(.text("refreshes.csv")))
    guard case .result = try run(), case .value(let size) = files.column("about_bytes").first else {
      Issue.record("no size")
      return
    }
    let bytes = try folder.text("results/test/runs.csv").utf8.count
    #expect(Int(size.number) == bytes)
    _ = try CheckStudy(
      try WrittenResult.plan("display 60 Hz\nrun 1 s\narm a\n  link b in default\n"), of: "b"
    )
    .answer(watch)
    #expect(told.withLock { $0.map { $0.prefix(15) } } == ["no expectations"])
  }

  @Test func `comes out again, or with other bytes, or is no result`() throws {
    guard case .result = try run() else { return }
    let path = folder.path("results/test")
    let answer = try VerificationStudy(of: path).answer(Watch())
    #expect(answer.outcome == .holds && answer.headline.hasPrefix("4 runs repeated; all "))
    let files = try #require(answer.namedTables.first { $0.name == "files" })
    #expect(files.rows.count > 4 && files.column("same").allSatisfy { $0 == .flag(true) })
    #expect(throws: InputError.self) { try VerificationStudy(of: folder.path("x")).answer(Watch()) }
  }

  @Test func `is compared with another, which may be worse`() throws {
    for (name, cost) in [("a", "0.5 ms"), ("b", "20 ms")] {
      let script =
        "display 60 Hz\nrun 400 ms\narm x\n  timer b every 1/60 s in default takes \(cost)\n"
      for (file, text) in try WrittenResult(script).files {
        try folder.write(text, to: "\(name)/\(file)")
      }
    }
    let paths = ["a", "b"].map(folder.path)
    #expect(try ResultStudy(paths[0], paths[0]).answer(Watch()).outcome == .holds)
    let worse = try ResultStudy(paths[0], paths[1], named: "c").answer(Watch())
    #expect(worse.outcome == .answered && worse.subject == "c")
    let limit = try #require(WorseThan("5 %"))
    #expect(try ResultStudy(paths[0], paths[1], limit: limit).answer(Watch()).outcome == .fails)
    #expect(try ResultStudy(paths[1], paths[0], limit: limit).answer(Watch()).outcome == .holds)
  }
}

/// Studies of recordings and of this host.
@Suite struct `What a machine did` {
  private static let trace = """
    {"traceEvents":[
    {"ph":"M","pid":7,"tid":1,"ts":0,"name":"thread_name","args":{"name":"CrRendererMain"}},
    {"ph":"X","pid":7,"tid":1,"ts":5000000,"dur":1500,"name":"RunTask"},
    {"ph":"X","pid":7,"tid":1,"ts":5200000,"dur":40000,"name":"RunTask"}
    ]}

    """

  private let folder: TemporaryFolder
  private let file: TraceFile

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.trace, to: "t.json")
    file = TraceFile(whole: folder.path("t.json"))
  }

  @Test func `becomes a recording with what says where it is from`() throws {
    let answer = try ImportStudy(file, to: folder.path("page")).answer(Watch())
    #expect(
      answer.files.map(\.path) == ["page.provenance.json", "page.csv"].map(folder.path))
    let rows = String(decoding: answer.files[1].bytes, as: UTF8.self).split(separator: "\n")
    #expect(rows.count == 3 && rows[1].hasPrefix("0,1500,"))
    #expect(answer.scripts.first?.contains("page.csv") == true)
    try folder.write(Self.trace, to: "page.csv")
    #expect(throws: UsageError.self) {
      _ = try ImportStudy(TraceFile(whole: folder.path("page.csv")), to: folder.path("page"))
        .answer(Watch())
    }
  }

  @Test func `is tried beside a timer and a link`() throws {
    let input = try TrialInput(file, try FileBytes(file.path))
    let study = TrialStudy(
      input.script(of: file, named: "mine", on: TrialDisplay(rates: ["60 Hz"]), like: .runLoop),
      of: "t.json", trace: input.trace, summary: input.summary, provenance: input.provenance)
    let found = try study.findings(Watch())
    let arms = try #require(found.answer.namedTables.first { $0.name == "arms" })
    #expect(Set(arms.column("arm")).isSuperset(of: [.text("timer"), .text("link")]))
    let dropped = found.shown.table.value(run: 0, driver: "ball", metric: "dropped")
    #expect(arms.column("dropped").first == dropped.map { .value($0) })
    #expect(found.answer.files.map(\.path).contains("mine.lab"))
    #expect(try study.answer(Watch()) == found.answer)
  }

  @Test func `is shown as it really was, above its replay`() throws {
    let path = "experiments/work/recordings/own-app.trace.json.gz"
    let file = TraceFile(whole: Checkout.root.appending(path: path).path)
    let input = try TrialInput(file, try FileBytes(file.path))
    let found = try TrialStudy(
      input.script(of: file, named: "mine", on: nil), of: "t.json", trace: input.trace,
      summary: input.summary, provenance: nil
    ).findings(Watch())
    let recorded = try input.trace.flatMap { try RecordedCount($0) }
    let real = try #require(recorded)
    let plan = found.shown.plan
    #expect(plan.recordings.keys.sorted() == [0] && plan[0].arm == "recorded")
    let dropped = found.shown.table.value(run: 0, driver: real.driver, metric: "dropped")
    #expect(dropped == real.dropped.map { .count($0) })
    // The first row of the table is the same, and the replay has its own below.
    let arms = try #require(found.answer.namedTables.first { $0.name == "arms" })
    #expect(arms.column("arm").prefix(2) == [.text("(your app)"), .text("recorded")])
    #expect(arms.column("dropped").first == dropped.map { .value($0) })
  }

  @Test func `is a list, or something else`() throws {
    for (name, text, isList) in [
      ("a.txt", "16.7\n16.6\n33.4\n", true), ("b.txt", "[16.7, 16.6]", true),
      ("c.txt", "[{\"ph\":\"X\"}]", false), ("d.lab", "16.7\n", false),
      ("e.csv", "start_us,duration_us,name\n0,1,a\n", false), ("t.json", Self.trace, false),
      ("f.txt", "app 7/8 sched:sched_switch: prev_comm=app prev_pid=8\n", false),
      ("g.cpuprofile", #"{"nodes":[{"id":1}],"samples":[1],"timeDeltas":[100]}"#, false),
    ] {
      try folder.write(text, to: name)
      #expect(ListStudy.isList(folder.path(name)) == isList, "\(name)")
    }
  }
}
