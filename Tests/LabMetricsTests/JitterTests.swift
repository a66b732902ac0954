import LabKernel
import LabMetrics
import Testing

/// Due every 10 ms from 0; late by 0, 2, 1, 0 and 4 ms, so 12, 9, 9 and 14 ms apart.
private func measured(late: [Int] = [0, 2, 1, 0, 4]) throws -> DriverMetrics {
  var line = Timeline()
  line.timer("ball", every: 10_000_000)
  for (index, late) in late.enumerated() {
    let due = Int64(index) * 10_000_000
    line.fire("ball", due: due, at: due + Int64(late) * 1_000_000, next: due + 10_000_000)
  }
  return try #require(line.measure(end: 45_000_000)[driver: "ball"])
}

@Suite struct `Jitter of five firings` {
  @Test func `is nominally the change of lateness`() throws {
    // 2, −1, −1, 4: mean 1, squares of deviations 1 + 4 + 4 + 9 = 18 over n − 1 = 3, √6.
    let ball = try measured()
    #expect(ball["period_jitter_sd"] == .time(.nanoseconds(2_449_490)))
    #expect(ball["period_jitter_pkpk"] == .time(.milliseconds(5)))
  }

  @Test func `is about the mean that of the intervals`() throws {
    // 12, 9, 9, 14: mean 11, the same deviations.
    let ball = try measured()
    #expect(ball["interval_n"] == .count(4))
    #expect(ball["interval_sd"] == .time(.nanoseconds(2_449_490)))
    #expect(ball["interval_pkpk"] == .time(.milliseconds(5)))
  }

  @Test func `is from cycle to cycle the change of the interval`() throws {
    // −3, 0, 5: mean of magnitudes 8/3, √(34/3).
    let ball = try measured()
    #expect(ball["cycle_to_cycle_max"] == .time(.milliseconds(5)))
    #expect(ball["cycle_to_cycle_mean"] == .time(.nanoseconds(2_666_667)))
    #expect(ball["cycle_to_cycle_rms"] == .time(.nanoseconds(3_366_502)))
  }

  @Test func `strays from the grid by the range of lateness`() throws {
    #expect(try measured()["tie_pkpk"] == .time(.milliseconds(4)))
  }

  @Test func `has a least-squares slope`() throws {
    // Σ x y = −10 · 2 + 20 · 4 = 60 over Σ x² = 1000.
    #expect(try measured()["drift"] == .number(60_000))
  }

  @Test func `is estimated on the way as RFC 3550 does`() throws {
    // 0.125, 0.1796875, 0.23095703125, 0.466522216796875 ms.
    let ball = try measured()
    #expect(ball["rfc_jitter"] == .time(.nanoseconds(466_522)))
    #expect(ball["rfc_jitter_max"] == .time(.nanoseconds(466_522)))
  }

  @Test func `has a longest gap`() throws {
    #expect(try measured()["longest_gap"] == .time(.milliseconds(14)))
    #expect(try measured()["frozen"] == .count(0))
  }
}

@Suite struct `The metrics of a driver` {
  @Test func `are equal to those of another run if all numbers are`() throws {
    #expect(try measured() == measured())
    // The same distribution of lateness, in another order.
    #expect(try measured() != measured(late: [0, 1, 2, 0, 4]))
    #expect(try measured() != measured(late: [0, 2, 1, 0, 5]))
  }

  @Test func `are found by their names and columns`() throws {
    let ball = try measured()
    #expect(ball["fires"] == .count(5))
    #expect(ball["lateness_max_ms"] == ball["lateness_max"] && ball["lateness"] == nil)
    #expect(ball["dropped"] == nil)
  }
}

@Suite struct `Undefined metrics` {
  @Test func `of one firing are nil, except its lateness`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.fire("ball", due: 10, at: 13, next: 20)
    let ball = try #require(line.measure(end: 15)[driver: "ball"])
    #expect(ball.lateness?.mean == .nanoseconds(3))
    for name in [
      "period_jitter_pkpk", "cycle_to_cycle_max", "drift", "rfc_jitter", "longest_gap", "frozen",
    ] {
      let metric = try #require(MetricDictionary.metric(named: name))
      #expect(metric.value(ball) == nil, "\(name)")
    }
  }

  @Test func `of the display are nil without one`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.fire("ball", due: 10, next: 20)
    #expect(try #require(line.measure(end: 15)[driver: "ball"]).frames == nil)
  }

  @Test func `of a driver that never fired have no lateness`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    let ball = try #require(line.measure(end: 15)[driver: "ball"])
    #expect(ball.lateness == nil)
    #expect(ball.dueInstants.coverage == nil)
    #expect(ball.firstFiring == nil)
  }

  @Test func `skip the interval across a missed date, where it is irregular`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.fire("ball", due: 10, next: 20)
    line.fire("ball", due: 20, at: 35, drops: 1, next: 40)
    line.fire("ball", due: 40, next: 50)
    line.fire("ball", due: 50, next: 60)
    let ball = try #require(line.measure(end: 55)[driver: "ball"])
    #expect(ball["interval_n"] == .count(2))
    #expect(ball["cycle_to_cycle_max"] == nil)
    #expect(ball["longest_gap"] == .time(.nanoseconds(25)))
  }

  @Test func `count a gap of 700 ms as frozen`() throws {
    var line = Timeline()
    line.timer("ball", every: 350_000_000)
    line.fire("ball", due: 0, takes: 600_000_000, drops: 1, next: 700_000_000)
    line.fire("ball", due: 700_000_000)
    #expect(line.measure(end: 800_000_000)[driver: "ball"]?["frozen"] == .count(1))
  }
}

@Suite struct `A standard deviation` {
  @Test func `of a tie is rounded up, as its formula says`() throws {
    // Three intervals of 41,666,666 ns and six of 41,666,667 ns have a variance of ¼ ns² exactly.
    var line = Timeline()
    line.timer("ball", every: 41_666_666)
    var began: Int64 = 0
    for index in 0..<Int64(10) {
      line.fire(
        "ball", due: index * 41_666_666, at: began, next: (index + 1) * 41_666_666)
      began += index % 3 == 0 ? 41_666_666 : 41_666_667
    }
    let ball = try #require(line.measure(end: 500_000_000)[driver: "ball"])
    #expect(ball["interval_n"] == .count(9))
    #expect(ball["interval_sd"] == .time(.nanoseconds(1)))
  }
}
