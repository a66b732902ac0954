package import LabExperiment

extension Plan {
  /// The runs that are shown: one of them, or the first that is performed of every arm at its
  /// point.
  package func shownRuns(_ run: Int?) -> [RunSpec] {
    if let run { return [self[run]] }
    guard let first = indices.first(where: performs) else { return [] }
    let arms = experiment.arms.count
    let begin = first - first % arms
    return (begin..<begin + arms).filter(performs).map { self[$0] }
  }
}
