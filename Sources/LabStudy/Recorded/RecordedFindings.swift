package import LabAnswer
import LabImport
package import LabMetrics
package import LabText

/// What an app's own drivers did in a recorded run.
package struct RecordedFindings {
  private static let metrics = [
    "fires", "missed", "double_fires", "dropped", "dropped_share", "lateness_p50", "lateness_max",
    "hitch_ratio",
  ]
  private static let rowLimit = 8

  /// The work that an app has no name for, as rows of tables call it, with what it is.
  package static let nameless = [
    (name: "RunTask", meaning: "work that the recording does not name"),
    (name: "(observers)", meaning: "observers of the run loop"),
    (name: "(timer)", meaning: "a timer that was not recorded"),
  ]

  private let run: RecordedRun
  private let measurement: RunMeasurement
  private let drivers: [DriverMetrics]

  /// Measures a recorded run.
  package init(_ run: RecordedRun, driver: String? = nil) {
    self.run = run
    measurement = RunMeasurement(run.trace)
    drivers = measurement.drivers.filter { driver == nil || $0.name == driver }
  }

  /// The frames of each driver that showed some, and its name.
  package var frames: [(name: String, series: FrameSeries)] {
    drivers.compactMap { driver in
      measurement.frameSeries(of: driver.name).map { (driver.name, $0) }
    }
  }

  /// What was found; nothing if no driver has that name.
  package var paragraphs: [[Answer.Part]] {
    guard !drivers.isEmpty else { return [] }
    return [run.lacks.map { .sentences([Answer.Sentence($0, as: "lack")]) }, [.table(table)]]
      + drivers.flatMap { [culprits(of: $0)] + moment(of: $0) } + [[.key]]
  }

  private var table: Table {
    Table(
      "drivers", [.words("driver")] + Self.metrics.map { .metric($0) },
      drivers.map { [.text($0.name)] + Table.cells(of: $0, Self.metrics) })
  }

  /// What goes wrong with a driver: dropped refreshes, or late callouts without any.
  private func problem(of driver: DriverMetrics) -> Problem {
    measurement.worstMoment(of: driver.name, in: .droppedSlot) == nil ? .lateFiring : .droppedSlot
  }

  private func culprits(of driver: DriverMetrics) -> [Answer.Part] {
    let problem = problem(of: driver)
    let all = measurement.totalsByOwner(of: driver.name, in: problem).filter { $0.time > .zero }
    guard !all.isEmpty else { return [] }
    let table = Table(
      "blame",
      [
        .words("driver").hidden, .words("problem").hidden,
        .words("culprit", ["\(problem.plural) of \(driver.name), ms"]).cut,
        .number("time_ms", [""], .fixed(2)),
      ],
      all.prefix(Self.rowLimit).map {
        [
          .text(driver.name), .text(problem.rawValue), .text(Self.name(of: $0)), .time($0.time),
        ]
      })
    let hidden = all.count - Self.rowLimit
    return [.table(table)] + (hidden > 0 ? [.sentences(["… and \(hidden) more"])] : [])
      + [Answer.Part].legend(of: all.prefix(Self.rowLimit).map(Self.name(of:)))
  }

  private static func name(of blame: Blame) -> String {
    guard let owner = blame.owner else { return "(\(blame.cause.rawValue))" }
    return blame.cause == .tasks ? owner : "(\(blame.cause.rawValue): \(owner))"
  }

  private func moment(of driver: DriverMetrics) -> [[Answer.Part]] {
    let problem = problem(of: driver)
    guard let moment = measurement.worstMoment(of: driver.name, in: problem),
      moment.duration > .zero
    else { return [] }
    let picture = MomentPicture(moment, of: measurement)
    let sentence = moment.sentence(problem.plural, of: driver.name, isCut: picture.isCut) {
      ": \(Self.name(of: $0)) (\(ReportNumber.milliseconds($0.time)) ms)"
    }
    return [
      [.sentences([Answer.Sentence(sentence, as: "moment")])],
      picture.parts("\(driver.name), recorded", measurement, run.trace),
    ]
  }
}

extension [Answer.Part] {
  /// What the rows of a table of blame are that have no name in the app; none if all have one.
  static func legend(of rows: [String]) -> Self {
    let causes = BlameCause.allCases.map { ($0.rawValue, $0.reason) }
    let terms = causes.compactMap { cause, reason -> Answer.Term? in
      let isShown = rows.contains { $0 == "(\(cause))" || $0.hasPrefix("(\(cause): ") }
      return isShown ? Answer.Term("(\(cause))", reason) : nil
    }
    let works = RecordedFindings.nameless.filter { rows.contains($0.name) }
    let all = terms + works.map { Answer.Term($0.name, $0.meaning) }
    return all.isEmpty ? [] : [.terms(all)]
  }
}

extension Table {
  /// The values of some metrics of a driver, by their names.
  static func cells(of driver: DriverMetrics, _ metrics: [String]) -> [Cell] {
    metrics.map { name in
      MetricDictionary.metric(named: name)?.value(driver).map(Cell.value) ?? .none
    }
  }
}

/// Why no run can be made of a recording, as sentences without its name.
package struct UnfitRecording: UserError, Hashable {
  /// The sentences.
  package let message: String
  /// The recording is wrong.
  package var status: ExitStatus { .wrongInput }

  /// Gives a reason.
  package init(_ message: String) { self.message = message }

  /// The refreshes and dates that a recording may have beside those that its events tell of.
  ///
  /// They take about a kilobyte each in the runs of a trial.
  private static let silentMoments: Int64 = 60_000

  /// Throws if a run of a recording would not fit into memory, or its times into their numbers.
  ///
  /// A single instant that is far off makes a recording of any length, with a refresh every few
  /// milliseconds and a date at every interval of its drivers, of which the file tells nothing.
  static func check(_ trace: ImportedTrace) throws(UnfitRecording) {
    let length = trace.windowLength
    guard length >= 0, .nanoseconds(length) <= TraceTrial.longest else {
      throw UnfitRecording(
        "\(length / 1_000_000_000) s are too long to replay. Take an hour at most: record less, or"
          + " choose a window of it by 'runlooplab try' with --from and --to.")
    }
    let period = TrialDisplay.period(of: trace.vsyncs) ?? 8_333_333
    let intervals = TrialLoop.intervals(in: length)
    let drivers = (trace.loop?.drivers ?? []).filter { intervals.contains($0.interval) }
    let moments = drivers.reduce(length / period) { $0 + length / $1.interval }
    let most = silentMoments + 2 * Int64(trace.events)
    guard moments <= most else {
      throw UnfitRecording(
        "it would have \(moments) refreshes and dates of drivers in \(length / 1_000_000_000) s, and"
          + " the file tells of \(counted(trace.events, "event")). Is an instant far off, or an"
          + " interval too short? Choose a window by 'runlooplab try' with --from and --to.")
    }
  }
}
