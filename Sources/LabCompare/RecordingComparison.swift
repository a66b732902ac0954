import LabImport
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
  /// The dropped refreshes by cause, in all recordings before and in all after.
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
      let counts = [before, after].map { $0.reduce(0) { $0 + ($1.causes[cause] ?? 0) } }
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

extension RecordingComparison {
  /// The change over all pairs, with its interval from three recordings a side on; `nil` if nothing
  /// of the driver was changed.
  package var change: WelchInterval? {
    let changes = pairs.map { $0.compactMap(\.change) }
    return changes.allSatisfy { !$0.isEmpty } ? WelchInterval(changes) : nil
  }

  /// The raw difference over all pairs, with its interval.
  package var difference: WelchInterval { WelchInterval(pairs.map { $0.map(\.difference) }) }

  /// The mean of what other work does.
  package var work: Double { mean(\.work) }
  /// The mean of what the phase does; `nil` where it goes with the setting.
  package var phase: Double? {
    pairs[0][0].phase == nil ? nil : mean { $0.phase ?? 0 }
  }
  /// The mean of what neither explains.
  package var rest: Double { mean(\.rest) }

  private func mean(_ value: (PairComparison) -> Double) -> Double {
    let values = pairs.joined().map(value)
    return values.reduce(0, +) / Double(values.count)
  }

  /// How much there was before, in the mean over its recordings.
  package var before: Double { mean { $0.measured[0] } }
  /// How much there is after, in the mean over its recordings.
  package var after: Double { mean { $0.measured[1] } }

  /// A change within 5 % of the count is noise.
  private static let noise = 0.05

  /// What became of it.
  package var verdict: Verdict {
    guard let change else { return .unchanged }
    guard let interval = change.interval else {
      if pairs[0][0].isUndecided || rest.magnitude > change.mean.magnitude { return .undecided }
      return change.mean < 0 ? .better : change.mean > 0 ? .worse : .withinNoise
    }
    if interval.upperBound < 0 { return .better }
    if interval.lowerBound > 0 { return .worse }
    let width = interval.upperBound - interval.lowerBound
    return width < 2 * Self.noise * before ? .withinNoise : .undecided
  }

  /// The range that a threshold is compared with: the interval, or of single pairs the change and
  /// what is not explained; without a change 0.
  package var range: ClosedRange<Double> {
    guard let change else { return 0...0 }
    return change.interval
      ?? (change.mean - rest.magnitude)...(change.mean + rest.magnitude)
  }
}

extension RecordingComparison {
  /// The verdict in one sentence, which stands first.
  package var headline: String {
    let counts = "\(Self.number(before)) → \(Self.number(after)) \(metricWords)"
    switch verdict {
    case .unchanged:
      return "\(counts): the driver '\(driver)' was not changed; other work makes"
        + " \(Self.signed(work)), \(Self.signed(rest)) are not explained."
    case .undecided where change?.interval == nil:
      return "\(counts): not decided: record again. The change would be \(changeWords), and"
        + " \(Self.signed(rest)) are not explained."
    case .undecided:
      return "\(counts): undecided: the change is \(changeWords). Record more."
    case .better, .worse, .withinNoise:
      return "\(counts): \(verdict.rawValue): your change makes \(changeWords)\(restWords)."
    }
  }

  private var metricWords: String {
    switch metric {
    case .dropped: "dropped"
    case .missed: "missed dates"
    case .doubleFires: "double fires"
    default: metric.isTime ? "ns of \(metric.name)" : metric.name
    }
  }

  /// The change, with its interval or how many pairs it stands on.
  private var changeWords: String {
    guard let change else { return "0" }
    guard let interval = change.interval else { return Self.signed(change.mean) }
    return Self.signed(change.mean) + " (95 %: \(Self.signed(interval.lowerBound)) to"
      + " \(Self.signed(interval.upperBound)))"
  }

  private var restWords: String {
    let phase = phase.map { ", the phase \(Self.signed($0))" } ?? ""
    return phase + ", different work \(Self.signed(work)), not explained \(Self.signed(rest))"
  }

  /// What is to be said beside the numbers, a sentence each.
  package var remarks: [String] {
    var words: [String] = []
    let pair = pairs[0][0]
    if files.contains(where: { $0.count < WelchInterval.least }), change != nil {
      let count = pairs.count * pairs[0].count
      words.append(
        "\(count == 1 ? "One pair" : "\(count) pairs"): a 95 % interval takes \(WelchInterval.least)"
          + " recordings a side.")
    }
    if pair.ordersMatter {
      words.append(
        "The order matters: \(Self.signed(pair.inWorks[0])) in the old work,"
          + " \(Self.signed(pair.inWorks[1])) in the new.")
    }
    if refreshes[0] * 5 < refreshes[1] * 4 || refreshes[1] * 5 < refreshes[0] * 4,
      metric == .dropped
    {
      words.append(
        "Not as many frames are wanted: of \(refreshes[0]) refreshes before, of \(refreshes[1]) after."
      )
    }
    if let range = pair.atPhases {
      words.append(
        "At other phases of the timer the change is \(Self.signed(range.lowerBound)) to"
          + " \(Self.signed(range.upperBound)).")
    }
    return words + taskRemarks
  }

  private var taskRemarks: [String] {
    var words = tasks.vanished.map {
      "Tasks named \($0.name) have gone (\($0.counts[0])) and count as work; write --changed"
        + " '\($0.name)' if that is the change."
    }
    words += tasks.appeared.map {
      "Tasks named \($0.name) are new (\($0.counts[1])) and count as work; write --changed"
        + " '\($0.name)' if that is the change."
    }
    return words
  }

  /// A count or a mean with one decimal at most.
  static func number(_ value: Double) -> String { decimalText(value, decimals: 0...1) }

  /// A difference with its sign.
  static func signed(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded > 0 ? "+\(number(rounded))" : rounded < 0 ? "−\(number(-rounded))" : "0"
  }
}
