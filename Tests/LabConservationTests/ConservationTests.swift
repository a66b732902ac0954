import LabMetrics
import TestSupport
import Testing

/// Nothing is created or lost, whatever is put on a stage.
///
/// `LAB_FUZZ_COUNT=100000 LAB_FUZZ_SEED=7 swift test --filter 'random stage'` plays any number.
@Suite struct `A random stage` {
  @Test(arguments: FuzzBatch.all("A random stage"))
  func `breaks no identity of conservation`(_ batch: FuzzBatch) throws {
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      let stage = RandomStage(seed: seed)
      guard stage.objections.isEmpty else {
        Issue.record("stage \(seed): \(stage.objections)")
        return
      }
      if seed.isMultiple(of: 4) {
        let broken = try stage.contractViolations()
        #expect(broken.isEmpty, "stage \(seed)")
      }
      do {
        guard try !stage.violations().isEmpty else { continue }
      } catch {
        Issue.record("stage \(seed) fails: \(error)\n\(stage.scenario)")
        return
      }
      let smallest = try stage.shrunk()
      Issue.record(
        "stage \(seed) breaks \(try smallest.violations().map { "\($0)" }) with \(smallest.scenario)"
      )
      return
    }
  }
}
