package import LabAnswer
import LabKernel
package import LabMetrics

/// What an app's own drivers did in a recorded run.
package struct RecordedFindings {
  private static let metrics = [
    "fires", "missed", "double_fires", "dropped", "dropped_share", "lateness_p50", "lateness_max",
    "hitch_ratio",
  ]
  private static let rowLimit = 8

  private let run: RecordedRun
  private let measurement: RunMeasurement
  private let drivers: [DriverMetrics]

  /// Measures a recorded run.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - driver: The name of the driver to tell about; `nil` for all.
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
          .text(driver.name), .text("\(problem)"), .text(Self.name(of: $0)), .time($0.time),
        ]
      })
    let hidden = all.count - Self.rowLimit
    return [.table(table)] + (hidden > 0 ? [.sentences(["… and \(hidden) more"])] : [])
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

extension Table {
  /// The values of some metrics of a driver, by their names.
  static func cells(of driver: DriverMetrics, _ metrics: [String]) -> [Cell] {
    metrics.map { name in
      MetricDictionary.metric(named: name)?.value(driver).map(Cell.value) ?? .none
    }
  }
}
