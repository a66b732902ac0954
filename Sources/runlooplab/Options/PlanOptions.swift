import Foundation
import LabExperiment
import LabLanguage
import LabStudy
import LabText

/// The options that decide which runs a script has; every subcommand that performs one takes them.
struct PlanOptions {
  static let options = options(about: .script, .trace, .recording)

  /// The options for a subcommand that performs some operands alone.
  static func options(about kinds: Subject.Kind...) -> [Option] {
    [Option.set, .seed, .replications, .only].map { $0.about(Set(kinds)) }
  }

  /// The values that `--set NAME=VALUES` gives.
  let overriding: [(name: String, values: String)]
  private let seed: UInt64?
  private let replications: Int?
  private let only: String?
  private let arguments: Arguments

  init(_ arguments: Arguments) throws(UsageError) {
    overriding = try arguments.all("--set").map { setting throws(UsageError) in
      let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        let words = setting.split(maxSplits: 1) { " :".contains($0) }
          .map { $0.trimmingCharacters(in: .whitespaces) }
        let answer = words.count == 2 ? words.joined(separator: "=") : "display=120 Hz"
        throw UsageError(
          "'--set \(setting)' is not of the form NAME=VALUE. Write for example --set '\(answer)'.")
      }
      return (parts[0].trimmingCharacters(in: .whitespaces), parts[1])
    }
    seed = try arguments.number("--seed", in: 0...UInt64.max)
    replications = try arguments.number("--repeat", in: 1...1_000_000)
    only = arguments.text("--only")
    self.arguments = arguments
  }

  /// Returns the runs of an experiment that was read with ``overriding``.
  func plan(_ experiment: Experiment) throws(ScriptError) -> Plan {
    var experiment = experiment
    let title = arguments.title(of: experiment.path)
    if title != experiment.path { experiment.operand = title }
    return try experiment.plan(seed: seed, replications: replications, only: only)
  }

  /// Reads scripts and plans their runs; `nil` if there are mistakes, which are shown, and reported
  /// where there are reports.
  func plans(_ paths: [String]) throws -> [Plan]? {
    let (experiments, mistaken) = try Scripts.readEach(paths, overriding: overriding)
    guard mistaken.isEmpty else {
      guard arguments.offers(AnswerOutput.json.name) else { return nil }
      let output = try AnswerOutput(arguments)
      try output.report(mistaken)
      _ = try output.finish()
      return nil
    }
    return try experiments.map { try plan($0.1) }
  }

  /// Reads the one script that is named, and plans its runs; `nil` if mistakes were shown.
  static func plan(_ arguments: Arguments) throws -> (path: String, plan: Plan)? {
    guard let path = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("name one script.")
    }
    return try PlanOptions(arguments).plans([path])?.first.map {
      (arguments.title(of: path), $0)
    }
  }
}
