import Foundation
import LabAnswer
import LabExperiment
import LabKernel
import LabMetrics
import LabStudy
import LabText
import LabWorkload
import TestSupport
import Testing

@Suite struct `What is asked why` {
  private let subject: RunSubject

  private static let script = SampleScript.page

  init() throws {
    let plan = try Experiment(path: "page.lab") { _ in Array(Self.script.utf8) }.plan()
    subject = RunSubject("page.lab", named: "page", plan)
  }

  /// What goes wrong, less what the change saves, is what goes wrong in the run with the change.
  @Test func `says in numbers what each change saves`() throws {
    let answer = try WhyStudy(subject).answer(Watch())
    let remedies = try #require(answer.namedTables.first { $0.name == "remedies" })
    let explained = try #require(answer.namedTables.first { $0.name == "explained" })
    let all = try #require(explained.column("value").first?.number)
    #expect(remedies.rows.count > 1)
    for row in remedies.rows {
      guard case .text(let change) = row[1] else { continue }
      let script = "\(Self.script)\nwhat if \(change)\n"
      let plan = try Experiment(path: "page.lab") { _ in Array(script.utf8) }.plan()
      let run = try #require(plan.indices.first { plan[$0].arm == "link: \(change)" })
      let result = try Runner(jobs: 1).result(of: plan[run])
      let left = result.value(of: "dropped", driver: "ball")?.number
      #expect(left == all - (row[3].number ?? .nan), "\(change)")
    }
  }

  @Test func `is the run of the first expectation that fails, with what helps`() throws {
    let answer = try WhyStudy(subject).answer(Watch())
    #expect(answer.paragraphs.headings == ["Run 1, arm link"] && answer.outcome == .answered)
    let names = answer.namedSentences.compactMap(\.name)
    #expect(names.starts(with: ["failing", "what", "why", "help"]), "\(names)")
    let run = try #require(answer.namedTables.first { $0.name == "explained" }?.rows.first)
    #expect(run.prefix(3) == [.count(1), .text("ball"), .text("dropped")])
    let remedies = try #require(answer.namedTables.first { $0.name == "remedies" })
    let help = try #require(answer.namedSentences.first { $0.name == "help" }?.text)
    guard case .text(let best) = remedies.rows.first?[1] else {
      Issue.record("no remedy")
      return
    }
    #expect(help.contains("[\(best)]"))
    let applied = try WhyStudy(subject, applying: WhyStudy.Applied("1", including: "page.lab"))
      .answer(Watch())
    let script = String(decoding: applied.files.first?.bytes ?? [], as: UTF8.self)
    #expect(script.contains("include page.lab\n") && script.hasSuffix("apply \(best)\n"))
    let named = WhyStudy(subject, applying: WhyStudy.Applied("\(best)", including: "page.lab"))
    #expect(try named.answer(Watch()).files == applied.files)
    let pair = WhyStudy(
      subject, applying: WhyStudy.Applied("timer + page halved", including: "page.lab"))
    let text = String(decoding: try pair.answer(Watch()).files[0].bytes, as: UTF8.self)
    #expect(text.hasSuffix("apply timer + page halved\n"))
    let many = WhyStudy(subject, applying: WhyStudy.Applied("99", including: "page.lab"))
    #expect(throws: UsageError.self) { try many.answer(Watch()) }
  }

  /// Of every fifth experiment two at once, and some single changes; of its runs a second.
  @Test(arguments: Count.sample(of: Checkout.experimentNames, every: 5))
  func `has no change whose name cannot be applied`(name: String) throws {
    let experiment = try Experiment(path: Checkout.experiment(name).path)
    let plan = try experiment.plan(replications: 1)
    for run in Set([plan[0].label.index, plan[plan.count - 1].label.index])
    where !plan.isChanged(run) {
      var scenario = plan[run].scenario
      scenario.duration = min(scenario.duration, .milliseconds(300))
      let spec = RunSpec(scenario, seed: plan[run].seed)
      let rows = try WhatIfStudy(WhatIf([spec]), budget: 40).rows.map(\.change)
      for change in rows.filter({ $0.steps.count > 1 }) + rows.prefix(3) {
        #expect(experiment.objection(toApplying: "\(change)") == nil, "\(change)")
      }
    }
    for name in ["nonsense", "99", "in common\n"] {
      #expect(experiment.objection(toApplying: name) != nil, "\(name)")
    }
  }

