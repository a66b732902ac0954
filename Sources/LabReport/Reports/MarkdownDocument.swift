import LabExperiment
import LabLanguage
import LabMetrics
import LabResults
import LabStudy
import LabText

/// Tables and verdicts as GitHub Flavored Markdown.
///
/// - Source: GitHub Flavored Markdown, section 4.10, for tables.
struct MarkdownDocument: ReportDocument {
  private(set) var text = ""
  private var experiments = 0

  mutating func add(_ result: ExperimentResult) {
    if !text.isEmpty { text += "\n" }
    text += Self.section(result)
    experiments += 1
  }

  mutating func add(_ script: MistakenScript) {
    if !text.isEmpty { text += "\n" }
    text += Self.section(script)
    experiments += 1
  }

  /// The report on a script that could not be read.
  static func section(_ script: MistakenScript) -> String {
    let mistakes = script.error.diagnostics.map { "- ❌ \(plain("\($0.headline)"))" }
    return "# \(plain(script.name))\n\n" + mistakes.joined(separator: "\n") + "\n"
  }

  var files: [(name: String, bytes: [UInt8])] {
    [("", Array("\(AnswerMarkdown.mark)\n\(text)".utf8))]
  }

  var summary: String { counted(experiments, "experiment") }

  /// The report on one experiment.
  static func section(_ result: ExperimentResult) -> String {
    let experiment = result.experiment
    var parts = ["# \(plain(experiment.title ?? result.name))"]
    if let question = experiment.question { parts.append(plain(question)) }
    parts.append(table(result))
    if !result.verdicts.isEmpty {
      parts.append(result.verdicts.map { line($0, of: result) }.joined(separator: "\n"))
    }
    if let because = experiment.because { parts.append(plain(because)) }
    parts.append(
      "\(counted(result.table.count, "run")), means over replications; seed \(result.plan.seed). Repeat with"
        + " \(code(result.plan.commandLine("run"))).")
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func table(_ result: ExperimentResult) -> String {
    let table = MeanTable(result)
    let rule = table.header.indices.map { $0 < table.wordCount ? "---" : "---:" }
    return ([table.header, rule] + table.rows).map { row in
      "| " + row.map { plain($0) }.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  private static func line(_ verdict: Verdict, of result: ExperimentResult) -> String {
    switch verdict.outcome {
    case .holds: return "- ✅ holds: \(code(verdict.text))"
    case .notJudged, .undecided:
      return "- \(verdict.outcome.rawValue), \(verdict.openReason): \(code(verdict.text))"
    case .fails:
      let first = verdict.failure.map { "; run \($0.run): \(code($0.values))" } ?? ""
      return "- ❌ \(result.failureCount(of: verdict)): \(code(verdict.text))\(first)"
    }
  }

  /// A text in which nothing is markup.
  static func plain(_ text: String) -> String {
    let line = spaced(text)
    // At the beginning of a line the runner of GitHub Actions would take it for a command.
    var plain = line.drop { $0.isWhitespace }.hasPrefix("::") ? "\\" : ""
    for character in line {
      if "\\`*_{}[]<>#|~&!".contains(character) { plain += "\\" }
      plain.append(character)
      // GitHub looks for '@NAME' in what it has drawn, so that '&#64;' would be a mention as well.
      if character == "@" { plain += "&#8203;" }
    }
    return plain
  }

  /// A text on one line, with spaces for the ends of lines.
  private static func spaced(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 }).onOneLine
  }

  /// A text as code, between as many backticks as it takes.
  static func code(_ text: String) -> String {
    let line = spaced(text).replacing("|", with: "\\|")
    guard line.contains("`") else { return "`\(line)`" }
    var longest = 0
    var length = 0
    for character in line {
      length = character == "`" ? length + 1 : 0
      longest = max(longest, length)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence) \(line) \(fence)"
  }
}

/// The means of the metrics that tables show, a row for each sweep point, arm and driver.
struct MeanTable {
  /// The names of the columns; those of metrics with their unit.
  let header: [String]
  /// How many columns hold words.
  let wordCount: Int
  /// The rows; a value that is undefined in all runs is empty.
  let rows: [[String]]

  /// Sums a result up.
  init(_ result: ExperimentResult) {
    let experiment = result.experiment
    let metrics = experiment.tableMetrics.compactMap(MetricDictionary.metric(named:))
    let words = experiment.sweeps.map(\.name) + ["arm", "driver"]
    wordCount = words.count
    header = words + metrics.map(\.column)
    rows = result.plan.groups.flatMap { group in
      group.subjects(of: metrics).map { driver, _ in
        group.values + [group.arm.name, driver]
          + metrics.map { metric in
            result.mean(of: metric.name, driver: driver, in: group).map { decimalText($0) } ?? ""
          }
      }
    }
  }
}
