/// An option of a subcommand.
struct Option: Sendable {
  /// The option with its dashes.
  let name: String
  /// What stands for its value; `nil` for an option without a value.
  let placeholder: String?
  /// What it does.
  let help: String

  /// Whether the value, after an equals sign, may be left out.
  var isOptional: Bool { placeholder?.hasPrefix("[=") == true }

  init(_ name: String, _ placeholder: String?, _ help: String) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
  }

  /// The option as it is typed.
  fileprivate var form: String {
    ([name] + [placeholder].compactMap(\.self)).joined(separator: isOptional ? "" : " ")
  }

  static let run = Option("--run", "N", "the run at this position in the plan (default: the first)")
  static let arm = Option("--arm", "NAME", "this arm only")
  static let set = Option(
    "--set", "NAME=VALUES", "other values for a sweep, such as --set 'hiccup=10 ms, 20 ms'")
  static let only = Option(
    "--only", "CONDITION",
    "only runs that satisfy a condition on sweeps, 'arm' and 'replication', such as --only 'arm =="
      + " link && hiccup >= 50 ms'")
  static let seed = Option("--seed", "N", "random seed (default: the script's)")
  static let replications = Option(
    "--repeat", "N", "number of replications (default: the script's)")
}

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
    let options = options + [Option("--help", nil, "show this help (also -h)")]
    let width = options.map(\.form.count).max() ?? 0
    let table = options.map { option in
      let form = option.form + String(repeating: " ", count: width - option.form.count)
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
  func parse(_ words: [String]) throws(Arguments.Mistake) -> Arguments {
    let valued = options.filter { $0.placeholder != nil && !$0.isOptional }
    return try Arguments(
      words, options: valued.map(\.name),
      switches: options.filter { $0.placeholder == nil }.map(\.name),
      optional: options.filter(\.isOptional).map(\.name))
  }

  /// Breaks text into lines of at most 80 columns; brackets stay whole.
  private static func fill(_ text: String, first: String, rest: Int) -> String {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > 80 {
        lines.append(line)
        line = String(repeating: " ", count: rest)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
