import Foundation
import LabKernel
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

@testable import LabExperiment

/// What people found in the cases of the field guide, beside what is said of them.
@Suite struct `A case of the field guide` {
  /// A case, words of its cause, and its remedy.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let cause: String
    let remedy: String
    var testDescription: String { name }

    init(_ name: String, _ cause: String, _ remedy: String) {
      (self.name, self.cause, self.remedy) = (name, cause, remedy)
    }
  }

  static let cases = [
    Case("countdown-stops-while-scrolling", "the run loop was in tracking mode", "in common"),
    Case("message-does-not-go-away", "the run loop was in tracking mode", "in common"),
    Case("four-times-too-fast", "Each callback adds the same step", "by timestamp"),
    Case("slider-that-jumps", "its fire dates come every 500 ms", "link"),
    Case("burst-after-a-pause", "a task held the thread", "catch-up coalesce"),
    Case("flooded-main-queue", "more than once in a refresh", "via main-queue once"),
    Case("frame-times-between-refreshes", "a callback of the driver itself", "every 3 refreshes"),
    Case("ninety-on-120", "no whole fraction of the display's", "display 90 Hz"),
    Case("sixteen-milliseconds", "the timer is not in step with the display", "link"),
    Case("stutter-at-120", "a callback of the driver itself", "prefers 60 Hz"),
    Case("thirty-spinners", "a callback of the driver itself", "every 2 refreshes"),
    Case("two-frames-in-one-refresh", "a callback of the driver itself", "presents fifo 2"),
    Case(
      "two-steps-in-a-frame", "steps of a rate of its own", "steps fixed 1/64 s interpolated"),
    Case("timestamps-that-jitter", "the thread was waking up", "by timestamp"),
  ]

  /// The long ones are played if all that is known is asked for.
  static let played = Count.isComplete ? cases : Array(cases.prefix(5))

  @Test(arguments: played)
  func `is explained by what its thread found`(_ example: Case) throws {
    let plan = try Experiment(path: Checkout.experiment(example.name).path).plan(replications: 1)
    let measurements = try plan.indices.map {
      RunMeasurement(try Runner(jobs: 1).trace(of: plan[$0]))
    }
    let trouble = plan.trouble(verdicts: []) { measurements[$0][driver: $1]?[$2] }
    let study = try WhatIfStudy(WhatIf([plan[trouble.run]]), budget: 300)
    let explanation = Explanation(study)
    let first = "\(explanation.what) \(explanation.why ?? "")"
    #expect(first.contains(example.cause), "\(explanation.text)")
    let remedies = explanation.remedies.prefix(3).map(\.description)
    #expect(remedies.contains { $0.hasSuffix(example.remedy) }, "\(explanation.text)")
  }
}
