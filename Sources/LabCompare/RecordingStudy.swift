package import LabAnswer
import LabExperiment
package import LabImport
import LabKernel
package import LabMetrics
package import LabStudy
import LabText
import LabTrace
import LabWorkload

/// Did a change of an app help: its recordings before and after.
package struct RecordingStudy: Study {
  package let subject: String
  private let before: [ComparedRecording]
  private let after: [ComparedRecording]
  private let metric: SavingMetric?
  private let changed: [String]
  private let isSame: Bool
  private let limit: WorseThan?

  /// Asks about recordings.
  ///
  /// - Parameters:
  ///   - before: The recordings before the change; at least one.
  ///   - after: Those after it; at least one.
  ///   - metric: What is compared; `nil` for the usual.
  ///   - changed: The tasks that the change has changed, beside those that are found.
  ///   - isSame: Whether they are of one app, though they do not look so.
  ///   - limit: How much worse is too much; `nil` if that is not asked.
  package init(
    _ before: [ComparedRecording], _ after: [ComparedRecording], by metric: SavingMetric?,
    changed: [String], isSame: Bool, limit: WorseThan?
  ) {
    subject =
      "\(before.map(\.name).joined(separator: " ")) vs"
      + " \(after.map(\.name).joined(separator: " "))"
    (self.before, self.after, self.metric) = (before, after, metric)
    (self.changed, self.isSame, self.limit) = (changed, isSame, limit)
  }

  /// Exchanges work and setting of the recordings, and replays them.
  ///
  /// - Throws: `InputError` if they are not of one app, or why a replay could not be completed.
  package func answer(_ watch: Watch) throws -> Answer {
    do {
      let comparison = try RecordingComparison(
        before, after, by: metric, changed: changed, isSame: isSame)
      return Answer(
        "compare", of: subject, comparison.paragraphs, data: [comparison.parts],
        outcome: limit?.decision(comparison.range, before: comparison.before).outcome ?? .answered)
    } catch let error as RecordingComparison.OtherApp {
      throw InputError(path: after[0].name, error.description)
    }
  }
}

extension RecordingComparison {
  fileprivate var paragraphs: [[Answer.Part]] {
    let changed =
      changes.isEmpty
      ? []
      : [Answer.Sentence("Changed: \(changes.joined(separator: "; ")).", as: "changes")]
    return [
      [.sentences([Answer.Sentence(headline, as: "verdict")])],
      (changed + remarks.map { Answer.Sentence($0, as: "remark") }).map { .sentences([$0]) },
      [.table(recordings)], causes.isEmpty ? [] : [.table(causesTable)],
    ]
  }

  private var recordings: Table {
    Table(
      "recordings",
      [
        .words("side", [""]).once, .words("recording"),
        .number("measured", nil, .atMost(1)), .number("replayed", nil, .atMost(1)),
        .number("difference", ["off by"], .atMost(1)),
      ],
      zip(["before", "after"], files).flatMap { side, files in
        files.map { file in
          [.text(side), .text(file.name)]
            + [file.measured, file.replayed, file.difference].map(Table.Cell.number)
        }
      })
  }

  private var causesTable: Table {
    let all = pairs.count * pairs[0].count > 1 ? ", in all recordings" : ""
    return Table(
      "causes",
      [.words("cause", ["dropped frames by cause\(all)"]), .number("before"), .number("after")],
      causes.map { [.text($0.cause.rawValue)] + $0.counts.map(Table.Cell.count) })
  }

  /// What the difference is made of, in a row.
  fileprivate var parts: Table {
    Table(
      "parts",
      [
        .words("driver"), .words("metric"), .words("verdict"), .number("before"),
        .number("after"), .number("change"), .number("change_low"), .number("change_high"),
        .number("work"), .number("phase"), .number("rest"),
      ],
      [
        [
          .text(driver), .text(metric.name), .text(verdict.rawValue), .number(before),
          .number(after), .number(change?.mean), .number(change?.interval?.lowerBound),
          .number(change?.interval?.upperBound), .number(work), .number(phase), .number(rest),
        ]
      ])
  }
}

