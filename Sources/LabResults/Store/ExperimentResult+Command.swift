package import LabExperiment

extension Plan {
  /// Says how to perform these runs again, or to look at one of them.
  ///
  /// It has all that decides what happens in the runs: the script, and the seed, the values and the
  /// number of replications that are not the script's.
  ///
  /// - Parameters:
  ///   - subcommand: What is done, such as `run` or `show`.
  ///   - run: The position of a run; `nil` for all that are performed.
  /// - Returns: The command, as the shell takes it.
  package func commandLine(_ subcommand: String, run: Int? = nil) -> String {
    var words = ["runlooplab", subcommand, experiment.path == Self.standardInput ? "-" : path]
    for (name, values) in experiment.overriding { words += ["--set", "\(name)=\(values)"] }
    if seed != experiment.seed { words += ["--seed", "\(seed)"] }
    if replications != experiment.replications { words += ["--repeat", "\(replications)"] }
    if let only, run == nil { words += ["--only", only] }
    if let run { words += ["--run", "\(run)"] }
    return words.map(Self.quoted).joined(separator: " ")
  }

  /// The path of a script that is read from standard input.
  package static let standardInput = "<stdin>"

  /// The path of the script, which is never taken for an option.
  private var path: String {
    let path = experiment.path.hasPrefix("./") ? experiment.path.dropFirst(2) : experiment.path[...]
    return path.hasPrefix("-") ? "./" + path : String(path)
  }

  /// Returns a word as the shell takes it.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_./:=,".unicodeScalars.contains(scalar)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
