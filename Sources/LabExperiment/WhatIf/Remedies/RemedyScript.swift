package import LabWorkload

/// A script that includes another one and performs it with a change.
package struct RemedyScript: Sendable {
  /// The script.
  package let text: String

  /// Writes a script.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - experiment: What is changed, with the values that took the place of its own.
  ///   - path: How the script that is written names the other one.
  package init(_ change: Change, of experiment: Experiment, including path: String) {
    let lines =
      ["# \(path), with ‘\(change)’ wherever it applies.", "include \(path)"]
      + experiment.overriding.map { "set \($0.name) = \($0.values)" } + ["apply \(change)"]
    text = lines.joined(separator: "\n") + "\n"
  }
}