/// A recording that is compared with others: what really happened, and the replay of it.
package struct ComparedRecording: Sendable {
  /// What messages call it.
  package let name: String
  /// What was recorded.
  let trace: ImportedTrace
  /// The app's own driver, which is judged.
  let judged: TrialDriver
  /// Everything that the replay repeats.
  let scenario: Scenario
  /// What really happened to the driver.
  package let real: RunTrouble
  /// What the replay says.
  package let replayed: RunTrouble
  /// How many dropped refreshes have each cause, in reality.
  package let causes: [BlameCause: Int]

  /// Prepares a recording.
  ///
  /// - Parameters:
  ///   - trace: What was imported.
  ///   - name: What messages call it.
  ///   - driver: The driver that is judged; `nil` for the one with the most callouts.
  /// - Throws: `UnfitRecording`, or why the replay could not be completed.
  package init(_ trace: ImportedTrace, named name: String, judging driver: String? = nil) throws {
    guard trace.loop != nil else {
      throw UnfitRecording("this is no recording of 'LabRecorder'. Its driver is not known.")
    }
    guard let script = try TrialScript(replaying: trace, named: name, judging: driver),
      let loop = script.loop, let run = try RecordedRun(trace)
    else {
      throw UnfitRecording(
        driver.map { "the recorder noted no driver '\($0)' that was called twice." }
          ?? "the recorder noted no driver that was called twice.")
    }
    let plan = try script.experiment().plan()
    self.name = name
    self.trace = trace
    judged = loop.judged
    scenario = try plan[0].scenario.writtenOut(seed: plan[0].seed)
    let measured = RunMeasurement(run.trace)
    guard let real = RunTrouble(of: loop.judged.recorded.name, in: run.trace) else {
      throw UnfitRecording("nothing can be measured of '\(loop.judged.recorded.name)'.")
    }
    self.real = real
    causes = measured[driver: loop.judged.recorded.name]?.frames?.slots?.causes ?? [:]
    replayed = try Self.perform(scenario, judging: loop.title)
  }

  /// Performs a scenario, and measures a driver in it.
  static func perform(_ scenario: Scenario, judging driver: String) throws -> RunTrouble {
    let trace = try Runner(jobs: 1).trace(of: RunSpec(scenario))
    guard let trouble = RunTrouble(of: driver, in: trace) else {
      throw UnfitRecording("the driver '\(driver)' is not in its replay.")
    }
    return trouble
  }

  /// The driver that is judged in the replay.
  var driver: Driver { scenario.drivers[0] }
  var others: [Driver] { Array(scenario.drivers.dropFirst()) }
  /// The tasks of the replay.
  var tasks: [Recording.Task] { scenario.loads.first?.writtenTasks ?? [] }

  /// The first date of the driver.
  var firstDate: Int64 {
    let begins = driver.begins
    let interval = driver.source.interval
    return (driver.source.timer?.firstFire ?? begins.advanced(by: interval)).nanoseconds
  }

  /// How long after a vsync the first date of a timer lies; `nil` for a link, or without vsyncs.
  var phase: Int64? {
    guard driver.source.timer != nil else { return nil }
    return vsync(before: firstDate).map { firstDate - $0 }
  }

  /// The last vsync that is not after an instant, also before the first one; `nil` without vsyncs.
  func vsync(before instant: Int64) -> Int64? {
    guard let first = trace.vsyncs.first, let period = TrialDisplay.period(of: trace.vsyncs) else {
      return nil
    }
    if let last = trace.vsyncs.last(where: { $0 <= instant }) {
      return last + (instant - last) / period * period
    }
    return first - ((first - instant + period - 1) / period) * period
  }
}

