import LabExperiment
import LabLanguage
import LabWorkload
import TestSupport
import Testing

/// `LAB_FUZZ_COUNT=1000000 LAB_FUZZ_SEED=7 swift test --filter 'garbled script'` reads any number.
@Suite struct `A garbled script` {
  @Test(arguments: FuzzBatch.all("garbled script"))
  func `ends in an experiment or in messages`(_ batch: FuzzBatch) throws {
    try Playground(name: "garbled", batch: batch).play(ScriptGenerator.garbled) { script in
      do throws(ScriptError) {
        let plan = try ScriptCorpus.read(script).plan(replications: 1)
        #expect(plan.last?.index == plan.count - 1)
        _ = plan.prefix(1).map(\.scenario.drivers)
      } catch {
        expectSense(in: error)
      }
    }
  }
}

/// Expects some messages, but not too many, and none without words.
func expectSense(in error: ScriptError) {
  #expect((1...20).contains(error.diagnostics.count))
  #expect(error.diagnostics.allSatisfy { !$0.description.isEmpty })
}
