#if os(Linux)
  import Foundation
  import LoopScenarios
  import Testing

  /// Random scenarios on both loops.
  ///
  /// `LAB_FUZZ_COUNT` says how many, `LAB_FUZZ_SEED` which:
  ///
  ///     LAB_FUZZ_COUNT=50000 LAB_FUZZ_SEED=7 swift test -c release --filter 'random scenario'
  @Suite struct `Every random scenario` {
    @Test func `has the same timeline on both loops`() throws {
      let environment = ProcessInfo.processInfo.environment
      let count = environment["LAB_FUZZ_COUNT"].flatMap { Int($0) } ?? 2_000
      let seed = environment["LAB_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
      var differences: [Difference] = []
      for first in stride(from: 0, to: count, by: 1_000) {
        let numbers = first..<min(count, first + 1_000)
        let scenarios = numbers.map { ScenarioGenerator.scenario($0, seed: seed) }
        differences += try Difference.all(in: scenarios)
        if differences.count >= 3 { break }
      }
      for difference in differences.prefix(3) {
        Issue.record("\(try difference.shrunk())")
      }
      let verdict = "\(differences.count) of \(count) scenarios with seed \(seed) differ"
      #expect(verdict == "0 of \(count) scenarios with seed \(seed) differ")
    }
  }

  /// A scenario whose timelines on the two loops differ.
  struct Difference: CustomStringConvertible {
    let scenario: Scenario
    let real: String
    let simulated: String

    /// Returns those of some scenarios that differ.
    static func all(in scenarios: [Scenario]) throws -> [Difference] {
      let real = try RealLoopProcess.play(scenarios)
      try #require(real.count == scenarios.count)
      return zip(scenarios, real).compactMap { scenario, real in
        let simulated = SimulatedLoop.play(scenario).description
        return real == simulated
          ? nil : Difference(scenario: scenario, real: real, simulated: simulated)
      }
    }

    /// Returns the difference in the simplest scenario that can be had by taking things away.
    func shrunk() throws -> Difference {
      var smallest = self
      while let smaller = try Self.all(in: smallest.scenario.simpler).first { smallest = smaller }
      return smallest
    }

    var description: String {
      let common = zip(real, simulated).prefix { $0 == $1 }.count
      func excerpt(_ timeline: String) -> String {
        let start = max(0, common - 160)
        return (start > 0 ? "…" : "") + timeline.dropFirst(start).prefix(320)
      }
      return """

        \(scenario)
        real:      \(excerpt(real))
        simulated: \(excerpt(simulated))
        """
    }
  }
#endif
