import LabExperiment
import LabLanguage
import LabMetrics
import Testing

@Suite struct `A prediction` {
  private static let script = """
    display 60 Hz
    run 10 s
    repeat 3
    sweep rate = 50 Hz, 60 Hz
    arm timer
      timer ball every 1/60 s in default takes 1 ms
    predict timer.ball.double_fires == 10 s × surplus(1/60 s, {rate}) ± 1 for {rate} == 50 Hz
    predict mean(timer.ball.fires) == 600
    plot ball.lateness_p99 over rate
    load l poisson {rate} takes 1 ms as port
    """

  private func predictions(
    _ script: String = script, only: String? = nil, _ metric: @escaping Plan.MetricReading
  ) throws -> [Prediction] {
    try Fixture.experiment(script).plan(only: only).predictions(metric: metric)
  }

  @Test func `stands beside the mean of what was measured`() throws {
    // Replication r of point p has position 3 p + r.
    let rows = try predictions { run, _, metric in
      .count(metric == "fires" ? 600 : 99 + run)
    }
    #expect(rows.map(\.count) == [3, 1, 1])
    #expect(rows[0].point.map(\.value) == ["50 Hz"] && rows[0].subject == "timer.ball")
    #expect(rows[0].measured == 100)
    #expect(abs((rows[0].predicted ?? 0) - 100) < 0.001)
    #expect(rows[0].interval.map { $0.contains(102.4) && !$0.contains(102.5) } == true)
    #expect(rows[1].predicted == 600 && rows[1].measured == 600 && rows[1].interval == nil)
  }

  @Test func `is judged only if it says how near it must be`() throws {
    let plan = try Fixture.experiment(Self.script).plan()
    let verdicts = plan.verdicts { _, _, _ in .count(102) }
    #expect(verdicts.map(\.outcome) == [.fails])
    #expect(verdicts[0].judged == 3 && verdicts[0].failing == 3)
  }

  @Test func `stays without a number where nothing is measured`() throws {
    let rows = try predictions { _, _, _ in nil }
    #expect(rows.map(\.count) == [0, 0, 0] && rows.allSatisfy { $0.measured == nil })
    #expect(rows[0].predicted.map { abs($0 - 100) < 0.001 } == true)
  }

  @Test func `speaks only of runs that are performed`() throws {
    let rows = try predictions(only: "replication == 0") { run, _, _ in .count(run) }
    #expect(rows.map(\.count) == [1])
    #expect(try predictions(only: "rate == 60 Hz") { _, _, _ in .count(1) }.count == 1)
  }

  @Test func `of a plot is stored`() throws {
    let plots = try Fixture.experiment(Self.script).plots
    #expect(plots.map { [$0.driver, $0.metric, $0.sweep] } == [["ball", "lateness_p99", "rate"]])
    #expect(plots[0].series == nil)
  }
}

@Suite struct `A closed form` {
  /// The value of a formula, as a worked-out duration or number.
  private func value(_ formula: String) throws -> String {
    let experiment = try Fixture.experiment(
      """
      display 60 Hz
      run 1 s
      let x = \(formula)
      arm a
        link b in default
      expect a.b.lateness_max >= {x} in some run
      """.replacing(
        "expect a.b.lateness_max >= {x}",
        with: formula.hasPrefix("wait") || formula.hasPrefix("gap") || formula.hasPrefix("uniform")
          ? "expect a.b.lateness_max >= {x}" : "expect a.b.fires >= {x} / {x}"))
    return try experiment.plan()[0].point[0].value
  }

  @Test(arguments: [
    ("surplus(1/60 s, 59 Hz)", "1.0000024"), ("surplus(20 ms, 60 Hz)", "0"),
    ("lack(20 ms, 60 Hz)", "10"), ("lack(10 ms, 60 Hz)", "0"),
    ("slip(0.5, 10 ms, 50 Hz)", "0"), ("slip(0.75, 10 ms, 50 Hz)", "0.5"),
    ("slip(0.9, 0 ms, 50 Hz)", "0"), ("slip(1, 5 ms, 50 Hz)", "1"),
    ("stutter(0.25)", "0.1875"), ("lost(35 ms, 10 ms)", "3"), ("lost(9 ms, 10 ms)", "0"),
    ("gap(35 ms, 10 ms)", "40 ms"), ("uniform_sd(0 ms, 12 ms)", "3.464101 ms"),
    // λE[S²] / 2(1 - ρ) with S constant: 100/s × 4 ms² / 2 × 0.8.
    ("wait(100 per s, 2 ms, 0 ms)", "0.25 ms"),
  ])
  func `gives what theory says`(formula: String, expected: String) throws {
    let value = try value(formula)
    #expect(value.hasPrefix(expected), "\(value)")
  }

  @Test func `is undefined where theory does not hold`() throws {
    #expect(throws: ScriptError.self) { try value("wait(1000 per s, 2 ms, 0 ms)") }
  }
}

@Suite struct `A plan of some runs` {
  private static let script = """
    display 60 Hz
    run 1 s
    repeat 2
    sweep hiccup = 0 ms, 50 ms, 100 ms
    sweep delivery = port, block
    load l at 1 ms takes {hiccup} as {delivery}
    arm timer
      timer b every 16 ms in default
    arm link-a
      link b in default
    arm link-b
      link b in default
    expect link-a.b.fires == timer.b.fires
    expect mean(*.b.fires) > 0
    """

  private func runs(_ only: String) throws -> Int {
    let plan = try Fixture.experiment(Self.script).plan(only: only)
    return plan.indices.count(where: plan.performs)
  }

  @Test(arguments: [
    ("arm == link-a", 12), ("arm == link-*", 24), ("arm != timer && hiccup >= 50 ms", 16),
    ("hiccup >= 50 ms and delivery == port", 12), ("hiccup < 50 ms || replication == 1", 24),
    ("{hiccup} / 2 == 25 ms", 12), ("hiccup == 100 ms && delivery == block && arm == timer", 2),
  ])
  func `holds those that satisfy the condition`(only: String, count: Int) throws {
    #expect(try runs(only) == count)
  }

  @Test(arguments: [
    ("arm == lnk", "there is no arm 'lnk'."), ("arm < link-a", "a word can be compared"),
    ("hiccop > 1 ms", "'hiccop' is not known before a run."),
    ("hiccup > 1 s", "no run of 'test.lab' satisfies"),
    ("hiccup > 1", "'1' has no unit."), ("", "'where' is not complete."),
    ("delivery == main-queue", "has no value 'main-queue'"), ("hiccup >= 0 ms &&", "missing"),
  ])
  func `is refused if the condition makes no sense`(only: String, message: String) throws {
    let error = #expect(throws: ScriptError.self) { try runs(only) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func `leaves expectations about other runs unjudged`() throws {
    let plan = try Fixture.experiment(Self.script).plan(only: "arm == timer")
    let verdicts = plan.verdicts { _, _, _ in .count(1) }
    #expect(verdicts.map(\.outcome) == [.notJudged, .holds])
    #expect(verdicts[1].judged == 6)
    let first = try Fixture.experiment(Self.script).plan(only: "replication == 0")
    #expect(first.verdicts { _, _, _ in .count(1) }.map(\.outcome) == [.holds, .notJudged])
  }
}
