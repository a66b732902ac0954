import Foundation
import LabExperiment
import LabResults

/// A script or a folder of results, of which something is drawn.
struct ResultSource {
  /// The runs.
  let plan: Plan
  /// The result, if it was read from a folder.
  let known: ExperimentResult?
  private let name: String

  /// Reads a script, or the result in a folder; `nil` if the script has mistakes, which are shown.
  init?(_ operand: String, _ arguments: Arguments) throws {
    var isFolder: ObjCBool = false
    if unsafe FileManager.default.fileExists(atPath: operand, isDirectory: &isFolder),
      isFolder.boolValue
    {
      guard arguments.all("--set").isEmpty else {
        throw Arguments.Mistake(
          message: "'--set' is about a script, and '\(operand)' is a result. Name the script.")
      }
      do {
        let stored = try StoredResult(at: operand, script: arguments.text("--script"))
        (plan, known, name) = (stored.result.plan, stored.result, stored.result.name)
      } catch let mistake as StoredResult.Mistake {
        throw Arguments.Mistake(message: mistake.description)
      }
      return
    }
    let overrides = try Scripts.overrides(arguments.all("--set"))
    guard let experiment = try Scripts.read([operand], overriding: overrides)?.first else {
      return nil
    }
    (plan, known, name) = (try experiment.plan(), nil, Scripts.name(of: operand))
  }

  /// The result; a script is performed.
  func result() throws -> ExperimentResult {
    try known
      ?? ExperimentResult(
        name: name, performing: plan, jobs: ProcessInfo.processInfo.activeProcessorCount)
  }
}
