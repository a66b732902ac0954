import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload
import Testing

/// A run on a display of 100 Hz.
private func run(_ duration: Duration, _ loads: [Load], _ driver: Driver) throws -> Trace {
  try Stage(
    Scenario(
      panel: Panel(rate: .hertz(100)), duration: duration, loads: loads, drivers: [driver]),
    seed: 1
  ).run()
}

@Suite struct `A driver with lives` {
  private static func life(_ begins: Int, _ ends: Int? = nil) -> Driver.Life {
    Driver.Life(
      from: .milliseconds(begins), until: ends.map { .milliseconds($0) })
  }

  /// A run of 200 ms.
  private func trace(_ driver: Driver, _ lives: [Driver.Life], _ loads: [Load] = []) throws -> Trace
  {
    var driver = driver
    driver.lives = lives
    return try LabWorkloadTests.run(.milliseconds(200), loads, driver)
  }

  private func times(_ trace: Trace) -> [Double] {
    trace.records.filter {
      $0.kind == .calloutBegan && trace.names[Int($0.subject)] == "ball"
    }.map { Double($0.time.nanoseconds) / 1e6 }.filter { $0 < 200 }
  }

  @Test func `is called as long after every beginning, and never outside`() throws {
    let timer = try trace(
      .timer(every: .milliseconds(10), first: .milliseconds(33)),
      [Self.life(30, 60), Self.life(101, 125)])
    #expect(times(timer) == [33, 43, 53, 104, 114, 124])
    let link = try trace(.link(), [Self.life(25, 55), Self.life(165)])
    #expect(times(link) == [30, 40, 50, 170, 180, 190])
    #expect(TraceContract.violations(of: timer).isEmpty)
    #expect(TraceContract.violations(of: link).isEmpty)
  }

  @Test func `has neither dates nor slots outside its lives`() throws {
    let trace = try trace(
      .timer(every: .milliseconds(10), first: .milliseconds(33)),
      [Self.life(30, 60), Self.life(101, 125)])
    let run = RunMeasurement(trace)
    let ball = try #require(run[driver: "ball"])
    #expect((ball.dueInstants.fired, ball.dueInstants.missed) == (6, 0))
    #expect(ball.frames?.slots?.dropped == 0)
    #expect(ball.frames?.slots?.slots == 6)
    #expect(run.verifyConservation().isEmpty)
  }

  @Test func `drops in a life what a task holds up`() throws {
    let trace = try trace(
      .timer(every: .milliseconds(10), first: .milliseconds(33)), [Self.life(30, 160)],
      [.work(.at([.milliseconds(80)]), takes: .milliseconds(35))])
    let ball = try #require(RunMeasurement(trace)[driver: "ball"])
    #expect(ball.frames?.slots?.dropped == 3)
    #expect(ball.dueInstants.missed == 3)
  }

  @Test func `wants nothing any more when it is invalid`() throws {
    var stopped = Scenario(
      panel: Panel(rate: .hertz(100)), duration: .milliseconds(200),
      drivers: [.link(takes: .milliseconds(1))])
    stopped.actions = [DriverAction(.invalidate, "ball", at: .milliseconds(95))]
    let ball = try #require(RunMeasurement(try Stage(stopped, seed: 1).run())[driver: "ball"])
    #expect(ball.frames?.slots?.dropped == 0)
    #expect(try #require(ball.frames?.slots?.slots) < 11)
  }
}

@Suite struct `Costs that belong to dates` {
  @Test func `are those of the next date that the list has`() {
    let list = DatedDurations([
      DatedDurations.Entry(.milliseconds(10), .milliseconds(1)),
      DatedDurations.Entry(.milliseconds(40), .milliseconds(4)),
    ])
    let costs = [0, 10, 11, 40, 41].map { list[.milliseconds($0)] / .milliseconds(1) }
    #expect(costs == [1, 1, 4, 4, 4])
  }

  @Test func `stay with their dates when one is missed`() throws {
    var timer = Driver.timer(every: .milliseconds(10))
    timer.cost = .dated(
      DatedDurations((1...9).map { .init(.milliseconds(10 * $0), .milliseconds($0 % 4)) }))
    let load = Load.work(.at([.milliseconds(15)]), takes: .milliseconds(30))
    let trace = try run(.milliseconds(95), [load], timer)
    let calls = trace.records.filter { trace.names[Int($0.subject)] == "ball" }
    let began = calls.filter { $0.kind == .calloutBegan }.map(\.time.nanoseconds)
    let ended = calls.filter { $0.kind == .calloutEnded }.map(\.time.nanoseconds)
    #expect(began.map { $0 / 1_000_000 } == [10, 45, 50, 60, 70, 80, 90])
    #expect(zip(began, ended).map { ($1 - $0) / 1_000_000 } == [1, 2, 1, 2, 3, 0, 1])
  }
}
