import Foundation
import LabExperiment
import LabMetrics
import LabResults
import LabText

/// The smallest set of tasks that still cause the trouble, as a script and its recordings.
struct SmallestFiles {
  private let path: String
  private let set: SmallestSet
  private let script: SmallestScript
  private let replaces: Bool

  init(
    _ path: String, of source: RunSource, by metric: SavingMetric?, _ arguments: Arguments
  ) throws {
    let name = try Scripts.newName(path, for: "--save", as: "small.lab")
    guard let runs = source.bases.first else {
      throw UsageError("no run is left to look at.")
    }
    self.path = path
    replaces = arguments.has("--force")
    let base = try WhatIf([runs[0]], driver: arguments.text("--driver") ?? source.explained?.driver)
    set = try SmallestSet(
      base, keeping: metric ?? base.worstMetric, budget: Ranking.budget(arguments))
    script = try SmallestScript(set, of: base, in: source.plan, name: name)
  }

  /// Writes the files, and says what they are.
  func write() throws -> ExitStatus {
    try Scripts.write(path, script.text, script.files, replacing: replaces)
    let value = "\(set.metric.rawValue) \(set.metric.metricValue(Double(set.trouble)))"
    let verified =
      set.isMinimal
      ? "without any one of them there is less"
      : "not verified of each that it is needed: raise --budget"
    Terminal.print(
      Reporting.wrapped(
        "\(set.tasks.count) of \(counted(set.count, "task")) still cause \(value); \(verified)."
          + " \(counted(set.reruns, "rerun"))."))
    if script.trouble ?? 0 < set.trouble {
      Terminal.print(
        Reporting.wrapped(
          "The script shows less of it: a recording has whole microseconds, and these tasks do not."
        ))
    }
    Terminal.print("wrote \(path) and its recordings. Go on with: runlooplab run \(path)")
    return .success
  }
}
