import LabExperiment
import LabReport

/// `runlooplab explain`: what a metric or CSV column means.
enum ExplainCommand {
  static let subcommand = Command.Subcommand(
    name: "explain", summary: "explains a metric or a column of a CSV file", help: help
  ) { words in
    let names = try Arguments(words).operands
    guard !names.isEmpty else {
      Terminal.print(ColumnDictionary.overview)
      return .success
    }
    for name in names {
      guard let text = ColumnDictionary.explanation(of: name) else {
        throw Arguments.Mistake(
          message: "there is no metric or column '\(name)'."
            + Spelling.hint(for: name, among: ColumnDictionary.names))
      }
      Terminal.print(text + (name == names.last ? "" : "\n"))
    }
    return .success
  }

  private static let help = """
    Usage: runlooplab explain [NAME …]

    Prints meaning, unit, formula, edge cases and source of a metric or CSV column; without a name,
    lists all metrics.

    Example: runlooplab explain hitch_ratio
    """
}
