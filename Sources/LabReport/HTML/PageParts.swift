package import LabExperiment
package import LabResults

/// The parts of the page of a result, for a page that shows others, too.
package struct PageParts {
  /// The title of the page.
  package let title: String
  /// What stands in its body.
  package let body: String
  /// What its script needs; `nil` if no run has a whole refresh.
  package let data: String?

  /// Makes the parts.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - explanation: Why an expectation of it fails; `nil` for none.
  ///   - triesChanges: Whether to say of the drivers that drop refreshes what would help, which
  ///     takes some hundred runs more.
  /// - Throws: What a run throws that is performed again.
  package init(
    _ result: ExperimentResult, why explanation: Explanation? = nil, triesChanges: Bool
  ) throws(ResultFailure) {
    let content = try PageContent(
      result, PageContent.rows(of: result.findings), explanation, triesChanges: triesChanges)
    let sections = PageSections(content: content)
    (title, body, data) = (sections.title, sections.body.text, content.stage?.json)
  }
}
