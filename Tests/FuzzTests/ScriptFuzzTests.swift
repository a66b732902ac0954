import LabExperiment
import LabKernel
import LabLanguage
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

@testable import LabReport
@testable import LabResults

/// `LAB_FUZZ_COUNT=1000000 LAB_FUZZ_SEED=7 swift test --filter 'random script'` performs any
/// number.
@Suite struct `A random script` {
  /// How many runs of a script are performed.
  private static let runLimit = 16

  @Test(arguments: FuzzBatch.all("A random script"))
  func `ends in messages or in a result without contradiction`(_ batch: FuzzBatch) throws {
    try Playground(name: "random", batch: batch).play(ScriptGenerator.exchanged) { script in
      do {
        let experiment = try ScriptCorpus.read(script)
        // What is resumed is read from the inputs alone.
        let resumed = try Experiment(
          inputs: experiment.inputs, overriding: [("events", "10000000")])
        let plan = try resumed.plan(replications: min(2, resumed.replications))
        try Self.perform(plan)
      } catch let error as ScriptError {
        expectSense(in: error)
      } catch ExperimentFailure.run(let failure) {
        #expect(!failure.reason.description.isEmpty)
      }
    }
  }

  /// Performs a plan, if it is short, with all that a report says about it.
  private static func perform(_ plan: Plan) throws {
    guard plan.count <= runLimit, plan[0].scenario.duration <= .seconds(1) else { return }
    var runs: [RunResult] = []
    let lists = PerRunFiles(
      experiment: "random", sweeps: SweepColumn.all(of: plan.experiment),
      lists: Set(TraceList.allCases),
      presentMon: .v2)
    let runner = Runner(jobs: 1, detail: .everything)
    for run in plan {
      let drivers = plan.arm(of: run.index).drivers
      let rows = RunLists(of: run, lists, drivers: drivers.count, in: nil)
      // The result checks every identity itself.
      let result = try runner.result(of: run, in: RecordMemory(), watchedBy: rows)
      let record = RunRecord(result, drivers: drivers, lists: lists.count)
      #expect(record.isWhole(drivers: drivers.count))
      let written = try rows.finish(
        record, drivers: drivers, loads: [], measured: result.drivers)
      #expect(written.count == lists.count)
      runs.append(result)
    }
    let result = try ExperimentResult(name: "random", plan: plan, runs: runs)
    #expect(result.runsCSV.count > 0)
    #expect(try RunReport.text(of: result).count > 0)
    try SummaryFile(result).write(jobs: 1) { #expect($0.count > 0) }
  }
}
