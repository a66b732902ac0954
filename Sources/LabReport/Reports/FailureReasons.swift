import Foundation
import LabExperiment
import LabResults
import LabStudy

/// Why expectations of a result fail, in the sentences of `why`: worked out once for all reports.
final class FailureReasons {
  /// For how many runs of an experiment reruns are made.
  private static let limit = 3

  private var known: (name: String, texts: [Int: String])?

  /// Returns what happened, why, and what helps best, by the positions of the expectations that
  /// fail.
  ///
  /// Expectations that fail in one run and by one metric share a reason. Beyond some runs, and
  /// where a run cannot be explained, there is none.
  func texts(of result: ExperimentResult) -> [Int: String] {
    if let known, known.name == result.name { return known.texts }
    var reasons: [Plan.Trouble: String?] = [:]
    var texts: [Int: String] = [:]
    for (number, verdict) in result.verdicts.enumerated() {
      guard let trouble = result.plan.trouble(ofExpectation: number, verdict) else { continue }
      if reasons[trouble] == nil, reasons.count < Self.limit {
        let jobs = ProcessInfo.processInfo.activeProcessorCount
        reasons[trouble] = .some((try? result.explanation(of: trouble, jobs: jobs))?.text)
      }
      texts[number] = reasons[trouble] ?? nil
    }
    known = (result.name, texts)
    return texts
  }
}
