import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

@Suite struct `A loop with observers that take time` {
  /// A random stage whose loop has up to three observers that work when they are called.
  private func stage(_ seed: UInt64, _ chance: inout RandomStream) -> Stage {
    let stage = Stage(RandomStage(seed: seed).scenario, seed: seed)
    for index in 0...chance.next(in: 0...2) {
      let activities = LoopActivities(rawValue: UInt8(chance.next(in: 1...255)))
      let works = Duration.microseconds(chance.next(in: 0...20_000))
      var calls = 0
      let every = Int(chance.next(in: 1...9))
      let observer = stage.loop.makeObserver(
        "observer \(index)", of: activities, order: Int(chance.next(in: -1...1))
      ) { loop, _ in
        calls += 1
        if calls.isMultiple(of: every) { loop.world.spend(works) }
      }
      stage.loop.add(observer, to: .common)
    }
    return stage
  }

  @Test(arguments: FuzzBatch.all("observers that take time"))
  func `breaks no identity of conservation, nor the contract`(_ batch: FuzzBatch) throws {
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      var chance = RandomStream(seed: seed, name: "observers")
      let trace = try stage(seed, &chance).run()
      let contract = TraceContract.violations(of: trace)
      let identities = RunMeasurement(trace).verifyConservation()
      #expect(contract.isEmpty && identities.isEmpty, "\(seed): \(contract) \(identities)")
    }
  }

  @Test(arguments: FuzzBatch.all("observers that take time"))
  func `outlives its stage, and the reverse`(_ batch: FuzzBatch) {
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      var chance = RandomStream(seed: seed, name: "lives")
      var owner: Stage? = stage(seed, &chance)
      let loop = seed.isMultiple(of: 2) ? owner?.loop : nil
      let recorder = owner?.recorder
      owner?.loop.advance(to: .microseconds(chance.next(in: 0...300_000)))
      owner?.world.spend(.microseconds(chance.next(in: 0...40_000)))
      owner = nil
      let count = recorder?.trace.records.count ?? 0
      loop?.advance(to: loop?.world.now.advanced(by: .milliseconds(100)) ?? .start)
      let later = recorder?.trace.records.dropFirst(count) ?? []
      #expect(!later.contains { $0.kind == .taskBegan || $0.kind == .vsync }, "\(seed)")
    }
  }
}
