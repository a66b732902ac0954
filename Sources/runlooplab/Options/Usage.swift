import LabResults
import LabText

/// How a subcommand is used: its help, its usage line and its parser in one.
struct Usage: Sendable {
  let name: String
  /// What stands for the operands, such as `FILE|DIR …`.
  let operands: String
  let options: [Option]
  /// What the subcommand does.
  let text: String
  /// What there is to know besides.
  var remarks: [String] = []
  /// Words after the subcommand that show its use.
  let example: String

  /// The help: at most 80 columns wide.
  var help: String {
    let options = options + Option.common
    let width = options.map(\.entry.count).max() ?? 0
    let table = options.map { option in
      let form = option.entry + String(repeating: " ", count: width - option.entry.count)
      return Self.fill(option.help, first: "  \(form)  ", rest: width + 4)
    }
    let usage = "Usage: runlooplab \(name)"
    let parts =
      [
        Self.fill(
          ([operands] + self.options.map { "[\($0.form)]" }).filter { !$0.isEmpty }
            .joined(separator: " "), first: usage + " ", rest: usage.count + 1),
        Self.fill(text, first: "", rest: 0), table.joined(separator: "\n"),
      ] + remarks.map { Self.fill($0, first: "", rest: 0) }
    return parts.joined(separator: "\n\n") + "\n\nExample: runlooplab \(name) \(example)"
  }

  /// Sorts the words after the subcommand.
  func parse(_ words: [String]) throws(UsageError) -> Arguments {
    let arguments = try Arguments(words, options: options + Option.common)
    if let choice = arguments.text("--color").flatMap(ColorChoice.init) {
      unsafe Terminal.colorChoice = choice
    }
    return arguments
  }

  /// Breaks text into lines of at most 80 columns; brackets stay whole.
  private static func fill(_ text: String, first: String, rest: Int) -> String {
    let rest = String(repeating: " ", count: rest)
    return wrappedText(text, width: 80, first: first, rest: rest).joined(separator: "\n")
  }
}
