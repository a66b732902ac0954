import LabMetrics
import LabResults
import LabStudy
import LabText

/// An option of a subcommand.
struct Option: Sendable {
  /// What stands behind an option.
  enum Value: Hashable, Sendable {
    /// Nothing.
    case none
    /// Words of any kind.
    case text
    /// The path of a file.
    case file
    /// The path of a folder.
    case folder
    /// One of some words.
    case word(of: [String])
    /// The path of a file behind a sign of equality, or nothing.
    case attachedFile
    /// Some of these words with commas between them, or nothing.
    case list(of: [String])
  }

  /// The option with its dashes.
  let name: String
  /// The option with one dash and one letter.
  let short: String?
  /// What stands for its value; `nil` for an option without a value.
  let placeholder: String?
  /// What it does, in a line or two.
  let brief: String
  /// What there is to know besides, with the sign that joins it to the rest; mostly nothing.
  let more: String
  let value: Value
  /// What operands it is about; empty for effort, output and whatever else is alike for all.
  private(set) var about: Set<Subject.Kind> = []
  /// The option without which it has no meaning.
  private(set) var partner: Requirement?
  /// The options beside which it has no meaning.
  private(set) var rivals: [String] = []

  /// An option that must be there, perhaps with a value.
  struct Requirement: Sendable {
    let name: String
    var value: String?

    /// The option as it is typed.
    func form(among options: [Option]) -> String {
      value.map { "\(name) \($0)" } ?? options.first { $0.name == name }?.form ?? name
    }
  }

  init(
    _ name: String, _ placeholder: String?, _ brief: String, more: String = "",
    value: Value? = nil, short: String? = nil
  ) {
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.brief = brief
    self.more = more
    self.value = value ?? (placeholder == nil ? .none : .text)
  }

  /// Returns the option as one that is about some operands alone.
  func about(_ kinds: Subject.Kind...) -> Option { about(Set(kinds)) }

  /// Returns the option as one that is about some operands alone.
  func about(_ kinds: Set<Subject.Kind>) -> Option {
    var option = self
    option.about = kinds
    return option
  }

  /// Returns the option as one that needs another.
  func with(_ name: String, _ value: String? = nil) -> Option {
    var option = self
    option.partner = Requirement(name: name, value: value)
    return option
  }

  /// Returns the option as one that excludes others.
  func without(_ names: String...) -> Option {
    var option = self
    option.rivals = names
    return option
  }

  /// All that there is to know.
  var help: String { brief + more }

  /// The option as a help lists it.
  var entry: String { (short.map { "\($0), " } ?? "    ") + form }

  /// The option as it is typed.
  var form: String {
    guard let placeholder else { return name }
    if case .list = value { return "\(name) [\(placeholder)]" }
    return value == .attachedFile ? name + placeholder : "\(name) \(placeholder)"
  }

  static let run = Option("--run", "N", "the run at this position in the plan (default: the first)")
  static let arm = Option("--arm", "NAME", "this arm only")
  static let set = Option(
    "--set", "NAME=VALUES",
    "change a value of the script, such as --set 'display=120 Hz'",
    more: "; NAME is a statement that is given once, a sweep ('hiccup=10 ms, 20 ms'), or a clause"
      + " ('link.ball.takes=2 ms', 'noise.takes=4 ms')")
  static let only = Option(
    "--only", "CONDITION",
    "only runs that satisfy a condition on sweeps, 'arm' and 'replication', such as --only 'arm =="
      + " link && hiccup >= 50 ms'")
  static let seed = Option("--seed", "N", "random seed (default: the script's)")
  static let replications = Option(
    "--repeat", "N", "number of replications (default: the script's)")
  static let jobs = Option(
    "--jobs", "N",
    "how many runs go at a time (default: the number of cores)",
    more: "; results do not depend on it")
  static let trace = Option(
    "--trace", "LISTS",
    "also list every refresh, firing, event and late frame as CSV",
    more: ", problems by cause, and what the frame rules say (default: all): "
      + TraceList.allCases.map(\.rawValue).joined(separator: ", "),
    value: .list(of: TraceList.allCases.map(\.rawValue)))
  static let metric = Option(
    "--metric", "NAMES",
    "the metrics of the table, such as dropped,hitch_ratio (default: those that the script names)")
  static let metrics = Option(
    "--metrics", "NAMES",
    "the metrics that are columns of runs.csv and summary.csv, or 'all' (default:"
      + " \(MetricDictionary.usual.count), and those that the script names)")
  static let quiet = Option("--quiet", nil, "print only expectations that fail", short: "-q")
  static let force = Option("--force", nil, "replace files that are there already")

  /// The options of every subcommand.
  static let common = [
    Option(
      "--color", "WHEN",
      "auto (default: on a terminal, unless NO_COLOR is set or CLICOLOR is 0), always or never",
      value: .word(of: ColorChoice.allCases.map(\.rawValue))),
    Option(
      "--help", "all", "show the options that are used most", more: "; with 'all' everything",
      value: .list(of: ["all"]), short: "-h"),
    Option("--version", nil, "show the version", short: "-V"),
  ]
}

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
  /// What a name of a shipped experiment stands for among the operands; `nil` if operands are words
  /// or folders of their own.
  var experiment: Shipped.Meaning? = .script

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
    if let experiment { try arguments.replaceNames(by: experiment) }
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

/// When the output has colors.
enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal, unless the environment says otherwise.
  case auto
  /// In any output.
  case always
  /// In no output.
  case never

  /// Returns whether there are colors.
  ///
  /// In `auto`, NO_COLOR (not empty) and CLICOLOR=0 turn them off, and CLICOLOR_FORCE (neither
  /// empty nor 0) turns them on without a terminal; a dumb terminal has none.
  ///
  /// - Source: no-color.org; bixense.com/clicolors.
  func isOn(isTerminal: Bool, environment: [String: String]) -> Bool {
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if isSet("NO_COLOR") { return false }
      if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" { return true }
      return isTerminal && environment["CLICOLOR"] != "0" && environment["TERM"] != "dumb"
    }
  }
}
