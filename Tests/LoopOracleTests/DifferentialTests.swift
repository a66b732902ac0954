#if os(Linux)
  import TestSupport
  import LoopScenarios
  import Testing

  /// Random scenarios on both loops.
  ///
  /// `LAB_FUZZ_COUNT` says how many, `LAB_FUZZ_SEED` which:
  ///
  ///     LAB_FUZZ_COUNT=50000 LAB_FUZZ_SEED=7 swift test --filter 'random scenario'
  @Suite struct `Every random scenario` {
    @Test(arguments: FuzzBatch.all("random scenario"))
    func `has the same timeline on both loops`(_ batch: FuzzBatch) throws {
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
#endif
