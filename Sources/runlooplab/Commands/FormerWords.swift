import LabExperiment
import LabResults

/// The subcommands of the version before, each with the command that does the same now.
struct FormerWords {
  /// What a former subcommand became.
  private static let changes: [String: (now: [String], options: [String: String])] = [
    "draw": (["show", "--as", "strip"], ["--picture": "--as"]),
    "replay": (["show", "--as", "replay"], [:]),
    "report": (["show", "--as", "page"], ["--html": "-o"]),
    "plan": (["check", "--plan"], [:]),
    "rules": (["measure"], [:]),
    "zoo": (["measure"], [:]),
    "whatif": (["why", "--all"], [:]),
  ]

  /// Options of the version before, by subcommand, each with the one that says the same now.
  private static let options: [String: [String: String]] = [
    "map": ["--runs": "--budget"],
    "prove": ["--runs": "--budget", "--out": "--save", "-o": "--save"],
    "why": ["--reruns": "--budget", "--strict": "--whole-file"],
    "try": ["--write": "--save", "--strict": "--whole-file"],
    "import": ["--strict": "--whole-file"],
    "measure": ["--by": "--times"], "compare": ["--by": "--times"],
  ]

  /// Returns the words behind a subcommand with the options of now, and tells of each that was
  /// another: they are taken for this version.
  static func renewed(_ words: [String], of name: String, tell: (String) -> Void) -> [String] {
    var words = words
    let end = words.firstIndex(of: "--") ?? words.endIndex
    for index in words.indices.prefix(upTo: end) {
      let parts = words[index].split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init)
      guard let former = parts.first, let now = options[name]?[former] else { continue }
      words[index] = ([now] + parts.dropFirst()).joined(separator: "=")
      tell("'\(former)' is now '\(now)'.")
    }
    return name == "why" ? smallestSaved(words, tell) : words
  }

  /// The name of a script stood behind the option of `why` that finds it.
  private static func smallestSaved(_ words: [String], _ tell: (String) -> Void) -> [String] {
    let options = words.prefix { $0 != "--" }
    guard !options.contains(where: { $0.hasPrefix("--save") }),
      let place = options.firstIndex(where: { $0.hasPrefix("--smallest") })
    else { return words }
    let attached = words[place].dropFirst("--smallest=".count)
    let isFollowed = place + 1 < options.count && !words[place + 1].hasPrefix("-")
    guard !attached.isEmpty || isFollowed else { return words }
    tell("'--smallest FILE' is now '--smallest --save FILE'.")
    return words[..<place] + ["--smallest", "--save" + (attached.isEmpty ? "" : "=" + attached)]
      + words[(place + 1)...]
  }

  /// The command line of now, of the words of a former one; `nil` if its subcommand is none of
  /// those.
  let line: String
  /// What says the same as the former subcommand.
  let now: String

  init?(_ words: [String]) {
    guard let former = words.first, let change = Self.changes[former] else { return nil }
    var rest = words.dropFirst().map { word in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      return ([change.options[name] ?? name] + parts.dropFirst().map(String.init))
        .joined(separator: "=")
    }
    var added = Array(change.now.dropFirst())
    if let form = rest.firstIndex(of: "--as"), form + 1 < rest.count {
      added = [rest.remove(at: form), rest.remove(at: form)]
    } else if let form = rest.firstIndex(where: { $0.hasPrefix("--as=") }) {
      added = ["--as", String(rest.remove(at: form).dropFirst("--as=".count))]
    } else if rest.contains("--smallest") {
      added = []
    }
    now = ([change.now[0]] + added).joined(separator: " ")
    line = (["runlooplab", change.now[0]] + rest + added).map(Plan.quoted).joined(separator: " ")
  }
}
