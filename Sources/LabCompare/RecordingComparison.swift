import LabImport
import LabKernel
import LabLoop
package import LabMetrics
import LabStudy
import LabText
import LabWorkload

/// Recordings of an app before and after a change of it, and whether that helped.
package struct RecordingComparison: Sendable {
  /// What became of it.
  package enum Verdict: String, Hashable, Sendable {
    /// The interval lies below 0: there is less of what is wrong.
    case better
    /// The interval lies above 0.
    case worse
    /// The interval holds 0, and is narrow.
    case withinNoise = "within noise"
    /// The interval holds 0 and is wide, or the rest is larger than the change.
    case undecided
    /// Nothing of the driver was changed.
    case unchanged
  }

  /// What is compared.
  package let metric: SavingMetric
  /// The driver as the recordings name it.
  package let driver: String
  /// The recordings before and after, by name, with what happened and what the replay says of it.
  package let files: [[File]]
  /// What the app has set otherwise, in words.
  package let changes: [String]
  /// What the tasks of the first pair have otherwise.
  package let tasks: TaskDifferences
  /// A row per recording before, with a cell per recording after.
  package let pairs: [[PairComparison]]
  /// How many refreshes count in the recordings of the first pair.
  package let refreshes: [Int]
  /// The dropped refreshes of the first pair by cause, before and after.
  package let causes: [(cause: BlameCause, counts: [Int])]

  /// A recording in the comparison.
  package struct File: Hashable, Sendable {
    /// What it is called.
    package let name: String
    /// What really happened, and what the replay says.
    package let measured: Double
    /// What the replay says.
    package let replayed: Double
    /// How far the replay is off.
    package var difference: Double { abs(replayed - measured) }
  }

  /// Two recordings that are not of one app, in a sentence.
  package struct OtherApp: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence, with the remedy.
    package let description: String
  }

  /// The most recordings of a side.
  package static let most = 100

  /// Compares.
  ///
  /// - Parameters:
  ///   - before: The recordings before the change; at least one.
  ///   - after: Those after it; at least one.
  ///   - metric: What is compared; `nil` for dropped refreshes, or missed dates without vsyncs.
  ///   - names: The tasks that the change has changed, beside those that are found.
  ///   - isSame: Whether they are of one app, though they do not look so.
  /// - Throws: ``OtherApp``, or why a replay could not be completed.
  package init(
    _ before: [ComparedRecording], _ after: [ComparedRecording], by metric: SavingMetric? = nil,
    changed names: [String] = [], isSame: Bool = false
  ) throws {
    precondition(!before.isEmpty && !after.isEmpty, "a side has no recording")
    let sides = [before, after].map { $0.map(RecordedSetting.init) }
    tasks = TaskDifferences(before[0], after[0], changed: names)
    if !isSame {
      try Self.check(sides[0][0], sides[1][0], sharingTasks: tasks.hasCommonName)
    }
    let usual: SavingMetric =
      (before + after).allSatisfy { $0.real.dropped != nil } ? .dropped : .missed
    let metric = metric ?? usual
    self.metric = metric
    driver = before[0].judged.recorded.name
    files = [before, after].map { $0.map { File($0, by: metric) } }
    changes =
      sides[1][0].differences(from: sides[0][0]) + Self.others(before[0], after[0])
      + Self.words(tasks)
    let manner = Self.manner(before, after, isChanged: !changes.isEmpty)
    let period = TrialDisplay.period(of: before[0].trace.vsyncs) ?? 16_666_667
    pairs = try before.map { one in
      try after.map { other in
        let tasks = TaskDifferences(one, other, changed: names)
        return try PairComparison(
          CounterfactualReplay(before: one, after: other, tasks: tasks, metric: metric), manner,
          period: period)
      }
    }
    refreshes = [before[0].real.refreshes, after[0].real.refreshes]
    causes = BlameCause.allCases.compactMap { cause in
      let counts = [before[0], after[0]].map { $0.causes[cause] ?? 0 }
      return counts == [0, 0] ? nil : (cause, counts)
    }
  }

  /// Throws if two settings are not of one app.
  private static func check(
    _ before: RecordedSetting, _ after: RecordedSetting, sharingTasks: Bool
  ) throws(OtherApp) {
    if before.name != after.name {
      throw OtherApp(
        description: "not the same app? The one has '\(before.name)', the other '\(after.name)'."
          + " Write --same if they are.")
    }
    if after.isOfAnotherApp(than: before, sharingTasks: sharingTasks) {
      let tasks = sharingTasks ? "" : "No task has a name of the other's, and "
      throw OtherApp(
        description: "not the same app? \(tasks)'\(before.name)' is set otherwise:"
          + " \(after.differences(from: before).joined(separator: "; ")). Write --same if they are."
      )
    }
  }

  /// What is said of the other drivers that were changed.
  private static func others(_ before: ComparedRecording, _ after: ComparedRecording) -> [String] {
    let old = Dictionary(before.others.map { ($0.name, $0) }) { first, _ in first }
    let new = Dictionary(after.others.map { ($0.name, $0) }) { first, _ in first }
    return Set(old.keys).union(new.keys).sorted().compactMap { name in
      switch (old[name], new[name]) {
      case (nil, _): "with '\(name)'"
      case (_, nil): "without '\(name)'"
      case (let old?, let new?): new.isSet(as: old) ? nil : "'\(name)' is set otherwise"
      }
    }
  }

  private static func words(_ tasks: TaskDifferences) -> [String] {
    tasks.scaled.map {
      "tasks named \($0.name) take \(decimalText($0.ratio, decimals: 0...2)) of their time"
    } + tasks.moved.map { "tasks named \($0) run elsewhere" }
      + tasks.named.map { "tasks named \($0)" }
  }

  /// How the pairs are taken apart: the same way for all of them.
  private static func manner(
    _ before: [ComparedRecording], _ after: [ComparedRecording], isChanged: Bool
  ) -> PairComparison.Manner {
    guard isChanged else { return .unchanged }
    let open = [(before, CounterfactualReplay.Side.before), (after, .after)].filter { side, _ in
      side.allSatisfy { $0.phase != nil } && !isSetByApp(side)
    }.map(\.1)
    let settings = [before[0], after[0]].map(RecordedSetting.init)
    let isSameTimer =
      settings[0].kind == settings[1].kind && !settings[1].hasOtherInterval(than: settings[0])
    return isSameTimer && open.count == 2 ? .phaseApart : .phaseWithin(open: open)
  }

  /// Whether an app sets the phase: at most 0.5 ms after a vsync, or the same in all recordings.
  private static func isSetByApp(_ side: [ComparedRecording]) -> Bool {
    let phases = side.compactMap(\.phase)
    if phases.allSatisfy({ $0 <= 500_000 }) { return true }
    guard side.count > 1, let least = phases.min(), let most = phases.max() else { return false }
    return most - least <= 100_000
  }
}

extension RecordingComparison.File {
  fileprivate init(_ recording: ComparedRecording, by metric: SavingMetric) {
    name = recording.name
    measured = Double(metric.value(recording.real) ?? 0)
    replayed = Double(metric.value(recording.replayed) ?? 0)
  }
}
