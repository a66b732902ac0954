import LabKernel
public import LabMetrics

/// What an app's own drivers did in a recorded run, as a person reads it.
public struct RecordedRunReport {
  private static let columns = [
    "fires", "missed", "double_fires", "dropped", "dropped_pct", "lateness_p50", "lateness_max",
    "hitch_ratio",
  ].compactMap(ReportColumn.init)
  private static let rowLimit = 8

  private let run: RecordedRun
  private let measurement: RunMeasurement
  private let drivers: [DriverMetrics]
  private let screen = Screen()

  /// Measures a recorded run.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - driver: The name of the driver to tell about; `nil` for all.
  public init(_ run: RecordedRun, driver: String? = nil) {
    self.run = run
    measurement = RunMeasurement(run.trace)
    drivers = measurement.drivers.filter { driver == nil || $0.name == driver }
  }

  /// The frames of each driver that showed some, and its name.
  public var frames: [(name: String, series: FrameSeries)] {
    drivers.compactMap { driver in
      measurement.frameSeries(of: driver.name).map { (driver.name, $0) }
    }
  }

  /// The report, without a line feed at the end; empty if no driver has that name.
  public var text: String {
    guard !drivers.isEmpty else { return "" }
    let lacks = run.lacks.flatMap { screen.wrapped($0) }
    return ([lacks, table] + drivers.flatMap { [culprits(of: $0), moment(of: $0)] })
      .filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var table: [String] {
    var table = TextTable([.left] + Self.columns.map { _ in .right })
    for line in ReportColumn.headings(["driver"], Self.columns) { table.append(line) }
    table.appendRule()
    for driver in drivers {
      table.append(
        [driver.name] + Self.columns.map { $0.metric.value(driver).map(ReportNumber.short) ?? "–" })
    }
    return table.lines
  }

  /// What goes wrong with a driver: dropped refreshes, or late callouts without any.
  private func problem(of driver: DriverMetrics) -> Problem {
    measurement.worstMoment(of: driver.name, in: .droppedSlot) == nil ? .lateFiring : .droppedSlot
  }

  private func culprits(of driver: DriverMetrics) -> [String] {
    let problem = problem(of: driver)
    let all = measurement.totalsByOwner(of: driver.name, in: problem).filter { $0.time > .zero }
    guard !all.isEmpty else { return [] }
    var table = TextTable([.left, .right])
    table.append(["\(problem.plural) of \(driver.name), ms", ""])
    table.appendRule()
    for blame in all.prefix(Self.rowLimit) {
      table.append([screen.cut(Self.name(of: blame)), ReportNumber.milliseconds(blame.time)])
    }
    let hidden = all.count - Self.rowLimit
    return table.lines + (hidden > 0 ? ["… and \(hidden) more"] : [])
  }

  private static func name(of blame: Blame) -> String {
    guard let owner = blame.owner else { return "(\(blame.cause.rawValue))" }
    return blame.cause == .tasks ? owner : "(\(blame.cause.rawValue): \(owner))"
  }

  private func moment(of driver: DriverMetrics) -> [String] {
    let problem = problem(of: driver)
    guard let moment = measurement.worstMoment(of: driver.name, in: problem),
      moment.duration > .zero
    else { return [] }
    let picture = MomentPicture(moment, of: measurement, width: screen.width)
    let heading = moment.sentence(problem.plural, of: driver.name, isCut: picture.isCut) {
      ": \(Self.name(of: $0)) (\(ReportNumber.milliseconds($0.time)) ms)"
    }
    let lines =
      screen.wrapped(heading)
      + picture.lines("\(driver.name), recorded", measurement, run.trace)
    return lines + [""] + screen.legend(of: lines.joined(separator: "\n"))
  }
}
