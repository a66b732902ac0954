import LabDisplay
import LabExperiment
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// A run whose records are taken while it is made has the numbers of one that is kept whole.
@Suite struct `A run in parts` {
  @Test(arguments: FuzzBatch.all("whatever the parts"))
  func `has the same numbers, whatever the parts, in the memory of the run before too`(
    _ batch: FuzzBatch
  ) throws {
    let (runner, memory) = (Runner(jobs: 1), RecordMemory())
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      let random = RandomStage(seed: seed)
      let stage = seed.isMultiple(of: 4) ? random : random.measuringTasks
      let trace = try Stage(stage.scenario, seed: seed).run()
      let whole = RunMeasurement(trace)
      for count in [1, 1000] {
        let (run, fingerprint) = try stage.measured(keeping: count)
        #expect(fingerprint == trace.fingerprint)
        #expect(run.loads == whole.loads, "stage \(seed) in parts of \(count)")
        #expect(run.drivers == whole.drivers, "stage \(seed) in parts of \(count)")
        #expect(run.verifyConservation().isEmpty, "stage \(seed) in parts of \(count)")
      }
      let result = try runner.result(of: RunSpec(stage.scenario, seed: seed), in: memory)
      #expect(result.fingerprint == trace.fingerprint, "stage \(seed)")
      #expect(result.drivers == whole.drivers, "stage \(seed)")
    }
  }

  @Test func `is refused if it takes more memory than there is room for`() throws {
    var runner = Runner(jobs: 1)
    var scenario = Scenario(
      panel: Panel(rate: .hertz(120)), duration: .seconds(60),
      drivers: [Driver(name: "link", source: .link(), modes: [.default])])
    runner.mostMemory = scenario.expectedBytes
    _ = try runner.result(of: RunSpec(scenario))
    scenario.duration = .seconds(61)
    let error = #expect(throws: ExperimentFailure.self) {
      try runner.result(of: RunSpec(scenario))
    }
    #expect(error.map { "\($0)".contains("write a shorter 'run', fewer drivers") } == true)
  }

  /// A day at 120 Hz of a timer and a link.
  @Test func `needs about 160 bytes a refresh of a driver`() {
    let scenario = Scenario(
      panel: Panel(rate: .hertz(120)), duration: .seconds(86_400),
      drivers: [
        Driver(
          name: "timer", source: .timer(interval: .nanoseconds(8_333_333)), modes: [.default]),
        Driver(name: "link", source: .link(), modes: [.default]),
      ])
    #expect((3_200_000_000..<3_500_000_000).contains(scenario.expectedBytes))
  }
}

extension RandomStage {
  /// Measures the run while it is made, so many records at a time.
  func measured(keeping count: Int) throws -> (run: RunMeasurement, fingerprint: UInt64) {
    let stage = Stage(scenario, seed: seed, keeping: count)
    let walk = RunWalk(until: scenario.duration.wholeNanoseconds)
    let trace = try stage.run(handingOver: count) { walk.consume($0) }
    return (RunMeasurement(walk, trace.header), trace.fingerprint)
  }
}
