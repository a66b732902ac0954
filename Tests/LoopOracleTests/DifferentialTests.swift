#if os(Linux)
  import Foundation
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
#endif
