import LabKernel
import LabLoop
import LoopScenarios
import TestSupport
import Testing

/// A random scenario on a random platform.
private struct PlatformCase {
  let scenario: Scenario
  let platform: PlainLoop.Platform
  var profile: Profile

  init(_ number: Int, seed: UInt64) {
    scenario = ScenarioGenerator.scenario(number, seed: seed)
    var stream = RandomStream(seed: seed, name: "platform \(number)")
    var platform = PlainLoop.Platform(isDarwin: stream.next(in: 0...9) > 0)
    platform.landsLate = platform.isDarwin && stream.next(in: 0...1) == 0
    // Multiples of half a millisecond, as dates and intervals are, and some that are not.
    platform.tolerances = scenario.items.map { _ in
      let halves = stream.next(in: -2...24)
      return stream.next(in: 0...9) == 0 ? halves * 123_457 : halves * 500_000
    }
    self.platform = platform
    profile = platform.isDarwin ? .darwin : .linux
    if platform.landsLate { profile.alarmLanding = .late }
  }

  /// Both timelines, if they differ.
  func difference(in scenario: Scenario) -> (plain: String, simulated: String)? {
    let plain = PlainLoop.play(scenario, on: platform).description
    let simulated = SimulatedLoop.play(
      scenario, profile: profile, tolerances: platform.tolerances
    ).description
    return plain == simulated ? nil : (plain, simulated)
  }

  /// The scenario without much of what does not matter; its items stay, because the tolerances are
  /// theirs.
  var shrunk: Scenario {
    var smallest = scenario
    for _ in 0..<30 {
      guard
        let smaller = smallest.simpler.first(where: {
          $0.items.map(\.name) == scenario.items.map(\.name) && difference(in: $0) != nil
        })
      else { break }
      smallest = smaller
    }
    return smallest
  }
}

@Suite struct `The second statement of the rules` {
  /// `LAB_FUZZ_COUNT` says how many programs, `LAB_FUZZ_SEED` which; nine of ten are Darwin's.
  @Test(arguments: FuzzBatch.all("statement of the rules"))
  func `agrees with the loop on every random program`(_ batch: FuzzBatch) {
    var differences = 0
    for number in batch.numbers {
      let item = PlatformCase(number, seed: batch.seed)
      guard item.difference(in: item.scenario) != nil else { continue }
      differences += 1
      guard differences == 1 else { continue }
      let shrunk = item.shrunk
      let pair = item.difference(in: shrunk)
      Issue.record(
        """
        \(number): \(item.platform)
        \(shrunk)
        plain:     \(pair?.plain ?? "")
        simulated: \(pair?.simulated ?? "")
        """)
    }
    #expect(differences == 0)
  }

  @Test(arguments: try ConformanceCase.all())
  func `gives the recorded timelines of Linux`(_ item: ConformanceCase) {
    let platform = PlainLoop.Platform(isDarwin: false)
    #expect(PlainLoop.play(item.scenario, on: platform).description == item.timeline)
  }
}
