import LabResults
import LabText

/// How a subcommand is used: its help, its usage line and its parser in one.
struct Usage: Sendable {
  let name: String
  /// What stands for the operands, such as `FILE|DIR …`.
  let operands: String
  let options: [Option]
  /// The names of the options that are used most, six of them at most; all if there are no more.
  var everyday: [String] = []
  /// What the subcommand does, in a few lines.
  let text: String
  /// What there is to know besides.
  var remarks: [String] = []
  /// Lines for the shell, which run in a checkout one after the other.
  let examples: [String]

  /// The help on one screen: what most uses need, at most 80 columns wide.
  var help: String {
    let shown = options.filter { everyday.isEmpty || everyday.contains($0.name) }
      .sorted { (everyday.firstIndex(of: $0.name) ?? 0) < (everyday.firstIndex(of: $1.name) ?? 0) }
    let ask = "'runlooplab \(name) --help all' "
    let rest =
      shown.count < options.count
      ? ask + "lists all \(options.count) options." : remarks.isEmpty ? "" : ask + "says more."
    return page(
      [options.isEmpty ? "" : "[OPTION …]"], Self.table(shown.map { ($0.entry, $0.brief) }), [rest])
  }

  /// All that there is to know: at most 80 columns wide.
  var wholeHelp: String {
    page(
      options.map { "[\($0.form)]" },
      Self.table((options + Option.common).map { ($0.entry, $0.help) }), remarks)
  }

  /// Lays out the parts of a help.
  private func page(_ forms: [String], _ table: String, _ remarks: [String]) -> String {
    let usage = "Usage: runlooplab \(name)"
    let line = ([operands] + forms).filter { !$0.isEmpty }.joined(separator: " ")
    let parts =
      [Self.fill(line, first: usage + " ", rest: usage.count + 1), Self.fill(text), table]
      + ["Example:\n" + examples.map { "  " + $0 }.joined(separator: "\n")]
      + remarks.map { Self.fill($0) }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Returns options with their meanings beside them.
  private static func table(_ rows: [(entry: String, meaning: String)]) -> String {
    let width = rows.map(\.entry.count).max() ?? 0
    return rows.map { row in
      let form = row.entry + String(repeating: " ", count: width - row.entry.count)
      return fill(row.meaning, first: "  \(form)  ", rest: width + 4)
    }.joined(separator: "\n")
  }

  /// Sorts the words after the subcommand.
  func parse(_ words: [String]) throws(UsageError) -> Arguments {
    var arguments = try Arguments(words, options: options + Option.common)
    arguments.subcommand = name
    if let choice = arguments.text("--color").flatMap(ColorChoice.init) {
      unsafe Terminal.colorChoice = choice
    }
    return arguments
  }

  /// Breaks text into lines of at most 80 columns; brackets stay whole.
  private static func fill(_ text: String, first: String = "", rest: Int = 0) -> String {
    let rest = String(repeating: " ", count: rest)
    return wrappedText(text, width: 80, first: first, rest: rest).joined(separator: "\n")
  }
}