  @Test(arguments: [("", "display link"), ("like chromium", "requestAnimationFrame")])
  func `calls what draws by the name that it has there`(_ loop: String, _ name: String) throws {
    let script = """
      \(loop)
      display 60 Hz
      run 1 s
      load parse at 504 ms takes 40 ms as port
      arm page
        link ball in common takes 1 ms
      """
    let plan = try Experiment(path: "page.lab") { _ in Array(script.utf8) }.plan()
    let words = try WhyStudy(RunSubject("page.lab", named: "page", plan))
      .answer(Watch()).paragraphs.words
    #expect(words.contains("The \(name) ball dropped 1 of the"), "\(words)")
  }

  /// What is asked of some run may be missed in the one that is named.
  @Test func `says which expectation fails in the run that is named`() throws {
    let script = """
      display 60 Hz
      run 1 s
      sweep length = 40 ms, 1 ms
      load parse at 504 ms takes {length} as port
      arm page
        timer ball every 1/60 s in common takes 1 ms
      expect page.ball.dropped <= 1
      expect page.ball.dropped >= 2 in some run
      """
    let plan = try Experiment(path: "page.lab") { _ in Array(script.utf8) }.plan()
    func failing(_ run: Int) throws -> String? {
      try WhyStudy(RunSubject("page.lab", named: "page", plan), run: run).answer(Watch())
        .namedSentences.first { $0.name == "failing" }?.text
    }
    #expect(try failing(0)?.hasPrefix("Fails: page.ball.dropped <= 1: 2") == true)
    #expect(try failing(1) == nil)
  }

  @Test func `is the run and the metric that are named`() throws {
    let answer = try WhyStudy(subject, run: 0, WhyOptions(by: .doubleFires)).answer(Watch())
    #expect(answer.paragraphs.words.hasPrefix("Nothing is wrong with double_fires"))
    #expect(answer.namedTables.first { $0.name == "remedies" }?.rows.isEmpty == true)
  }

  @Test func `has every change in a file, and the best of every arm in a table`() throws {
    let answer = try RankingStudy(subject, WhyOptions(budget: 60)).answer(Watch())
    let bases = try #require(answer.namedTables.first { $0.name == "bases" })
    #expect(bases.column("arm") == [.text("timer"), .text("link")])
    let changes = try #require(answer.namedTables.first { $0.name == "changes" })
    #expect(Set(changes.column("run")) == [.count(0), .count(1)])
    let file = try #require(answer.files.first)
    let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
    #expect(file.path == "whatif.csv" && lines.count > changes.rows.count)
    let ended = try RankingStudy(subject).conclusion(Watch(isEnded: { true }))
    #expect(ended.outcome == .undecided)
  }

