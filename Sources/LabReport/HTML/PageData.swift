package import LabResults
package import LabStudy

/// What the script of the page of a result draws, for another page that has the same script.
package enum PageData {
  /// Writes it as JSON.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - triesChanges: Whether to say of the drivers that drop refreshes what would help, which
  ///     takes some hundred runs more.
  ///   - shown: A point that was performed already, and is not performed again.
  /// - Returns: The JSON; `nil` if no run has a whole refresh.
  /// - Throws: What a run throws that is performed again.
  package static func json(
    of result: ExperimentResult, triesChanges: Bool, shown: Case? = nil
  ) throws(ResultFailure) -> String? {
    try PageContent(result, [], nil, triesChanges: triesChanges, shown: shown).stage?.json
  }
}
