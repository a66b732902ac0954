#if os(Linux)
  import Foundation
  import LabLoop
  import LoopScenarios
  import Testing

  /// Random scenarios on both loops.
  ///
  /// `LAB_FUZZ_COUNT` says how many, `LAB_FUZZ_SEED` which:
  ///
  ///     LAB_FUZZ_COUNT=50000 LAB_FUZZ_SEED=7 swift test --filter 'random scenario'
  @Suite struct `Every random scenario` {
    @Test(arguments: Batch.all) func `has the same timeline on both loops`(_ batch: Batch) throws {
      let scenarios = batch.numbers.map { ScenarioGenerator.scenario($0, seed: batch.seed) }
      let differences = try Difference.all(in: scenarios)
      if let first = differences.first { Issue.record("\(try first.shrunk())") }
      #expect(differences.count == 0)
    }

    @Test func `reads back from its own text`() throws {
      for number in 0..<100 {
        let scenario = ScenarioGenerator.scenario(number, seed: 1)
        #expect(try ScenarioParser.parse(scenario.description) == scenario)
      }
    }
  }

  /// Some of the random scenarios under a seed; batches run side by side.
  struct Batch: Sendable, CustomTestStringConvertible {
    let numbers: Range<Int>
    let seed: UInt64

    var testDescription: String { "scenarios \(numbers) with seed \(seed)" }

    static var all: [Batch] {
      let environment = ProcessInfo.processInfo.environment
      let count = environment["LAB_FUZZ_COUNT"].flatMap { Int($0) } ?? 3_000
      let seed = environment["LAB_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
      return stride(from: 0, to: count, by: 500).map {
        Batch(numbers: $0..<min(count, $0 + 500), seed: seed)
      }
    }
  }

  /// A scenario whose timelines on the two loops differ.
  struct Difference: CustomStringConvertible {
    let scenario: Scenario
    let real: String
    let simulated: String

    /// Returns those of some scenarios that differ.
    static func all(
      in scenarios: [Scenario], profile: Profile = .linux
    ) throws -> [Difference] {
      let real = try RealLoopProcess.play(scenarios)
      try #require(real.count == scenarios.count)
      return zip(scenarios, real).compactMap { scenario, real in
        let simulated = SimulatedLoop.play(scenario, profile: profile).description
        return real == simulated
          ? nil : Difference(scenario: scenario, real: real, simulated: simulated)
      }
    }

    /// Returns the difference in the simplest scenario that can be had by taking things away.
    func shrunk(profile: Profile = .linux) throws -> Difference {
      var smallest = self
      while let smaller = try Self.all(in: smallest.scenario.simpler, profile: profile).first {
        smallest = smaller
      }
      return smallest
    }

    /// The scenario, and both timelines around the first place where they differ.
    var description: String {
      let (real, simulated) = (real.split(separator: " "), simulated.split(separator: " "))
      let common = zip(real, simulated).prefix { $0 == $1 }.count
      func excerpt(_ words: [Substring]) -> String {
        let range = max(0, common - 40)..<min(words.count, common + 20)
        return (range.lowerBound > 0 ? "… " : "") + words[range].joined(separator: " ")
          + (range.upperBound < words.count ? " …" : "")
      }
      return "\n\(scenario)\nreal:      \(excerpt(real))\nsimulated: \(excerpt(simulated))"
    }
  }
#endif
