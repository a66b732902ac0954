import LabLanguage
import LabMetrics
import Testing

@testable import LabExperiment

@Suite struct `A search` {
  private func plan(_ find: String, sweep: String = "0 ms, 10 ms, 20 ms, 30 ms") throws -> Plan {
    try Fixture.experiment(
      """
      display 60 Hz
      run 1 s
      sweep hiccup = \(sweep)
      sweep rate = 60 Hz, 120 Hz
      load network at 504 ms takes {hiccup} as main-queue
      arm link
        link ball prefers {rate} in default
      \(find)
      """
    ).plan()
  }

  /// Finds among values that a function gives, without any run.
  private func findings(
    _ plan: Plan, _ value: @escaping (_ hiccup: Int, _ rate: Int) -> Int?
  ) throws -> [Finding] {
    try plan.findings(jobs: 1) { run, _, _ in value(run / 2, run % 2).map(MetricValue.count) }
  }

  @Test func `finds the largest value for every combination of the others`() throws {
    let plan = try plan("find largest hiccup where link.ball.dropped == 0")
    let findings = try findings(plan) { hiccup, rate in max(0, hiccup - 1 - rate) }
    #expect(findings.map { $0.found?.value } == ["10 ms", "20 ms"])
    #expect(findings.map { $0.failing?.value } == ["20 ms", "30 ms"])
    #expect(findings.map(\.changes) == [1, 1])
    #expect(findings.map { $0.place } == ["rate = 60 Hz", "rate = 120 Hz"])
    #expect(
      findings[0].failing?.values == "hiccup = 20 ms, rate = 60 Hz: link.ball.dropped = 1")
  }

  @Test func `finds the smallest value in any order of the script`() throws {
    let plan = try plan(
      "find smallest hiccup where link.ball.dropped > 0", sweep: "30 ms, 10 ms, 0 ms, 20 ms")
    let findings = try findings(plan) { hiccup, _ in hiccup == 0 || hiccup == 3 ? 1 : 0 }
    #expect(findings.map { $0.found?.value } == ["20 ms", "20 ms"])
    #expect(findings.map { $0.failing?.value } == ["10 ms", "10 ms"])
  }

  @Test func `is honest about claims that hold here and there`() throws {
    let plan = try plan("find largest hiccup where link.ball.dropped == 0")
    let findings = try findings(plan) { hiccup, rate in rate == 0 ? hiccup % 2 : 0 }
    #expect(findings.map { $0.found?.value } == ["20 ms", "30 ms"])
    #expect(findings.map { $0.failing?.value } == ["30 ms", nil])
    #expect(findings.map(\.changes) == [3, 0])
  }

  @Test func `finds nothing where the claim holds for nothing or is undefined`() throws {
    let plan = try plan("find largest hiccup where link.ball.dropped == 0")
    let findings = try findings(plan) { _, rate in rate == 0 ? 1 : nil }
    #expect(findings.map { $0.found } == [nil, nil])
    #expect(findings[1].failing?.values.hasSuffix("link.ball.dropped = undefined") == true)
  }

  /// A link whose callback is kept waiting for h is late by h − (period − 504 mod period): the
  /// hiccup ends at 504 + h, and the vsync of 516.67 ms waits for it.
  @Test(arguments: ["", "over 0 ms .. 80 ms "])
  func `closes in on a value between two runs`(range: String) throws {
    let plan = try plan(
      "find largest hiccup \(range)within 1 ns where link.ball.lateness_max <= 3 ms",
      sweep: "0 ms, 40 ms")
    let table = try results(of: plan)
    let findings = try plan.findings(jobs: 2) { run, driver, metric in
      table[run].value(of: metric, driver: driver)
    }
    let vsync = 31 * 1_000_000_000 / 60
    let budget = Double(vsync + 3_000_000 - 504_000_000)
    #expect(findings.map { $0.found?.number } == [budget, budget])
    #expect(findings.map { $0.failing?.number } == [budget + 1, budget + 1])
    #expect(findings.allSatisfy { $0.changes == 1 && $0.tried < 45 })
    #expect(findings[0].found?.values.hasSuffix("link.ball.lateness_max = 3 ms") == true)
    #expect(findings[0].failing?.values.hasSuffix("link.ball.lateness_max = 3.000001 ms") == true)
  }

  @Test func `finds the same beside a sweep whose one value holds a comma`() throws {
    let limits = try ["1 ms, 9 ms", "{cost}"].map { cost in
      let plan = try Fixture.experiment(
        """
        display 60 Hz
        run 1 s
        sweep hiccup = 1 ms, 40 ms
        sweep cost = (1 ms, 9 ms)
        load network every 100 ms takes {hiccup} as source
        arm timer
          timer ball every 16 ms in default takes \(cost)
          load unused every 1 s takes {cost} as source
        find largest hiccup over 1 ms .. 40 ms where timer.ball.dropped <= 15
        """
      ).plan()
      return try plan.findings(jobs: 1) { _, _, _ in nil }[0].found?.value
    }
    #expect(limits[0] != nil && limits[0] == limits[1])
  }

  private func results(of plan: Plan) throws -> [RunResult] {
    var results: [RunResult] = []
    try Runner(jobs: 2).perform(plan, keeping: RunResult.init) { results.append(try $0.get()) }
    return results
  }

  /// Keeps runs in memory, as a journal would.
  private final class Memory {
    var kept: [(run: Int, values: [MetricValue?])] = []
    var recalled = 0

    func perform(_ runs: [Int], of plan: Plan, into table: ProbeTable) throws {
      var missing = runs[...]
      while let run = missing.first, let values = recall(run: run, count: table.count) {
        table.append((run, values))
        missing.removeFirst()
      }
      try Runner(jobs: 2).measure(plan, at: Array(missing), keeping: table.digest) {
        let finished = try $0.get()
        keep(finished.values, ofRun: finished.run)
        table.append(finished)
      }
    }

    func recall(run: Int, count: Int) -> [MetricValue?]? {
      guard recalled < kept.count, kept[recalled].run == run else { return nil }
      recalled += 1
      return kept[recalled - 1].values
    }

    func keep(_ values: [MetricValue?], ofRun run: Int) {
      #expect(recalled == kept.count)
      recalled += 1
      kept.append((run, values))
    }
  }

  @Test(arguments: [0, 1, 7, 40])
  func `that is begun anew goes on after the runs that were kept`(kept: Int) throws {
    let plan = try plan(
      "find largest hiccup within 1 us where link.ball.lateness_max <= 3 ms", sweep: "0 ms, 40 ms")
    let table = try results(of: plan)
    let metric: Plan.MetricReading = { table[$0].value(of: $2, driver: $1) }
    let whole = Memory()
    let findings = try plan.findings(metric: metric, performing: whole.perform)
    #expect(whole.kept.count > 20)
    let memory = Memory()
    memory.kept = Array(whole.kept.prefix(kept))
    #expect(try plan.findings(metric: metric, performing: memory.perform) == findings)
    #expect(memory.kept.map(\.values) == whole.kept.map(\.values))
  }

  @Test(arguments: [
    ("budget >= 10 ms", true), ("budget >= {rate} × 0.001 s²", nil), ("2 × budget < 30 ms", true),
    ("budget == 11 ms", false),
  ])
  func `gives expectations something to compare`(claim: String, holds: Bool?) throws {
    let text = "find largest hiccup where link.ball.dropped == 0 as budget\nexpect \(claim)"
    guard let holds else {
      #expect(throws: ScriptError.self) { try self.plan(text) }
      return
    }
    let plan = try plan(text)
    let metric: Plan.MetricReading = { run, _, _ in .count(run / 2 > 1 ? 1 : 0) }
    let findings = try plan.findings(jobs: 1, metric: metric)
    let verdicts = plan.verdicts(findings: findings, metric: metric)
    #expect(verdicts.map(\.outcome) == [holds ? .holds : .fails])
    if !holds { #expect(verdicts[0].failure?.values.hasSuffix("budget = 10 ms") == true) }
  }

  @Test func `that found nothing fails what is expected of it`() throws {
    let plan = try plan(
      "find largest hiccup where link.ball.dropped == 0 as budget\nexpect budget < 1 s")
    let metric: Plan.MetricReading = { _, _, _ in .count(1) }
    let findings = try plan.findings(jobs: 1, metric: metric)
    #expect(plan.verdicts(findings: findings, metric: metric).map(\.outcome) == [.fails])
  }
}