  /// What takes tasks away or shortens them may save more than what stands above it.
  @Test func `lists what no app can make behind the rest, and says so`() throws {
    let script = """
      display 60 Hz
      run 4 s
      gesture scroll at 1 s for 2 s
      load page every 250 ms takes 40 ms as main-queue
      arm timer
        timer ball every 1/60 s phase 0.5 in default takes 0.5 ms

      """
    let plan = try Experiment(path: "page.lab") { _ in Array(script.utf8) }.plan()
    let answer = try RankingStudy(
      RunSubject("page.lab", named: "page", plan), WhyOptions(budget: 60)
    ).answer(Watch())
    let changes = try #require(answer.namedTables.first { $0.name == "changes" })
    let savings = changes.column("saving").map { cell -> Double in
      if case .value(let value) = cell { value.number } else { .nan }
    }
    let isProbe = changes.column("change").map { "\($0)".contains("without") }
    #expect(isProbe.contains(true) && savings != savings.sorted(by: >), "\(savings)")
    // A row of zeros tells a reader nothing.
    let numbers = changes.rows.map { row in
      row.filter { if case .value = $0 { true } else { false } }.map { "\($0)" }
    }
    #expect(numbers.allSatisfy { $0.contains { $0.contains { "123456789".contains($0) } } })
    let words = answer.paragraphs.words
    #expect(
      words.contains(
        "ranked by wrong_picture (first those that an app can make, then those of the lab alone)"))
    // A run beside it tells what is left, and no task is said to cause it.
    #expect(!words.contains(" causes "), "\(words)")
    let gone = #/Of the [0-9]+ refreshes with a wrong picture, [0-9]+ are gone without page/#
    #expect(words.contains(gone), "\(words)")
  }

  @Test func `ranks changes by how long the tasks of a load take that is named`() throws {
    let answer = try RankingStudy(subject, WhyOptions(driver: "page", budget: 60)).answer(Watch())
    let bases = try #require(answer.namedTables.first { $0.name == "bases" })
    #expect(Set(bases.column("driver")) == [.text("page")])
    #expect(Set(bases.column("ranked_by")) == [.text("response_max")])
    #expect(throws: ExperimentFailure.self) {
      try RankingStudy(subject, WhyOptions(driver: "nothing")).answer(Watch())
    }
  }

  /// A name as reports print it, of each driver and load of each arm, beside each run.
  @Test func `explains the driver of an arm in the run of that arm`() throws {
    let script = """
      display 60 Hz
      run 150 ms
      repeat 2, seed 3
      sweep work = 1 ms, 30 ms
      load page poisson 20 per s takes {work} as main-queue
      arm timer
        timer ball every 16 ms in default
        timer disc every 50 ms in common
      arm link
        link ball in default

      """
    func plan(_ only: String? = nil) throws -> Plan {
      try Experiment(path: "page.lab") { _ in Array(script.utf8) }.plan(only: only)
    }
    func explained(_ plan: Plan, _ driver: String, run: Int? = nil) throws -> Int {
      let subject = RunSubject("page.lab", named: "page", plan)
      let judged = WhyOptions(driver: driver, budget: 10)
      let answer = try WhyStudy(subject, run: run, judged).answer(Watch())
      let table = try #require(answer.namedTables.first { $0.name == "explained" })
      guard case .value(let index)? = table.column("run").first else { return -1 }
      return Int(index.number)
    }
    let whole = try plan()
    for (arm, name) in [("timer", "ball"), ("timer", "disc"), ("link", "ball"), ("link", "page")] {
      for label in whole.indices.map(whole.label) {
        let found = whole.label(of: try explained(whole, "\(arm).\(name)", run: label.index))
        #expect(found.arm == arm && found.point == label.point)
        #expect(found.replication == label.replication)
      }
      let alone = try explained(plan("arm == \(arm)"), name)
      #expect(try explained(whole, "\(arm).\(name)") == alone, "\(arm).\(name)")
      let ranked = try RankingStudy(
        RunSubject("page.lab", named: "page", whole),
        WhyOptions(driver: "\(arm).\(name)", budget: 10)
      ).answer(Watch())
      let bases = try #require(ranked.namedTables.first { $0.name == "bases" })
      #expect(bases.rows.count == 2 && Set(bases.column("arm")) == [.text(arm)])
    }
    #expect(throws: UsageError.self) { try explained(plan("arm == link"), "timer.ball", run: 1) }
  }

  /// Loads of a drawn length, of which the first drops nothing.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `begins with the run that is worst off, and lists what makes a difference`(
    seed: UInt64
  ) throws {
    var chance = RandomStream(seed: seed, name: "worst first")
    let lengths = (1...2).map { _ in chance.next(in: 20...90) }
    let script = """
      display \([60, 180, 120][Int(seed) % 3]) Hz
      run 1 s
      sweep stall = 1 ms, \(lengths[0]) ms, \(lengths[1]) ms
      load page at \(chance.next(in: 200...400)) ms takes {stall} as main-queue
      arm timer
        timer ball every 1/60 s in default takes 0.5 ms

      """
    let plan = try Experiment(path: "stalls.lab") { _ in Array(script.utf8) }.plan()
    let subject = RunSubject("stalls.lab", named: "stalls", plan)
    let explained = try WhyStudy(subject, WhyOptions(budget: 60)).answer(Watch()).namedTables
    let answer = try RankingStudy(subject, WhyOptions(budget: 60)).answer(Watch())
    let tables = answer.namedTables.filter { $0.name == "changes" }
    let runs = tables.compactMap { $0.column("run").first }
    #expect(runs.first == explained.first { $0.name == "explained" }?.column("run").first)
    #expect(!runs.contains(.count(0)), "\(script)")
    for table in tables {
      // Those of the file, in its order; what makes no difference is not listed.
      let ranks = table.column("rank").compactMap { cell -> Double? in
        if case .value(let value) = cell { value.number } else { nil }
      }
      #expect(ranks.count == table.column("rank").count)
      #expect(zip(ranks, ranks.dropFirst()).allSatisfy { $0 < $1 || $1 == 1 })
      let changes = table.column("change").map { "\($0)" }
      #expect(changes.allSatisfy { !$0.contains("000/") }, "\(changes)")
    }
  }

  @Test func `has a smallest set of tasks as a script and its recordings`() throws {
    let answer = try SmallestStudy(subject, named: "small").answer(Watch())
    #expect(answer.files.map(\.path) == ["small.lab", "small-page.csv"])
    let tasks = try #require(answer.namedTables.first { $0.name == "tasks" })
    #expect((1...2).contains(tasks.rows.count))
    #expect(answer.headline.hasPrefix("\(tasks.rows.count) of 2 tasks still cause"))
  }

  /// The ball stands still for longer than the clock; an expectation asks about its double fires.
  @Test(arguments: [
    ("", "ball", "wrong_picture"),
    ("expect both.ball.double_fires == 0\n", "ball", "double_fires"),
  ])
  func `is the same of one run, of all changes and of the fewest tasks`(
    expectation: String, driver: String, metric: String
  ) throws {
    let script = """
      display 120 Hz
      run 500 ms
      load page every 70 ms takes 20 ms, 9 ms, 14 ms as main-queue
      arm both
        timer ball every 1/120 s in default takes 1 ms
        link clock every 2 refreshes in default

      """
    let plan = try Experiment(path: "two.lab") { _ in Array((script + expectation).utf8) }.plan()
    let subject = RunSubject("two.lab", named: "two", plan)
    let judged = WhyOptions(budget: 60)
    let one = try WhyStudy(subject, judged).answer(Watch()).namedTables
    let all = try RankingStudy(subject, judged).answer(Watch()).namedTables
    for (table, column) in [
      (one.first { $0.name == "explained" }, "metric"),
      (all.first { $0.name == "bases" }, "ranked_by"),
    ] {
      #expect(table?.column("driver") == [.text(driver)])
      #expect(table?.column(column) == [.text(metric)])
    }
    let fewest = try SmallestStudy(subject, named: "small").answer(Watch())
    let kept = metric == "wrong_picture" ? "" : "\(metric) "
    #expect(fewest.headline.contains(" still cause \(kept)"), "\(fewest.headline)")
  }

  @Test func `is shown about its worst moment, or where that is asked for`() throws {
    let found = try ChosenCase(subject, ChosenCase.Question())
    #expect(found.runs.runs.map(\.spec.arm) == ["timer", "link"] && found.reason != nil)
    var asked = ChosenCase.Question()
    asked.around = .milliseconds(300)
    let placed = try ChosenCase(subject, asked)
    #expect(placed.stretch.contains(.milliseconds(300)) && placed.reason == nil)
    asked.around = .seconds(2)
    #expect(throws: UsageError.self) { try ChosenCase(subject, asked) }
  }
}

extension Table.Cell {
  /// The number of a cell; `nil` for any other.
  fileprivate var number: Double? { if case .value(let value) = self { value.number } else { nil } }
}