/// How an app has set its driver, as far as a change of the app would show.
struct RecordedSetting: Hashable {
  let name: String
  let kind: String
  let interval: Int64
  let modes: String
  let target: String
  /// How long its callbacks take in the median and the mean, in nanoseconds.
  let costs: (median: Int64, mean: Int64)
  /// How much of the recording it was there, in thousandths.
  let alive: Int

  /// Intervals are equal within this share, in thousandths: those that are not told are medians.
  private static let intervalTolerance: Int64 = 2
  /// Costs are equal within a fifth: real work on a real machine varies.
  private static let costTolerance: Int64 = 5
  /// Lives are equal within this share of a recording, in thousandths.
  private static let lifeTolerance = 50

  init(_ recording: ComparedRecording) {
    let driver = recording.judged
    name = driver.recorded.name
    kind = driver.recorded.kind.rawValue
    interval = driver.recorded.interval
    modes = driver.modes
    target = Self.words(driver.target)
    let times = driver.recorded.firings.map { max(0, $0.ended - $0.began) }.sorted()
    costs = (times[times.count / 2], times.reduce(0, +) / Int64(times.count))
    let length = max(1, recording.trace.windowLength)
    // A life may begin before the one before has ended.
    var (there, end) = (Int64(0), Int64(0))
    for span in driver.spans {
      there += max(0, min(span.upperBound, length) - max(span.lowerBound, end))
      end = max(end, min(span.upperBound, length))
    }
    alive = Int(there * 1000 / length)
  }

  static func == (one: Self, other: Self) -> Bool { one.differences(from: other).isEmpty }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// What another setting has otherwise, in words.
  func differences(from other: Self) -> [String] {
    var words: [String] = []
    if kind != other.kind { words.append("\(other.kind) → \(kind)") }
    if hasOtherInterval(than: other) {
      words.append("every \(Self.milliseconds(other.interval)) → \(Self.milliseconds(interval))")
    }
    if modes != other.modes { words.append("in \(other.modes) → in \(modes)") }
    if target != other.target { words.append("target \(other.target) → \(target)") }
    if hasOtherCosts(than: other) {
      words.append(
        "a callback takes \(Self.milliseconds(other.costs.mean)) →"
          + " \(Self.milliseconds(costs.mean)) in the mean")
    }
    if abs(alive - other.alive) > Self.lifeTolerance {
      words.append("there for \(other.alive / 10) % → \(alive / 10) % of the recording")
    }
    return words
  }

  func hasOtherInterval(than other: Self) -> Bool {
    abs(interval - other.interval) * 1000
      > Self.intervalTolerance * max(interval, other.interval)
  }

  private func hasOtherCosts(than other: Self) -> Bool {
    func differ(_ one: Int64, _ other: Int64) -> Bool {
      abs(one - other) * Self.costTolerance > max(one, other) && abs(one - other) > 100_000
    }
    return differ(costs.median, other.costs.median) || differ(costs.mean, other.costs.mean)
  }

  /// Whether interval, modes and costs all differ, as they do between two apps; where no task of
  /// the one is in the other, two of them.
  func isOfAnotherApp(than other: Self, sharingTasks: Bool) -> Bool {
    let differing = [
      hasOtherInterval(than: other), modes != other.modes, hasOtherCosts(than: other),
    ].count(where: \.self)
    return differing == 3 || differing == 2 && !sharingTasks
  }

  private static func words(_ target: TargetCadence?) -> String {
    switch target {
    case .refreshes(let count) where count > 1: "every \(count) refreshes"
    case .rate(let rate):
      "\(decimalText(Double(rate.numerator) / Double(rate.denominator), decimals: 0...3)) Hz"
    default: "every refresh"
    }
  }

  private static func milliseconds(_ time: Int64) -> String {
    decimalText(Double(time) / 1e6, decimals: 0...3) + " ms"
  }
}
