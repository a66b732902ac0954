import Foundation
import LabExperiment
import LabMetrics
import LabScriptTesting
import LabTesting
import LabWorkload
import TestSupport
import Testing

@Suite struct `A shipped experiment` {
  /// The longest run that is made twice here; with `LAB_EVERY_POINT` up to a minute.
  private static let longest = Duration.seconds(Count.isComplete ? 60 : 20)

  /// The first run of each arm that code can take over, by script and arm.
  static let runs: [(script: String, run: RunSpec)] = {
    let scripts = Checkout.experimentNames.map { Checkout.experiment($0).path }
    return scripts.flatMap { path -> [(String, RunSpec)] in
      guard let plan = try? Experiment(path: path).plan() else { return [] }
      return plan.experiment.arms.indices.map { plan[$0] }.filter { run in
        run.duration <= longest
          && run.scenario.drivers.allSatisfy { $0.motion == nil && $0.cap == nil }
          && run.scenario.loads.allSatisfy { $0.driverFollowed == nil }
      }.map { (path, $0) }
    }
  }()

  @Test func `is a test in many cases`() {
    #expect(Set(Self.runs.map(\.script)).count >= 22)
  }

  @Test(arguments: runs.indices)
  func `has the same numbers in a test and in a run`(index: Int) throws {
    let (script, run) = Self.runs[index]
    let result = try Runner(jobs: 1).result(of: run)
    Laboratory.test(script: script, arm: run.arm) { lab in
      lab.advanceToEnd()
      let drivers = lab.measurement.drivers
      #expect(drivers.map(\.name) == result.drivers.map(\.name))
      for driver in drivers {
        let others = MetricDictionary.all.filter {
          $0.value(driver) != result.value(of: $0.name, driver: driver.name)
        }
        #expect(others.map(\.name) == [], "\(driver.name) in \(run.arm) of \(script)")
      }
      lab.expect().satisfiesConservation()
    }
  }
}
