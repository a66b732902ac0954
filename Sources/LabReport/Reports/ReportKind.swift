/// The kinds of reports that a run can write beside its CSV files.
package enum ReportKind: String, Hashable, Sendable, CaseIterable {
  /// Tables and verdicts for people, as GitHub and others show them.
  case markdown
  /// Every number of the CSV files, for programs.
  case json
  /// The verdicts as test cases.
  case junit
  /// Annotations for GitHub Actions, and the summary of the step.
  case github
  /// The distribution of lateness, for the plotter of HdrHistogram; a file for each driver.
  case hgrm
  /// What happened in some runs, as JSON for viewers of traces.
  case chrome
  /// The same in Perfetto's own format, with its frame timeline.
  case perfetto

  /// What it is, in a sentence.
  var meaning: String {
    switch self {
    case .markdown: "Means, verdicts and the answer as GitHub Flavored Markdown."
    case .json:
      "Every row of the CSV files as JSON, by the names of the columns; what is undefined has no key."
    case .junit: "The verdicts as test cases in the XML of JUnit: a suite for each experiment."
    case .github:
      "Annotations of GitHub Actions for expectations that fail, and Markdown added to the file that"
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
  var fileExtension: String {
    switch self {
    case .markdown: "md"
    case .json: "json"
    case .junit: "junit.xml"
    case .github: "github.txt"
    case .hgrm: "hgrm"
    case .chrome: "trace.json"
    case .perfetto: "pftrace"
    }
  }

  /// Whether it tells of scripts that could not be read.
  var tellsMistakes: Bool { [.markdown, .junit, .github].contains(self) }

  /// Whether it shows single runs, which are performed once more for it.
  var showsRuns: Bool { [.hgrm, .chrome, .perfetto].contains(self) }
}
