import LabExperiment
import LabMetrics
import Testing

/// Two arms, two sweep points, three replications; the metrics are functions of the run's place.
@Suite struct `An expectation` {
  /// Judges one expectation; a metric has a value in each arm, block (0 or 1) and replication.
  private func verdict(
    _ expectation: String, overriding: [(name: String, values: String)] = [],
    metric:
      @escaping (_ arm: String, _ block: Int, _ replication: Int, _ name: String)
      -> MetricValue?
  ) throws -> Verdict {
    let experiment = try Fixture.experiment(
      """
      display 60 Hz
      run 1 s
      repeat 3
      sweep block = 0 ms, 50 ms
      load l at 1 ms takes {block} as port
      arm timer
        timer ball every 16 ms in default
      arm link-a
        link ball in default
      arm link-b
        link ball in default
        link disc in default
      expect \(expectation)
      """, overriding: overriding)
    let plan = try experiment.plan()
    let verdicts = plan.verdicts { index, _, name in
      let run = plan[index]
      return metric(run.arm, run.point[0].value == "0 ms" ? 0 : 1, run.replication, name)
    }
    return verdicts[0]
  }

  @Test func `is judged in every run`() throws {
    let verdict = try verdict("timer.ball.fires == 3") { _, _, _, _ in .count(3) }
    #expect(verdict.outcome == .holds)
    #expect((verdict.judged, verdict.failing) == (6, 0))
    #expect(verdict.failure == nil)
  }

  @Test func `names the first run that fails and its values`() throws {
    let verdict = try verdict("timer.ball.fires == 3 + link-a.ball.missed") { arm, block, r, _ in
      .count(arm == "timer" ? 3 + block * r : 0)
    }
    #expect(verdict.outcome == .fails)
    #expect((verdict.judged, verdict.failing) == (6, 2))
    // Point 1, replication 1, first of three arms.
    #expect(verdict.failure?.run == 12)
    #expect(
      verdict.failure?.values
        == "block = 50 ms: timer.ball.fires = 4, link-a.ball.missed = 0")
  }

  @Test(arguments: [
    ("in some run", Verdict.Outcome.holds), ("in every run", .fails), ("in no run", .fails),
    ("in at least 33 % of runs", .holds), ("in at least 34 % of runs", .fails),
    ("for {block} >= 50 ms", .fails), ("in some run for {block} == 0 ms", .fails),
    ("in no run for {block} == 0 ms", .holds),
  ])
  func `is judged in as many runs as its quantifier says`(
    quantifier: String, outcome: Verdict.Outcome
  ) throws {
    // Holds in two of six runs: replications 1 and 2 of the second point.
    let verdict = try verdict("timer.ball.fires > 3 \(quantifier)") { _, block, r, _ in
      .count(3 + block * r)
    }
    #expect(verdict.outcome == outcome)
  }

  @Test(arguments: [
    ("timer.ball.lateness_max == 16.666666 ms", true),
    ("timer.ball.lateness_max == 1/60 s", true),
    ("timer.ball.lateness_max == 16 ms", false),
    ("timer.ball.lateness_max == 16 ms ± 1 ms", true),
    ("timer.ball.lateness_max == 16 ms +- 0.5 ms", false),
    ("timer.ball.lateness_max == 16 ms ± 5 %", true),
    ("timer.ball.lateness_max == 16 ms ± 4 %", false),
    ("timer.ball.lateness_max in 16 .. 17 ms", true),
    ("timer.ball.lateness_max in 0 ms .. {block}", false),
    ("timer.ball.lateness_max ≤ 2 × 1/120 s", true),
    ("timer.ball.lateness_max - 1/60 s == -(0 ms)", true),
    ("timer.ball.lateness_max * 60 Hz in 0.9999 .. 1", true),
    ("timer.ball.lateness_max / 1/60 s == 1", true),
    ("250 ms × 60 Hz + timer.ball.lateness_max / 1 h × 0 == 15", true),
    ("(timer.ball.lateness_max + 1 ms) × 2 == 35.333332 ms", true),
    ("timer.ball.lateness_max × 2 ≠ 1 / (30 Hz)", true),
  ])
  func `computes with durations`(text: String, holds: Bool) throws {
    let verdict = try verdict(text) { _, _, _, _ in .time(.nanoseconds(16_666_666)) }
    #expect((verdict.outcome == .holds) == holds)
  }

  @Test(arguments: [
    ("mean(timer.ball.fires) == 2", true), ("min(timer.ball.fires) == 1", true),
    ("max(timer.ball.fires) == 3", true), ("median(timer.ball.fires) == 2", true),
    ("p90(timer.ball.fires) == 3", true), ("count(timer.ball.fires) == 3", true),
    ("mean(timer.ball.fires - link-a.ball.fires) == 0", true),
    ("timer.ball.fires <= mean(timer.ball.fires)", false),
    ("timer.ball.fires <= mean(timer.ball.fires) in at least 66 % of runs", true),
  ])
  func `knows statistics over the replications of a sweep point`(text: String, holds: Bool) throws {
    let verdict = try verdict(text) { _, _, replication, _ in .count(replication + 1) }
    #expect((verdict.outcome == .holds) == holds)
  }

  @Test func `of statistics alone is judged once for a sweep point`() throws {
    let verdict = try verdict("mean(timer.ball.fires) == 2") { _, _, _, _ in .count(3) }
    #expect((verdict.judged, verdict.failing) == (2, 2))
    #expect(verdict.failure?.values == "block = 0 ms: mean(timer.ball.fires) = 3")
  }

  @Test func `with a wildcard must hold for each match`() throws {
    let verdict = try verdict("link-*.ball.fires == 1") { arm, _, _, _ in
      .count(arm == "link-b" ? 2 : 1)
    }
    #expect(verdict.outcome == .fails)
    #expect((verdict.judged, verdict.failing) == (12, 6))
    #expect(verdict.failure?.values == "block = 0 ms: link-b.ball.fires = 2")
  }

  @Test func `means the same arm by the same wildcard`() throws {
    let verdict = try verdict("*.ball.new + *.ball.repeated == *.ball.refreshes") {
      arm, _, _, name in
      let size = arm.utf8.count
      return .count(name == "refreshes" ? size : name == "new" ? size - 1 : 1)
    }
    #expect(verdict.outcome == .holds)
    #expect(verdict.judged == 18)
  }

  @Test func `fails where a value is undefined, even if some run would do`() throws {
    let verdict = try verdict("timer.ball.drift < 1 ppm in some run") { _, block, replication, _ in
      block == 1 && replication == 2 ? nil : .number(0.5)
    }
    #expect(verdict.outcome == .fails)
    #expect(verdict.failure?.values == "block = 50 ms: timer.ball.drift = undefined")
  }

  @Test func `fails where it divides by zero`() throws {
    let verdict = try verdict("timer.ball.fires / link-a.ball.fires >= 0") { _, _, _, _ in
      .count(0)
    }
    #expect(verdict.outcome == .fails)
  }

  @Test func `is not judged where the values that were set leave it no run`() throws {
    let verdict = try verdict(
      "timer.ball.fires == 3 for {block} > 0 ms", overriding: [("block", "0 ms")]
    ) { _, _, _, _ in .count(3) }
    #expect(verdict.outcome == .notJudged)
    #expect(verdict.judged == 0)
  }
}
