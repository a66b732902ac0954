import LabExperiment
import LabReport

/// `runlooplab explain`: what a metric or CSV column means.
enum ExplainCommand {
  static let subcommand = Command.Subcommand(
    usage, "explain metrics, columns and rules"
  ) { words in
    let names = try usage.parse(words).operands
    guard !names.isEmpty else {
      Terminal.print(ColumnDictionary.overview)
      return .success
    }
    for name in names {
      guard
        let text = ColumnDictionary.explanation(of: TableWords.metric(name))
          ?? ColumnDictionary.explanation(of: name)
      else {
        throw Arguments.Mistake(
          message: "there is no metric or column '\(name)'."
            + Spelling.hint(for: name, among: ColumnDictionary.names))
      }
      Terminal.print(text + (name == names.last ? "" : "\n"))
    }
    return .success
  }

  private static let usage = Usage(
    name: "explain", operands: "[NAME …]", options: [],
    text:
      "Prints meaning, unit, formula, edge cases and source of a metric, a column of a CSV file or"
      + " of the table, or a frame rule; without a name, lists all metrics.",
    example: "hitch_ratio 'late p99'")
}
