package import LabExperiment
import LabMetrics
import LabPictures
package import LabResults

/// A result as one HTML file that needs nothing else: no network, no fonts, no scripts but its own.
///
/// What it shows of single runs is of runs that are performed again; their fingerprints must be
/// those of the result.
package struct Page {
  /// How many bytes a page has at most, but for very long scripts and tables.
  package static let sizeLimit = 500_000
  /// By what a page is known for one of the lab's.
  package static let mark = "<meta name=\"generator\" content=\"RunLoopLab\"/>"

  /// The bytes of the page, as text.
  package let text: String
  /// What a page that leads here shows of it; `nil` if it draws no run.
  package let strip: String?

  /// Writes the page of a result that was written before.
  ///
  /// - Parameters:
  ///   - stored: The result.
  ///   - explanation: Why an expectation of it fails.
  /// - Throws: What ``init(_:why:)`` throws.
  package init(_ stored: StoredResult, why explanation: Explanation?) throws {
    try self.init(stored.result, stored.findings, explanation)
  }

  /// Writes the page of a result.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - explanation: Why an expectation of it fails.
  /// - Throws: `InputError` if a run is not what it was, or `ExperimentFailure` if it
  ///   cannot be performed.
  package init(_ result: ExperimentResult, why explanation: Explanation?) throws {
    try self.init(result, PageContent.rows(of: result.findings), explanation)
  }

  private init(
    _ result: ExperimentResult, _ findings: [[String]], _ explanation: Explanation?
  ) throws {
    var content: PageContent
    do throws(ResultFailure) {
      content = try PageContent(result, findings, explanation)
    } catch {
      throw error.reason
    }
    var text = PageSections(content: content).text
    // A large result has less detail, and says so.
    while text.utf8.count > Self.sizeLimit, content.shrink() {
      text = PageSections(content: content).text
    }
    self.text = text
    strip = content.stage.map { Self.strip(of: $0.point, named: result.name) }
    try result.table.check()
  }

  private static func strip(of point: PagePoint, named name: String) -> String {
    let id = "s" + hexadecimal(ContentHash.of(Array(name.utf8)))
    return SVGWriter(.page(id: id)).text(of: Overview.strip(of: point.drivers[point.lead]))
  }
}

extension PageSections {
  /// The page.
  var text: String {
    var html = body
    if let stage = content.stage {
      PagePictures(stage: stage).end(&html)
    }
    return PageFrame.text(
      title: title, body: html.text, script: content.stage == nil ? nil : .page)
  }
}
