import LabKernel
import LabLanguage
import LabMetrics

/// What the answer of a script is about: one of its expectations, and what that measures.
package struct AnswerSubject {
  /// The position of the expectation among those that are judged.
  package let number: Int
  /// The driver of the first measure, which may be a pattern, and its metric.
  package let driver, metric: String
  /// Whether a condition selects some sweep points.
  package let hasCondition: Bool
  /// The last sweep point that the condition selects before the first that it does not, if it
  /// selects those from the beginning of the sweep on; `nil` otherwise.
  package let border: Int?
}

extension Plan {
  /// Returns what the answer of the script is about: the first expectation that fails, else the
  /// first as written that was judged and is not `… == 0`, else the first that was judged.
  ///
  /// - Parameter verdicts: What came of the expectations that are judged, in their order.
  /// - Returns: The subject; `nil` without an expectation that was judged.
  package func answer(_ verdicts: [Verdict]) -> AnswerSubject? {
    let judged = Array(zip(verdicts, experiment.expectations.filter { $0.isJudged }).enumerated())
    let found =
      judged.first { $1.0.outcome == .fails }
      ?? judged.first { $1.0.closest != nil && !$1.1.isOfNone }
      ?? judged.first { $1.0.closest != nil }
    guard let (number, (_, expectation)) = found, let measure = expectation.measures.first,
      let match = expectation.matches.first
    else { return nil }
    return AnswerSubject(
      number: number, driver: match[measure.subject].name, metric: measure.metric,
      hasCondition: expectation.condition != nil,
      border: (0..<pointCount).first { !expectation.admits(experiment.grid[$0]) }.flatMap {
        $0 > 0 ? $0 - 1 : nil
      })
  }
}

extension Expectation {
  /// Whether it says that something does not happen: `… == 0` for all runs.
  fileprivate var isOfNone: Bool {
    guard case .relation(_, .equal, .constant(let value)) = claim else { return false }
    return value.numerator == 0
  }
}
