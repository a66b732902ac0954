public import LabExperiment
import LabMetrics
import LabPictures
public import LabResults

/// A result as one HTML file that needs nothing else: no network, no fonts, no scripts but for the replay.
///
/// What it shows of single runs is of a few runs that are performed again; their fingerprints must be those
/// of the result.
public struct Page {
  /// How many bytes a page has at most.
  public static let sizeLimit = 2_000_000
  /// By what a page is known for one of the lab's.
  public static let mark = "<meta name=\"generator\" content=\"RunLoopLab\"/>"

  /// How many cases are shown.
  static let caseLimit = 3

  /// The bytes of the page, as text.
  public let text: String

  /// Writes the page of a result that was written before.
  ///
  /// - Parameters:
  ///   - stored: The result.
  ///   - explanation: Why an expectation of it fails.
  /// - Throws: What ``init(_:why:)`` throws.
  public init(_ stored: StoredResult, why explanation: Explanation?) throws {
    try self.init(stored.result, stored.findings, explanation)
  }

  /// Writes the page of a result.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - explanation: Why an expectation of it fails.
  /// - Throws: `InputError` if a run is not what it was, or `Runner.Failure` if it
  ///   cannot be performed.
  public init(_ result: ExperimentResult, why explanation: Explanation?) throws {
    let findings = result.findings.map { finding in
      [
        finding.text, finding.place.map { "\($0.name) = \($0.value)" }.joined(separator: ", "),
        finding.found?.value ?? "", finding.failing?.value ?? "",
      ]
    }
    try self.init(result, findings, explanation)
  }

  private init(
    _ result: ExperimentResult, _ findings: [[String]], _ explanation: Explanation?
  ) throws {
    let finder = CaseFinder(result.plan, verdicts: result.verdicts, value: result.table.value)
    var cases: [PageCase] = []
    for choice in finder.choices(count: Self.caseLimit) {
      if let next = try PageCase(choice, of: result) { cases.append(next) }
    }
    var leftOut: [String] = []
    func written() -> String {
      PageSections(result, findings, explanation, cases, leftOut: leftOut).text
    }
    var text = written()
    // A large result has fewer cases, and says so.
    while text.utf8.count > Self.sizeLimit, let last = cases.popLast() {
      leftOut.append("the pictures of \(last.title), because the page would be too large")
      text = written()
    }
    self.text = text
    try result.table.check()
  }
}
