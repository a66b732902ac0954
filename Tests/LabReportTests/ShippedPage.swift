import Foundation
import LabExperiment
import LabReport
import LabResults
import TestSupport

/// A shipped experiment, performed and drawn once for all that is asked of it.
struct ShippedPage: Sendable {
  let plan: Plan
  // It is a constant of values; only its type does not promise it.
  nonisolated(unsafe) let result: ExperimentResult
  /// The page, without the reasons.
  let text: String

  private actor Pages {
    var made: [String: Task<ShippedPage, any Error>] = [:]

    func task(_ name: String) -> Task<ShippedPage, any Error> {
      let task = made[name] ?? Task.detached { try ShippedPage(performing: name) }
      made[name] = task
      return task
    }
  }

  private static let pages = Pages()

  /// The points of an experiment whose page takes seconds; all of them with `LAB_EVERY_POINT`.
  private static let samples: [String: [(name: String, values: String)]] =
    Count.isComplete ? [:] : ["bullet": [("rate", "60 Hz")]]

  private init(performing name: String) throws {
    plan = try Experiment(
      path: Checkout.experiment(name).path, overriding: Self.samples[name] ?? []
    ).plan()
    let result = try ExperimentResult(name: name, performing: plan, jobs: 1)
    unsafe self.result = result
    text = try Page(result, why: nil).text
  }

  /// The page of an experiment.
  static func named(_ name: String) async throws -> ShippedPage {
    try await pages.task(name).value
  }
}
