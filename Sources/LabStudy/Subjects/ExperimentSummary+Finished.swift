import Foundation
import LabExperiment
package import LabResults

extension ExperimentSummary {
  /// Sums up a result that was finished before.
  package init(_ result: FinishedResult) {
    name = result.name
    runs = 0
    verdicts = VerdictCounts(result.verdicts.map { $0.outcome })
    let failing = result.verdicts.first { $0.outcome == .fails }
    evidence = failing.map { "\($0.text): \(($0.failure?.values).map(Self.left) ?? "undefined")" }
    because = nil
    question = nil
    isOld = true
  }

  /// Returns the value of the left side, of values as `hiccup = 50 ms: timer.ball.dropped = 35, …`.
  private static func left(of values: String) -> String {
    let sides = values.components(separatedBy: ": ").last ?? ""
    let left = sides.components(separatedBy: ", ")[0]
    return left.components(separatedBy: " = ").last ?? left
  }
}
