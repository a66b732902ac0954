import Foundation
import LabExperiment
import LabResults
import LabText

/// A script, or the folder of a result, whose runs are looked at.
struct ResultSource {
  /// The short name.
  let name: String
  /// The runs; those of a result have its own settings.
  let plan: Plan
  /// The result, if it was read from a folder.
  let known: ExperimentResult?

  /// Reads what a command names; `nil` if the script has mistakes, which are shown.
  init?(_ operand: String, _ arguments: Arguments) throws {
    if Self.isResult(operand) {
      try PlanOptions.checkNone(arguments, for: operand)
      let stored = try StoredResult(at: operand).result
      (name, plan, known) = (stored.name, stored.plan, stored)
      return
    }
    let paths = try Scripts.paths([operand])
    guard paths.count == 1 else {
      throw UsageError("'\(operand)' holds \(paths.count) scripts. Name one of them.")
    }
    guard let plan = try PlanOptions(arguments).plans(paths)?.first else { return nil }
    (name, self.plan, known) = (Scripts.name(of: paths[0]), plan, nil)
  }

  /// Whether an operand is taken for a result: a folder that holds no script.
  static func isResult(_ operand: String) -> Bool {
    var isFolder: ObjCBool = false
    let exists = unsafe FileManager.default.fileExists(atPath: operand, isDirectory: &isFolder)
    return exists && isFolder.boolValue && (try? Scripts.paths([operand])) == nil
  }

  /// The result; a script is performed.
  func result() throws -> ExperimentResult {
    try known
      ?? ExperimentResult(
        name: name, performing: plan, jobs: ProcessInfo.processInfo.activeProcessorCount)
  }
}
