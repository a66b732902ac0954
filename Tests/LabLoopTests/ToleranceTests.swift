import LabKernel
import LabLoop
import Testing

/// Expected dates follow from R41, R44 and R45; no Mac was asked.
@Suite struct `The tolerance of a timer` {
  private typealias Timer = (date: Int, interval: Int, tolerance: Int)

  /// Returns the milliseconds at which timers fire in 35 ms.
  private func firings(of timers: [Timer], _ landing: Profile.AlarmLanding, seed: UInt64 = 0)
    -> [Double]
  {
    var profile = Profile.darwin
    profile.alarmLanding = landing
    profile.alarmSeed = seed
    let loop = SimulatedRunLoop(in: World(), profile: profile, isMain: false)
    var times: [Double] = []
    for timer in timers {
      let made = loop.makeTimer(
        "t", at: .milliseconds(timer.date), every: .milliseconds(timer.interval),
        tolerance: .milliseconds(timer.tolerance)
      ) { loop, _ in times.append(Double(loop.world.now.nanoseconds) / 1e6) }
      loop.add(made, to: .default)
    }
    loop.run(.default, for: .milliseconds(35))
    return times
  }

  @Test func `delays nothing if alarms land early`() {
    #expect(firings(of: [(10, 10, 4)], .early) == [10, 20, 30])
  }

  @Test func `delays every firing but not the phase if alarms land late`() {
    #expect(firings(of: [(10, 10, 4)], .late) == [14, 24, 34])
  }

  @Test(arguments: 0...3)
  func `delays a firing by each of its nanoseconds`(tolerance: Int) {
    var profile = Profile.darwin
    profile.alarmLanding = .late
    let loop = SimulatedRunLoop(in: World(), profile: profile, isMain: false)
    var fired: Instant?
    let timer = loop.makeTimer(
      "t", at: .milliseconds(10), tolerance: .nanoseconds(tolerance)
    ) { loop, _ in fired = loop.world.now }
    loop.add(timer, to: .default)
    loop.run(.default, for: .milliseconds(20))
    #expect(fired == .milliseconds(10).advanced(by: .nanoseconds(tolerance)))
  }

  @Test func `is at most half the interval of a repeating timer`() {
    #expect(firings(of: [(10, 10, 9)], .late) == [15, 25, 35])
  }

  @Test func `lets timers share a wake-up`() {
    #expect(firings(of: [(10, 0, 8), (12, 0, 3), (16, 0, 0)], .late) == [15, 15, 16])
  }

  @Test func `ends before a timer without one is late`() {
    #expect(firings(of: [(10, 0, 8), (12, 0, 0)], .late) == [12, 12])
  }

  @Test func `puts uniform landings inside the window`() {
    let times = firings(of: [(10, 10, 4)], .anywhere, seed: 1)
    #expect(times.count == 3)
    for (time, date) in zip(times, [10.0, 20, 30]) { #expect((date...date + 4).contains(time)) }
    #expect(times == firings(of: [(10, 10, 4)], .anywhere, seed: 1))
    #expect(times != firings(of: [(10, 10, 4)], .anywhere, seed: 2))
  }

  @Test func `lands in its window whatever the alarms of other modes draw`() {
    func firings(beside others: Int) -> [Instant] {
      var profile = Profile.darwin
      profile.alarmLanding = .anywhere
      let loop = SimulatedRunLoop(in: World(), profile: profile)
      var times: [Instant] = []
      for index in 0...others {
        let timer = loop.makeTimer(
          "t\(index)", at: .milliseconds(10), every: .milliseconds(10),
          tolerance: .milliseconds(4)
        ) { loop, _ in if index == others { times.append(loop.world.now) } }
        loop.add(timer, to: index == others ? .tracking : .default)
      }
      loop.run(.tracking, for: .milliseconds(95))
      return times
    }
    #expect(firings(beside: 0) == firings(beside: 3))
  }

  @Test func `lands elsewhere in each mode`() {
    func firings(in mode: LoopMode) -> [Instant] {
      var profile = Profile.darwin
      profile.alarmLanding = .anywhere
      let loop = SimulatedRunLoop(in: World(), profile: profile)
      var times: [Instant] = []
      let timer = loop.makeTimer(
        "t", at: .milliseconds(10), every: .milliseconds(10), tolerance: .milliseconds(4)
      ) { loop, _ in times.append(loop.world.now) }
      loop.add(timer, to: mode)
      loop.run(mode, for: .milliseconds(95))
      return times
    }
    let modes: [LoopMode] = [.default, .tracking, "modal", "sheet"]
    #expect(Set(modes.map(firings)).count == modes.count)
  }

  @Test(arguments: [(Profile.darwin, 4), (.linux, 0)])
  func `reads as what the platform makes of it`(_ profile: Profile, _ milliseconds: Int) {
    let loop = SimulatedRunLoop(in: World(), profile: profile)
    let timer = loop.makeTimer("t", at: .start, every: .milliseconds(8)) { _, _ in }
    loop.setTolerance(of: timer, to: .milliseconds(20))
    #expect(loop.tolerance(of: timer) == .milliseconds(milliseconds))
    #expect(loop.repeats(timer))
  }

  @Test func `does not move an alarm that is set`() {
    // R42: the alarm is programmed anew when the list of timers changes, not before.
    var profile = Profile.darwin
    profile.alarmLanding = .late
    let loop = SimulatedRunLoop(in: World(), profile: profile, isMain: false)
    var times: [Instant] = []
    let timer = loop.makeTimer("t", at: .milliseconds(10), every: .milliseconds(10)) {
      loop, _ in times.append(loop.world.now)
    }
    loop.add(timer, to: .default)
    loop.setTolerance(of: timer, to: .milliseconds(3))
    loop.run(.default, for: .milliseconds(25))
    #expect(times == [.milliseconds(10), .milliseconds(23)])
  }
}
