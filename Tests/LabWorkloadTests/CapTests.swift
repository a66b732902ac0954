import LabDisplay
import LabKernel
import LabMetrics
import LabMotion
import LabTrace
import LabWorkload
import TestSupport
import Testing

@Suite struct `A callback that acts at most so often` {
  /// Of each callback whether it acts, by a model that counts in whole intervals: with the rest
  /// kept, an action belongs to a multiple of the interval since the first one.
  private static func model(_ times: [Int64], _ cap: Driver.Cap) -> [Bool] {
    let (length, slack) = (cap.interval.wholeNanoseconds, cap.slack.wholeNanoseconds)
    guard let first = times.first else { return [] }
    var last = first
    var turns: Int64 = 0
    return times.indices.map { index in
      if index == 0 { return true }
      let now = times[index]
      if cap.keepsRest {
        // The number of the interval in which it lies, counted a slack early.
        let turn = (now - first + slack) / length
        defer { turns = max(turns, turn) }
        return turn > turns
      }
      guard now - last + slack >= length else { return false }
      last = now
      return true
    }
  }

  /// Who calls back sixty times a second and acts each second time is wanted so, whatever it is.
  @Test(arguments: [33_000_000, 33_300_000, 33_333_333, 34_000_000])
  func `wants as many frames as it is to show, as a timer, a link, and a link in its place`(
    _ interval: Int64
  ) throws {
    let panel = Panel(rate: .hertz(60))
    var timer = Driver.timer(every: .seconds(1) / 60, takes: .zero)
    timer.cap = Driver.Cap(every: .nanoseconds(interval), slack: .milliseconds(1))
    timer.targetCadence = timer.wantedCadence(on: panel)
    timer.targetFollowsSource = true
    var link = Driver.link(takes: .zero)
    link.cap = timer.cap
    #expect(link.wantedCadence(on: panel) == .refreshes(2))
    let changed = DriverChange.link.changed(timer, on: panel).targetCadence
    #expect(changed == .refreshes(2) || changed == .rate(.hertz(30)), "\(interval)")
    // What is no whole number of refreshes is wanted as it is asked for.
    link.cap?.interval = .milliseconds(40)
    #expect(link.wantedCadence(on: panel) == .rate(.hertz(25)))
  }

  @Test(arguments: FuzzBatch.all("acts at most so often"))
  func `does so when a model of it does`(_ batch: FuzzBatch) throws {
    var (acted, skipped) = (0, 0)
    for number in batch.numbers {
      var chance = RandomStream(seed: batch.seed &* 1_000_003 &+ UInt64(number), name: "cap")
      let interval = chance.next(in: 1_000_000...60_000_000)
      let clock: AnimationClock = chance.next(in: 0...1) == 0 ? .now : .timestamp
      let cap = Driver.Cap(
        every: .nanoseconds(interval), slack: .nanoseconds(chance.next(in: 0...interval - 1)),
        by: clock, keepsRest: chance.next(in: 0...1) == 0)
      var driver =
        chance.next(in: 0...1) == 0
        ? Driver.link(takes: .microseconds(chance.next(in: 0...20_000)))
        : .timer(
          every: .microseconds(chance.next(in: 2000...40_000)),
          takes: .microseconds(chance.next(in: 0...9000)))
      driver.cap = cap
      let busy = (0..<6).map { _ in Instant(nanoseconds: chance.next(in: 0...700_000_000)) }
      let play = try Play(
        for: .milliseconds(800), rate: .hertz(60),
        loads: [.work(.at(busy), takes: .microseconds(chance.next(in: 0...40_000)))],
        drivers: [driver], seed: UInt64(number))
      var times: [Int64] = []
      var acts: [Bool] = []
      var vsync: Int64 = 0
      for record in play.trace.records {
        switch record.event {
        case .vsync: vsync = record.time.nanoseconds
        case .calloutBegan(let subject, _, _, let newest)
        where play.trace.names[Int(subject)] == "ball":
          let isLink = driver.source.timer == nil
          times.append(
            clock == .now ? record.time.nanoseconds : isLink ? newest.nanoseconds : vsync)
          acts.append(false)
        case .update(let subject, _, _) where play.trace.names[Int(subject)] == "ball":
          acts[acts.count - 1] = true
        default: break
        }
      }
      let expected = Self.model(times, cap)
      #expect(acts == expected, "input \(number): \(cap) at \(times)")
      guard acts == expected else { return }
      acted += acts.count { $0 }
      skipped += acts.count { !$0 }
    }
    #expect(acted > 100 && skipped > 100)
  }

  @Test func `takes no time and shows nothing when it does not act`() throws {
    var link = Driver.link(takes: .milliseconds(4))
    link.cap = Driver.Cap(every: .milliseconds(11))
    let play = try Play(for: .milliseconds(59), drivers: [link])
    #expect(play.times(.update, of: "ball") == [4, 24, 44])
    #expect(play.times(.calloutEnded, of: "ball") == [4, 10, 24, 30, 44, 50])
  }

  /// On a display of period P a cap of C lets every ⌈(C − slack) / P⌉-th refresh act.
  @Test(arguments: [
    (16_700, 0, 2), (16_700, 1000, 1), (33_333, 0, 2), (33_400, 0, 3), (33_400, 100, 2),
  ])
  func `halves the rate that it is to keep`(_ cap: Int, _ slack: Int, _ pace: Int) throws {
    var link = Driver.link()
    link.cap = Driver.Cap(every: .microseconds(cap), slack: .microseconds(slack), by: .timestamp)
    let play = try Play(for: .milliseconds(1999), rate: .hertz(60), drivers: [link])
    #expect(play.records(.update, of: "ball").count == (120 + pace - 1) / pace)
  }
}
