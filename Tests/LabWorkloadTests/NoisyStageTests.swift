import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import LabWorkload
import Testing

@Suite struct `A noisy stage` {
  /// Noise in every way of delivery, a scroll and late wake-ups, all drawn from a seed.
  static func noisy(_ driver: Driver, seed: UInt64) throws -> Play {
    var loads: [Load] = []
    for (index, delivery) in Delivery.allCases.enumerated() {
      loads.append(
        Load(
          name: delivery.rawValue,
          tasks: .drawn(
            .poisson(perSecond: 15), takes: .uniform(.zero...(.milliseconds(5 * (index + 1))))),
          delivery: delivery, modes: [.common]))
    }
    return try Play(
      for: .seconds(3), wakeUpDelay: .exponential(mean: .milliseconds(2)), loads: loads,
      gestures: [Gesture(name: "scroll", begins: .seconds(1), lasts: .milliseconds(300))],
      drivers: [driver], seed: seed)
  }

  @Test func `does the same with the same seed`() throws {
    let plays = try (0..<3).map { try Self.noisy(.link(in: [.common]), seed: $0 / 2) }
    #expect(plays[0].trace.fingerprint == plays[1].trace.fingerprint)
    #expect(plays[0].trace.fingerprint != plays[2].trace.fingerprint)
  }

  @Test(arguments: [LateDelivery.pending, .skip, .queue(16), .latest], [1, 2, 3])
  func `never sees a link call back twice in one refresh`(
    policy: LateDelivery, divider: Int
  ) throws {
    for seed in UInt64(0)..<12 {
      for modes in [[SimulatedRunLoop.Mode.default], [.common]] {
        let link = Driver.link(every: divider, policy, in: modes, takes: .milliseconds(3))
        let counts = try Self.noisy(link, seed: seed).calloutsPerRefresh(of: "ball")
        #expect(counts.max() == 1, "seed \(seed)")
      }
    }
  }

  @Test func `sees a timer call back twice in one refresh under the same load`() throws {
    let timer = Driver.timer(every: .milliseconds(10), first: .milliseconds(5), in: [.common])
    #expect(try Self.noisy(timer, seed: 0).calloutsPerRefresh(of: "ball").max() == 2)
  }

  @Test func `records everything that is due at the end before it ends`() throws {
    let play = try Play(for: .milliseconds(20), drivers: [.link()])
    #expect(play.times(.vsync, of: "display").prefix(3) == [0, 10, 20])
    let last = try #require(play.trace.records.firstIndex { $0.kind == .ended })
    #expect(play.trace.records[..<last].count { $0.kind == .vsync } == 3)
  }

  @Test func `wakes the thread as late as it is told`() throws {
    let play = try Play(
      for: .milliseconds(35), wakeUpDelay: .constant(.milliseconds(4)), drivers: [.link()])
    #expect(play.times(.calloutBegan, of: "ball") == [4, 14, 24, 34])
  }
}
