import LabKernel
import LabMetrics
import Testing

/// Due every 10 ms from 0; late by 0, 2, 1, 0 and 4 ms, so 12, 9, 9 and 14 ms apart.
private func measured() throws -> DriverMetrics {
  var line = Timeline()
  line.timer("ball", every: 10_000_000)
  for (index, late) in [0, 2, 1, 0, 4].enumerated() {
    let due = Int64(index) * 10_000_000
    line.fire("ball", due: due, at: due + Int64(late) * 1_000_000, next: due + 10_000_000)
  }
  return try #require(line.measure(end: 45_000_000)[driver: "ball"])
}

@Suite struct `Jitter of five firings` {
  @Test func `is nominally the change of lateness`() throws {
    // 2, −1, −1, 4: mean 1, squares of deviations 1 + 4 + 4 + 9 = 18 over n − 1 = 3, √6.
    let jitter = try measured().periodJitter
    #expect(jitter.nominalDeviation == .nanoseconds(2_449_490))
    #expect(jitter.nominalPeakToPeak == .milliseconds(5))
  }

  @Test func `is about the mean that of the intervals`() throws {
    // 12, 9, 9, 14: mean 11, the same deviations.
    let jitter = try measured().periodJitter
    #expect(jitter.meanCount == 4)
    #expect(jitter.meanDeviation == .nanoseconds(2_449_490))
    #expect(jitter.meanPeakToPeak == .milliseconds(5))
  }

  @Test func `is from cycle to cycle the change of the interval`() throws {
    // −3, 0, 5: mean of magnitudes 8/3, √(34/3).
    let change = try measured().cycleToCycle
    #expect(change.max == .milliseconds(5))
    #expect(change.mean == .nanoseconds(2_666_667))
    #expect(change.rootMeanSquare == .nanoseconds(3_366_502))
  }

  @Test func `strays from the grid by the range of lateness`() throws {
    #expect(try measured().drift.timeIntervalErrorPeakToPeak == .milliseconds(4))
  }

  @Test func `has a least-squares slope`() throws {
    // Σ x y = −10 · 2 + 20 · 4 = 60 over Σ x² = 1000.
    #expect(try measured().drift.partsPerMillion == 60_000)
  }

  @Test func `is estimated on the way as RFC 3550 does`() throws {
    // 0.125, 0.1796875, 0.23095703125, 0.466522216796875 ms.
    let jitter = try measured().smoothedJitter
    #expect(jitter.last == .nanoseconds(466_522))
    #expect(jitter.max == .nanoseconds(466_522))
  }

  @Test func `has a longest gap`() throws {
    #expect(try measured().gaps.longest == .milliseconds(14))
    #expect(try measured().gaps.frozen == 0)
  }
}

@Suite struct `Undefined metrics` {
  @Test func `of one firing are nil, except its lateness`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    line.fire("ball", due: 10, at: 13, next: 20)
    let ball = try #require(line.measure(end: 15)[driver: "ball"])
    #expect(ball.lateness?.mean == .nanoseconds(3))
    #expect(ball.periodJitter.nominalPeakToPeak == nil)
    #expect(ball.cycleToCycle.max == nil)
    #expect(ball.drift.partsPerMillion == nil)
    #expect(ball.smoothedJitter.last == nil)
    #expect(ball.gaps.longest == nil)
    #expect(ball.gaps.frozen == nil)
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
    #expect(ball.periodJitter.meanCount == 2)
    #expect(ball.cycleToCycle.max == nil)
    #expect(ball.gaps.longest == .nanoseconds(25))
  }

  @Test func `count a gap of 700 ms as frozen`() throws {
    var line = Timeline()
    line.timer("ball", every: 350_000_000)
    line.fire("ball", due: 0, takes: 600_000_000, drops: 1, next: 700_000_000)
    line.fire("ball", due: 700_000_000)
    #expect(line.measure(end: 800_000_000)[driver: "ball"]?.gaps.frozen == 1)
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
    #expect(ball.periodJitter.meanCount == 9)
    #expect(ball.periodJitter.meanDeviation == .nanoseconds(1))
  }
}
