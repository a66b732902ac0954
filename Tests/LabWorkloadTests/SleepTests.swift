import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// A machine that sleeps, and timers by either clock.
@Suite struct `A machine that sleeps` {
  private struct Ticker {
    let name: String
    let interval: Int64
    let first: Int64
    let isByWallClock: Bool

    var driver: Driver {
      var source = Driver.Source.timer(
        interval: .nanoseconds(interval), firstFire: Instant(nanoseconds: first))
      source.timer?.isByWallClock = isByWallClock
      return Driver(
        name: name, source: source, modes: [.common], targetCadence: .undeclared)
    }

    /// When it is called on a free thread: at the first instant at which its clock has come to each
    /// date, once for all dates that come together.
    func calls(_ sleeps: [(at: Int64, length: Int64)], until end: Int64) -> [Int64] {
      var calls: [Int64] = []
      var date = first
      while true {
        var (call, awake) = (date, date)
        if isByWallClock {
          // What is left of the time on the wall after each sleep. One at 0 precedes the timers.
          for (at, length) in sleeps.sorted(by: { $0.at < $1.at }) where at > 0 && awake > at {
            awake = max(at, awake - length)
          }
          call = awake
        }
        guard call < end else { return calls }
        if call != calls.last { calls.append(call) }
        guard interval > 0 else { return calls }
        date += interval
      }
    }
  }

  private static func profile(_ sleeps: [(at: Int64, length: Int64)]) -> Profile {
    var profile = Profile.darwin
    for (at, length) in sleeps {
      profile.wall.add(WallClock.Sleep(at: Instant(nanoseconds: at), for: .nanoseconds(length)))
    }
    return profile
  }

  @Test(arguments: FuzzBatch.all("A machine that sleeps"))
  func `calls timers back by their clocks`(_ batch: FuzzBatch) throws {
    let end: Int64 = 900_000_000
    var differing = 0
    for number in batch.numbers {
      var chance = RandomStream(seed: batch.seed &* 1_000_003 &+ UInt64(number), name: "sleep")
      var sleeps: [(at: Int64, length: Int64)] = []
      for _ in 0...chance.next(in: 0...2) {
        let at = chance.next(in: 0...800) * 1_000_000
        guard !sleeps.contains(where: { $0.at == at }) else { continue }
        sleeps.append((at, chance.next(in: 1...2000) * 500_000))
      }
      let tickers = (0...chance.next(in: 0...3)).map { index in
        Ticker(
          name: "t\(index)",
          interval: chance.next(in: 0...4) == 0 ? 0 : chance.next(in: 5...90) * 1_000_000,
          first: chance.next(in: 1...300) * 1_000_000,
          isByWallClock: chance.next(in: 0...2) > 0)
      }
      let play = try Play(
        for: .nanoseconds(end), drivers: tickers.map(\.driver), profile: Self.profile(sleeps))
      for ticker in tickers {
        let calls = play.callouts(of: ticker.name)
        let expected = ticker.calls(sleeps, until: end)
        #expect(
          calls.filter { $0.began < end }.map(\.began) == expected,
          "input \(number): \(ticker) with \(sleeps)")
        #expect(calls.allSatisfy { $0.due == $0.began })
        if ticker.isByWallClock, expected.count > 1, ticker.interval > 0 { differing += 1 }
      }
    }
    #expect(differing > 20)
  }

  /// Of a public report: a break of 20 min, and a sleep from its second minute to its 18th.
  @Test func `makes a timer by uptime ring late by the clock on the wall`() throws {
    let sleeps: [(at: Int64, length: Int64)] = [(120_000_000_000, 960_000_000_000)]
    let rest = [false, true].map { isByWallClock in
      Ticker(
        name: isByWallClock ? "wall" : "uptime", interval: 0, first: 1_200_000_000_000,
        isByWallClock: isByWallClock)
    }
    let play = try Play(
      for: .seconds(1500), drivers: rest.map(\.driver), profile: Self.profile(sleeps))
    #expect(play.times(.calloutBegan, of: "uptime") == [1_200_000])
    #expect(play.times(.calloutBegan, of: "wall") == [240_000])
    let metrics = RunMeasurement(play.trace)
    #expect(metrics[driver: "uptime"]?["wall_lateness_max"] == .time(.seconds(960)))
    #expect(metrics[driver: "wall"]?["wall_lateness_max"] == .time(.zero))
    #expect(metrics[driver: "uptime"]?["lateness_max"] == .time(.zero))
    #expect(metrics[driver: "uptime"]?["late_dates"] == .count(1))
    #expect(metrics.verifyConservation().isEmpty)
  }

  /// Dates in a sleep come together at its end, and the grid goes on by the clock on the wall.
  @Test func `lets a timer by the wall clock keep its grid`() throws {
    let ticker = Ticker(
      name: "tick", interval: 10_000_000, first: 10_000_000, isByWallClock: true)
    let play = try Play(
      for: .milliseconds(70), drivers: [ticker.driver],
      profile: Self.profile([(25_000_000, 1_002_000_000)]))
    #expect(play.times(.calloutBegan, of: "tick") == [10, 20, 25, 28, 38, 48, 58, 68])
    let metrics = try #require(RunMeasurement(play.trace)[driver: "tick"])
    #expect(metrics["missed"] == .count(0))
    #expect(metrics["wall_lateness_max"] == .time(.zero))
    #expect(metrics["short"] == .count(0))
  }

  @Test func `changes nothing that lasts, and no timer that is resumed`() throws {
    var scenario = Scenario(panel: Panel(rate: .hertz(60)), duration: .seconds(1))
    let ticker = Ticker(name: "t", interval: 100_000_000, first: 100_000_000, isByWallClock: true)
    scenario.drivers = [ticker.driver]
    scenario.actions = [
      DriverAction(.pause, "t", at: .at(.milliseconds(250))),
      DriverAction(.resume, "t", at: .at(.milliseconds(520))),
    ]
    scenario.profile = Self.profile([(400_000_000, 3_000_000_000), (560_000_000, 30_000_000)])
    let trace = try Stage(scenario, seed: 1).run()
    let began = trace.records.filter { $0.kind == .calloutBegan }.map {
      $0.time.nanoseconds / 1_000_000
    }
    #expect(began == [100, 200, 590, 690, 790, 890, 990])
  }

  @Test func `is a reason to go by the wall clock`() throws {
    let change = Change([.drivers(.wallClock)])
    var scenario = Scenario(panel: Panel(rate: .hertz(60)), duration: .seconds(1))
    scenario.drivers = [Driver.timer(every: .milliseconds(100))]
    #expect(throws: Change.Mismatch.self) { try change.applied(to: scenario, seed: 1) }
    #expect(!Change.standard(for: scenario).contains(change))
    scenario.profile = Self.profile([(1, 1)])
    #expect(Change.standard(for: scenario).contains(change))
    let changed = try change.applied(to: scenario, seed: 1)
    #expect(changed.drivers[0].source.timer?.isByWallClock == true)
    #expect(throws: Change.Mismatch.self) { try change.applied(to: changed, seed: 1) }
    #expect("\(change)" == "by wall clock")
    scenario.drivers = [Driver(name: "l", source: .link(), modes: [.common])]
    #expect(!Change.standard(for: scenario).contains(change))
    #expect(throws: Change.Mismatch.self) { try change.applied(to: scenario, seed: 1) }
  }
}
