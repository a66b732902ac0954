import LabKernel
import LabLanguage
import LabMetrics
import Testing

@testable import LabExperiment

@Suite struct `Repeating until something is known precisely` {
  private func plan(_ repetition: String, only: String? = nil) throws -> Plan {
    try Fixture.experiment(
      """
      display 60 Hz
      run 100 ms
      \(repetition)
      sweep cost = 1 ms, 2 ms
      arm timer
        timer ball every 1/60 s in default takes {cost}
      arm link
        link ball in default takes {cost}
      """
    ).plan(only: only)
  }

  /// Performs all rounds with values from a function of point, replication and arm, and returns how
  /// many replications each round brought the points to.
  private func rounds(
    _ plan: Plan, _ value: @escaping (_ point: Int, _ replication: Int, _ arm: Int) -> Double?
  ) -> [[Int]] {
    var counts = [0, 0]
    var history: [[Int]] = []
    var rounds = Rounds(plan, shard: .whole) { run, _, _ in
      let (group, arm) = run.quotientAndRemainder(dividingBy: 2)
      let (point, replication) = group.quotientAndRemainder(dividingBy: plan.replications)
      return value(point, replication, arm).map(MetricValue.number)
    }
    while let round = rounds.next() {
      for run in round where run % 2 == 1 { counts[run / 2 / plan.replications] += 1 }
      history.append(counts)
    }
    return history
  }

  @Test func `stops each point when its interval is narrow enough`() throws {
    // Alternating 99 and 101 has sd ≈ 1, so that 1 % of 100 needs t / √n ≤ 1: at once. With 90 and
    // 110 it needs 10.3 t / √n ≤ 1: about 400, and the cap is 50.
    let plan = try plan("repeat 50 until ± 1 % of timer.ball.lateness_mean")
    let history = rounds(plan) { point, replication, _ in
      let spread = point == 0 ? 1.0 : 10.0
      return replication % 2 == 0 ? 100 - spread : 100 + spread
    }
    #expect(history.first == [10, 10])
    #expect(history.dropFirst().map { $0[0] }.allSatisfy { $0 == 10 })
    #expect(history.map { $0[1] } == [10, 13, 17, 22, 28, 35, 44, 50])
  }

  @Test func `stops where the interval of a difference is narrow enough`() throws {
    // Both arms vary by 50 %, but together.
    let plan = try plan(
      "repeat 50 until ± 0.055 ms of link.ball.lateness_max - timer.ball.lateness_max")
    let history = rounds(plan) { point, replication, arm in
      (replication % 2 == 0 ? 5e6 : 15e6) + Double(arm) + Double(point * arm * (replication % 3))
        * 1e5
    }
    #expect(history == [[10, 10], [10, 13]])
  }

  @Test func `goes on to the cap where something is undefined`() throws {
    let plan = try plan("repeat 12 until ± 5 % of *.ball.lateness_mean")
    #expect(
      rounds(plan) { point, _, arm in point == 1 && arm == 1 ? nil : 3 } == [[10, 10], [10, 12]])
  }

  @Test func `judges only what is performed`() throws {
    let wish = "repeat 50 until ± 1 % of *.ball.lateness_mean"
    // The link is never known precisely, but left out; at the second point nothing is judged at
    // all.
    let plan = try plan(wish, only: "arm == timer && cost == 1 ms")
    let history = rounds(plan) { point, _, arm in point == 0 && arm == 0 ? 100 : nil }
    #expect(history.first == [10, 10])
    #expect(history.dropFirst().allSatisfy { $0[0] == 10 })
    #expect(history.last == [10, 50])
  }

  @Test func `never does more than the cap`() throws {
    let plan = try plan("repeat 4 until ± 1 % of timer.ball.lateness_mean")
    #expect(rounds(plan) { _, replication, _ in Double(replication) } == [[4, 4]])
  }

  @Test(arguments: [
    ("± 2 %", "'of' is missing"), ("2 % of timer.ball.fires", "'±' is missing"),
    ("± 2 ms of timer.ball.fires", "this is a duration, but"),
    ("± 0 % of timer.ball.fires", "more than 0"),
    ("± 2 % of mean(timer.ball.fires)", "no value in a single run"),
    ("± 2 % of 3", "no value in a single run"),
    ("± 2 % of timber.ball.fires", "there is no arm 'timber'. Did you mean 'timer'?"),
  ])
  func `is refused with a mistake`(precision: String, message: String) {
    let error = #expect(throws: ScriptError.self) { try plan("repeat 50 until \(precision)") }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func `keeps the interval's promise within a few percent`() throws {
    // Looking several times and stopping at the first success costs a little coverage.
    let plan = try plan("repeat 60 until ± 10 % of timer.ball.lateness_mean")
    var stream = RandomStream(seed: 3, name: "stopping")
    var hits = 0
    for _ in 0..<250 {
      var values: [Double] = []
      _ = rounds(plan) { _, replication, _ in
        while values.count <= replication {
          values.append(10 + (0..<12).reduce(-6.0) { sum, _ in sum + stream.nextFraction() } * 3)
        }
        return values[replication]
      }
      if SampleStatistics(values).interval?.contains(10) == true { hits += 1 }
    }
    #expect((225...247).contains(hits), "\(hits) of 250")
  }
}
