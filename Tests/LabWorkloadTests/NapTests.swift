import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// A system that puts timers off.
@Suite struct `A nap` {
  private struct Ticker {
    let name: String
    let interval: Int64
    var date: Int64
  }

  /// The callbacks of timers that take no time: who is due when an alarm goes off fires with it.
  private static func model(
    _ tickers: [Ticker], _ nap: Range<Int64>, by leeway: Int64, until end: Int64
  ) -> [String] {
    var (tickers, calls) = (tickers, [String]())
    while true {
      let first = tickers.map(\.date).min() ?? .max
      let alarm = nap.contains(first) ? min(first + leeway, nap.upperBound) : first
      guard alarm < end else { return calls.sorted() }
      for index in tickers.indices where tickers[index].date <= alarm {
        calls.append("\(alarm) \(tickers[index].name) \(tickers[index].date)")
        let passed = (alarm - tickers[index].date) / tickers[index].interval
        tickers[index].date += (passed + 1) * tickers[index].interval
      }
    }
  }

  @Test(arguments: FuzzBatch.all("A nap"))
  func `answers together what it puts off`(_ batch: FuzzBatch) throws {
    var late = 0
    for number in batch.numbers {
      var chance = RandomStream(seed: batch.seed &* 1_000_003 &+ UInt64(number), name: "nap")
      let begins = chance.next(in: 0...300_000_000)
      let nap = begins..<begins + chance.next(in: 1...500_000_000)
      let leeway = chance.next(in: 1...200_000_000)
      let tickers = (0...chance.next(in: 0...2)).map { index in
        Ticker(
          name: "t\(index)", interval: chance.next(in: 5_000_000...90_000_000),
          date: chance.next(in: 1...90_000_000))
      }
      var profile = Profile.darwin
      profile.nap = Profile.Nap(
        from: Instant(nanoseconds: nap.lowerBound), until: Instant(nanoseconds: nap.upperBound),
        by: .nanoseconds(leeway))
      let end: Int64 = 900_000_000
      let play = try Play(
        for: .nanoseconds(end),
        drivers: tickers.map { ticker in
          Driver(
            name: ticker.name,
            source: .timer(
              interval: .nanoseconds(ticker.interval),
              firstFire: Instant(nanoseconds: ticker.date)),
            modes: [.common])
        }, profile: profile)
      let calls = tickers.flatMap { ticker in
        play.callouts(of: ticker.name).filter { $0.began < end }.map {
          "\($0.began) \(ticker.name) \($0.due)"
        }
      }
      let expected = Self.model(tickers, nap, by: leeway, until: end)
      #expect(calls.sorted() == expected, "input \(number): \(tickers), \(nap) by \(leeway)")
      guard calls.sorted() == expected else { return }
      late += calls.count
    }
    #expect(late > 100)
  }

  /// A timer of 1 s that is put off by 3 s fires every 4 s.
  @Test func `lets a timer skip its dates`() throws {
    var profile = Profile.darwin
    profile.nap = Profile.Nap(from: .at(.seconds(2)), until: .at(.seconds(12)), by: .seconds(3))
    let timer = Driver(
      name: "ball", source: .timer(interval: .seconds(1), firstFire: .at(.seconds(1))),
      modes: [.common])
    let play = try Play(for: .milliseconds(14_500), drivers: [timer], profile: profile)
    #expect(
      play.times(.calloutBegan, of: "ball") == [1000, 5000, 9000, 12_000, 13_000, 14_000])
  }

  @Test func `puts off no loop, and lands anywhere before`() throws {
    var profile = Profile.darwin
    profile.nap = Profile.Nap(from: .start, until: .at(.seconds(1)), by: .milliseconds(40))
    let loop = Driver(
      name: "ball", source: .loop, modes: [.common], cost: .constant(.milliseconds(10)))
    let free = try Play(for: .milliseconds(500), drivers: [loop], profile: profile)
    #expect(free.callouts(of: "ball").count >= 49)
    profile.alarmLanding = .anywhere
    let timer = Driver.timer(every: .milliseconds(100))
    let random = try Play(for: .milliseconds(900), drivers: [timer], profile: profile)
    let lateness = random.callouts(of: "ball").map { $0.began - $0.due }
    #expect(lateness.count > 5 && lateness.allSatisfy { (0...40_000_000).contains($0) })
    #expect(Set(lateness).count > 3)
  }

  @Test func `can be left out`() throws {
    var scenario = Scenario(panel: Panel(rate: .hertz(60)), duration: .seconds(1))
    let awake = Change([.awake])
    #expect(throws: Change.Mismatch.self) { try awake.applied(to: scenario, seed: 1) }
    scenario.profile.nap = Profile.Nap(from: .start, until: .at(.seconds(1)), by: .seconds(1))
    #expect(try awake.applied(to: scenario, seed: 1).profile.nap == nil)
    #expect(Change.standard(for: scenario).contains(awake))
  }
}
