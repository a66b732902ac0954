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
