import Foundation
import LabExperiment
import LabReport
import LabResults
import Synchronization
import TestSupport

/// A shipped experiment, performed and drawn once for all that is asked of it.
struct ShippedPage: Sendable {
  let plan: Plan
  // Nobody changes it.
  nonisolated(unsafe) let result: ExperimentResult
  /// The page, without the reasons.
  let text: String

  private static let made = Mutex<[String: Task<ShippedPage, any Error>]>([:])

  private init(performing name: String) throws {
    plan = try Experiment(path: Checkout.experiment(name).path).plan()
    let result = try ExperimentResult(name: name, performing: plan, jobs: 1)
    unsafe self.result = result
    text = try Page(result, why: nil).text
  }

  /// The page of an experiment.
  static func named(_ name: String) async throws -> ShippedPage {
    let task = made.withLock { made in
      let task = made[name] ?? Task { try ShippedPage(performing: name) }
      made[name] = task
      return task
    }
    return try await task.value
  }
}
