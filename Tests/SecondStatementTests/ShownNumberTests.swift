import Foundation
import LabExperiment
import LabLanguage
import LabMetrics
import LabReport
import ResultSupport
import TestSupport
import Testing

@testable import LabResults

/// Every number that is shown is the one of `runs.csv`, at the digits that are shown.
///
/// What is printed is read here; nothing of what prints it is used.
@Suite struct `A number that is shown` {
  /// The experiments that take least time; `LAB_EVERY_POINT` asks for all.
  private static let names =
    Count.isComplete
    ? Checkout.experimentNames
    : [
      "article-names", "dropped-owner", "follow-up",
      "policies", "scroll-freeze", "solver-epsilon", "stutter-jump",
    ]

  @Test(arguments: names)
  func `is that of the runs of a shipped experiment`(_ name: String) throws {
    let path = Checkout.experiment(name).path
    let shown = try ShownResult(Experiment(path: path).plan())
    #expect(shown.count > 0)
    let contradictions = try shown.contradictions()
    #expect(contradictions == [], "\(contradictions.prefix(9))")
  }

  @Test(arguments: FuzzBatch.all("number that is shown"))
  func `is that of the runs of a random script`(_ batch: FuzzBatch) throws {
    var count = 0
    for number in batch.numbers {
      let script = RandomScript(seed: batch.seed &* 1_000_003 &+ UInt64(number))
      let text = script.text + "expect a.d0.dropped == 1\nexpect a.d0.lateness_max < 0.5 ms\n"
      do {
        let experiment = try Experiment(path: "random.lab") { path in
          path == "random.lab" ? Array(text.utf8) : RandomScript.vsyncs
        }
        let shown = try ShownResult(experiment.plan(replications: 2))
        let contradictions = try shown.contradictions()
        #expect(contradictions == [], "\(contradictions.prefix(9)), script \(number):\n\(text)")
        count += shown.count
      } catch is ScriptError {
      } catch ExperimentFailure.run {
      }
    }
    #expect(count > 0)
  }
}
