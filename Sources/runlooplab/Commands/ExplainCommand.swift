import LabExperiment
import LabMetrics
import LabReport
import LabResults
import LabText

/// `runlooplab explain`: what a metric or CSV column means.
enum ExplainCommand {
  static let subcommand = Command.Subcommand(
    usage, "explain metrics, columns and rules"
  ) { words in
    let names = try usage.parse(words).operands
    guard !names.isEmpty else {
      let rows = MetricDictionary.all.map { ($0.name, $0.meaning) }
      Terminal.print(Terminal.list(rows))
      return .success
    }
    for name in names {
      guard
        let text = ColumnDictionary.explanation(of: TableWords.metric(name))
          ?? ColumnDictionary.explanation(of: name)
      else {
        throw UsageError(
          "there is no metric or column '\(name)'."
            + Spelling.hint(for: name, among: ColumnDictionary.names))
      }
      Terminal.print(wrapped(text) + (name == names.last ? "" : "\n"))
    }
    return .success
  }

  /// The width of the words before the parts of an explanation, as ‘Formula’.
  private static let partWidth = 9

  /// Breaks an explanation into lines as wide as the terminal; its parts stay beside their names.
  private static func wrapped(_ text: String) -> String {
    let screen = Terminal.screen
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.flatMap { line -> [String] in
      guard line.count > screen.width else { return [line] }
      let name = String(line.prefix(partWidth).prefix { $0 != " " })
      guard line.dropFirst(name.count).prefix(partWidth - name.count).allSatisfy({ $0 == " " }),
        !name.isEmpty, name.count < partWidth - 1
      else { return screen.wrapped(line) }
      return screen.hanging(name, String(line.dropFirst(partWidth)), indent: partWidth)
    }.joined(separator: "\n")
  }

  private static let usage = Usage(
    name: "explain", operands: "[NAME …]", options: [],
    text:
      "Prints meaning, unit, formula, edge cases and source of a metric, a column of a CSV file or"
      + " of the table, or a frame rule; without a name, lists all metrics.",
    example: "hitch_ratio 'late p99'")
}
