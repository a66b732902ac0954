package import LabText

/// The kinds of reports: how answers are written for others than a person at a terminal.
package enum ReportKind: String, Hashable, Sendable, CaseIterable {
  /// Answers with all their numbers, for programs.
  case json
  /// Answers for people, as GitHub and others show them.
  case markdown
  /// Answers as one page.
  case html
  /// What was judged as test cases.
  case junit
  /// Annotations for GitHub Actions, and the summary of the step.
  case github
  /// The distribution of lateness, for the plotter of HdrHistogram; a file for each driver.
  case hgrm
  /// What happened in some runs, as JSON for viewers of traces.
  case chrome
  /// The same in Perfetto's own format, with its frame timeline.
  case perfetto

  /// Those that any answer has.
  package static let ofAnswers: [ReportKind] = [.json, .markdown, .html, .junit, .github]

  /// What it is, in a sentence.
  var meaning: String {
    switch self {
    case .json:
      "An answer as a JSON object on a line: sentences, what was judged, and every number of its tables"
        + " by the names of the columns; what is undefined has no key. 'help json' prints the schema."
    case .markdown: "Answers as GitHub Flavored Markdown."
    case .html: "Answers as one page; of a run, with pictures and a replay."
    case .junit:
      "What was judged as test cases in the XML of JUnit: a suite for each experiment or question."
    case .github:
      "Annotations of GitHub Actions for what fails, and Markdown added to the file that"
        + " GITHUB_STEP_SUMMARY names."
    case .hgrm:
      "The lateness of every callback as percentiles in milliseconds, for the plotter of"
        + " HdrHistogram; a file for each driver."
    case .chrome:
      "What happened in the shown runs, in the Trace Event Format that Perfetto, Firefox Profiler and"
        + " speedscope open."
    case .perfetto:
      "What happened in the shown runs, in Perfetto's own format, with a frame for every slot in its"
        + " frame timeline: dropped exactly if the slot is."
    }
  }

  /// With what the name of a file ends.
  package var ending: String {
    switch self {
    case .json, .html, .hgrm: rawValue
    case .markdown: "md"
    case .junit: "junit.xml"
    case .github: "github.txt"
    case .chrome: "trace.json"
    case .perfetto: "pftrace"
    }
  }

  /// Whether it shows single runs, which are performed once more for it.
  package var showsRuns: Bool { !Self.ofAnswers.contains(self) }
}

/// A report that was asked for: its kind, and where it goes.
package struct ReportRequest: Hashable, Sendable {
  /// Where a report goes.
  package enum Target: Hashable, Sendable {
    /// A file for each answer, beside the folder of its result.
    case beside
    /// One file for all answers.
    case file(String)
    /// Standard output.
    case standardOutput
  }

  /// What it tells.
  package let kind: ReportKind
  /// Where it goes.
  package let target: Target

  /// Creates a request.
  package init(_ kind: ReportKind, to target: Target) { (self.kind, self.target) = (kind, target) }

  /// Reads a request, `KIND` or `KIND=FILE`; the file `-` is standard output.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - subcommand: The subcommand.
  ///   - kinds: The kinds that make sense for it.
  ///   - isBeside: Whether a report without a file lies beside results, rather than on standard
  ///     output.
  /// - Throws: `UsageError` with what to write instead.
  package init(
    _ text: String, of subcommand: String, among kinds: [ReportKind], besideResults isBeside: Bool
  ) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let (name, names) = (String(parts[0]), kinds.map { $0.rawValue })
    guard let kind = ReportKind(rawValue: name) else {
      throw UsageError(
        "there is no report '\(name)'." + Spelling.hint(for: name, among: names)
          + " Write \(Spelling.list(names)).")
    }
    guard kinds.contains(kind) else {
      throw UsageError(
        "'\(name)' is about single runs: 'run' and 'merge' write it, '\(subcommand)' does not."
          + " Write \(Spelling.list(names)).")
    }
    self.kind = kind
    switch parts.count == 2 ? String(parts[1]) : nil {
    case nil: target = isBeside && kind != .github ? .beside : .standardOutput
    case "": throw UsageError("'--report \(text)' names no file. Write '\(name)=FILE'.")
    case "-" where kind == .hgrm:
      throw UsageError(
        "'hgrm' writes a file for each driver. Name a folder: '--report hgrm=DIR'.")
    case "-": target = .standardOutput
    case let path?: target = .file(path)
    }
  }

  /// Whether standard output is for the report; annotations stand beside other text.
  package var takesOutput: Bool { target == .standardOutput && kind != .github }
}
