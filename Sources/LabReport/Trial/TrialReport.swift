import LabExperiment
public import LabImport
import LabKernel
import LabMetrics

/// What a trial comes to, as a person reads it: the table, who is to blame, the worst moment.
public struct TrialReport {
  private static let columns = [
    "double_fires", "missed", "dropped", "dropped_pct", "lateness_max", "hitch_ratio",
  ].compactMap(ReportColumn.init)
  private static let driver = "ball"
  private static let rowLimit = 8

  private let trial: TraceTrial
  /// The runs on the first display.
  private let first: [TrialRun]
  /// The problem that is put down to causes: dropped refreshes, or late callbacks without any.
  private let problem: Problem
  private let reason: String
  private let frames: [ImportedTrace.Frame]
  private let hasVsyncs: Bool

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - trial: What to report.
  ///   - display: The display, of which the report says why it is this one.
  ///   - frames: The frames that the recording itself tells of.
  public init(
    _ trial: TraceTrial, on display: TrialDisplay, frames: [ImportedTrace.Frame] = []
  ) {
    self.trial = trial
    first = Array(trial.runs.prefix(trial.arms.count))
    let drops = first.contains { $0.measurement.worstMoment(in: .droppedSlot) != nil }
    problem = drops ? .droppedSlot : .lateFiring
    reason = display.reason
    self.frames = frames
    hasVsyncs = display.vsyncs != nil
  }

  /// The report, without a line feed at the end.
  public var text: String {
    ([table, agreement, culprits, picture].filter { !$0.isEmpty }.map { $0.joined(separator: "\n") })
      .joined(separator: "\n\n")
  }

  private var table: [String] {
    var table = TextTable([.left, .left] + Self.columns.map { _ in .right })
    for line in ReportColumn.headings(["display", "arm"], Self.columns) { table.append(line) }
    table.appendRule()
    var last = ""
    for run in trial.runs {
      let values = Self.columns.map { column in
        run.result.value(of: column.metric.name, driver: Self.driver).map(Self.short) ?? "–"
      }
      table.append([run.rate == last ? "" : run.rate, run.arm] + values)
      last = run.rate
    }
    return table.lines + ["display: \(reason)"]
  }

  // MARK: The capture's own frames

  /// How the frames of the recording compare with what the display link makes of its tasks.
  private var agreement: [String] {
    guard !frames.isEmpty, let link = first.first(where: { $0.arm == "link" }) else { return [] }
    guard hasVsyncs else {
      return Screen().wrapped(
        "The frames of the recording, \(frames.count), are not compared with the simulation: that"
          + " takes its own vsyncs.")
    }
    let rows = link.measurement.refreshRows(of: Self.driver)
    guard let result = CaptureAgreement(frames, rows) else { return [] }
    func share(_ count: Int) -> String {
      "\(count) (\(Self.short(.number(100 * Double(count) / Double(result.compared))))%)"
    }
    let text =
      "Of \(result.compared) frames that the recording wanted, \(share(result.inTime)) were in time,"
      + " and \(share(result.predicted)) are predicted by a display link beside its tasks;"
      + " \(share(result.agreeing)) agree, \(result.depth) vsyncs after their own."
    guard let first = result.first else { return Screen().wrapped(text) }
    let length = first.vsync.duration(to: first.end)
    let holder = link.measurement.holders(from: first.vsync, for: length).summed().first
    let words = holder.map {
      "; the thread was held longest by \(name(of: $0)), \(Self.short(.time($0.time))) ms"
    }
    let vsync = Self.short(.time(Instant.start.duration(to: first.vsync)))
    let outcome =
      first.wasInTime ? "in time, and predicted to be late" : "not in time, and predicted to be"
    return Screen().wrapped(
      "\(text) The first that does not is that of \(vsync) ms: \(outcome)\(words ?? "").")
  }

  // MARK: Who is to blame

  private var words: String { problem == .droppedSlot ? "dropped refreshes" : "late callbacks" }

  private var culprits: [String] {
    var totals: [String: [Int64]] = [:]
    for (arm, run) in first.enumerated() {
      for row in run.measurement.blameRows(of: Self.driver) where row.problem == problem {
        let name = name(of: row.blame)
        totals[name, default: first.map { _ in 0 }][arm] += row.blame.time.wholeNanoseconds
      }
    }
    let ranked = totals.filter { $0.value.contains { $0 > 0 } }.sorted { one, other in
      let sums = (one.value.reduce(0, +), other.value.reduce(0, +))
      return sums.0 != sums.1 ? sums.0 > sums.1 : one.key < other.key
    }
    guard !ranked.isEmpty else { return [] }
    var table = TextTable([.left] + first.map { _ in .right })
    table.append(["\(words) by task, ms"] + first.map(\.arm))
    table.appendRule()
    for (name, times) in ranked.prefix(Self.rowLimit) {
      table.append([Self.cut(name)] + times.map { Self.short(.time(.nanoseconds($0))) })
    }
    let hidden = ranked.count - Self.rowLimit
    return table.lines + (hidden > 0 ? ["… and \(hidden) more"] : [])
  }

  private func name(of blame: Blame) -> String {
    guard blame.cause == .tasks, let serial = blame.serial else { return "(\(blame.cause))" }
    return trial.taskNames.indices.contains(serial) ? trial.taskNames[serial] : "(tasks)"
  }

  // MARK: The worst moment

  private var picture: [String] {
    // The display link that skips drops most, and on purpose.
    let moments = first.prefix(2).map { $0.measurement.worstMoment(of: Self.driver, in: problem) }
    let longest = moments.compactMap(\.self).map(\.duration).max()
    guard let index = moments.firstIndex(where: { $0?.duration == longest }),
      let moment = moments[index], moment.duration > .zero
    else { return [] }
    let run = first[index]
    let culprit =
      moment.worst.map {
        "\($0.part(of: moment.duration)): \(name(of: $0)), \(Self.short(.time($0.time))) ms"
      } ?? ""
    let heading =
      "The worst moment: \(Self.short(.time(moment.duration))) ms of \(words) of \(run.arm) from"
      + " \(Self.short(.time(Instant.start.duration(to: moment.begin)))) ms on\(culprit)"
    let picture = MomentPicture(moment, of: run.measurement, width: Screen.usualWidth)
    return Screen().wrapped(heading + (picture.isCut ? " (its end)" : ""))
      + first.prefix(2).flatMap { picture.lines("\($0.arm), \($0.rate)", $0.measurement, $0.trace) }
  }

  // MARK: Words

  private static func cut(_ name: String) -> String {
    name.count <= 40 ? name : name.prefix(39) + "…"
  }

  /// A count as it is, anything else with two decimals.
  private static func short(_ value: MetricValue) -> String {
    if case .count(let count) = value { return "\(count)" }
    return ReportNumber.fixed(value.number, decimals: 2)
  }
}
