import Foundation
package import LabExperiment
import LabLanguage
package import LabText

extension ReportRequest {
  /// Whether standard output is for the report; annotations stand beside other text.
  package var takesOutput: Bool { target == .standardOutput && kind != .github }
}

extension Reports {
  /// Throws if some reports cannot be made beside one another, or not of some plans.
  ///
  /// - Parameters:
  ///   - requests: What is wanted.
  ///   - run: Which run is shown by reports that show single runs; `nil` for the first of every
  ///     arm.
  ///   - plans: The experiments, with the paths of their scripts.
  ///   - out: The folder of the results; `-` for none.
  ///   - isWhole: Whether all runs are performed, rather than those of a shard.
  /// - Throws: `UsageError` with what to write instead.
  package static func check(
    _ requests: [ReportRequest], run: Int?, of plans: [(path: String, plan: Plan)], out: String,
    isWhole: Bool
  ) throws(UsageError) {
    if let run { try check(run, of: plans, requests) }
    guard isWhole || requests.isEmpty else {
      throw UsageError(
        "a shard is not judged, so that '--report' has nothing to say. Leave one of them out.")
    }
    guard requests.count(where: \.takesOutput) + (out == "-" ? 1 : 0) <= 1 else {
      throw UsageError("standard output takes one report. Write the others to files, as KIND=FILE.")
    }
    for request in requests where request.target == .beside && out == "-" {
      throw UsageError(
        "'--out -' writes no files. Name one: '--report \(request.kind.rawValue)=FILE'.")
    }
    var known = Set(plans.flatMap { $0.plan.experiment.inputs.map(\.path) }.map(resolved))
    for case .file(let path) in requests.map(\.target) {
      guard known.insert(resolved(path)).inserted else {
        throw UsageError("'\(path)' is an input, or another report. Choose another file.")
      }
    }
  }

  private static func check(
    _ run: Int, of plans: [(path: String, plan: Plan)], _ requests: [ReportRequest]
  ) throws(UsageError) {
    guard requests.contains(where: \.kind.showsRuns) else {
      throw UsageError("'--run' chooses what a report shows. Add for example '--report chrome'.")
    }
    for (path, plan) in plans where !plan.indices.contains(run) {
      throw UsageError(
        "'--run \(run)' is not in the plan of '\(path)', whose runs are 0 to \(plan.count - 1).")
    }
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
