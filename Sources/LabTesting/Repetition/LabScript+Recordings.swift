import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabText
import LabTrace
import LabWorkload

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension LabScript {
  /// A file that the script names.
  typealias Recording = (name: String, text: String)

  /// The files that the script names.
  var recordings: [Recording] {
    guard stem != nil else { return [] }
    let costs = lab.tickers.compactMap { costRecording(of: $0.driver, $0.spent) }
    return vsyncRecording + loads.compactMap(taskRecording) + costs
  }

  // MARK: Vsyncs

  private var vsyncRecording: [Recording] {
    guard let stem, text.contains(" recorded \(stem)-vsyncs.csv") else { return [] }
    let rows = vsyncs.map { "\($0.nanoseconds)\n" }
    return [("\(stem)-vsyncs.csv", "vsync_ns\n" + rows.joined())]
  }

  /// When the display refreshed.
  var vsyncs: [Instant] {
    lab.stage.recorder.trace.records.filter { $0.kind == .vsync }.map(\.time)
  }

  // MARK: Loads

  /// More different tasks than that become a recording.
  private static let mostLines = 40

  /// The tasks of the run: of a shrunk one, of those that arrived, or as the test planned them.
  var loads: [Load] {
    if let substitute = lab.substitute { return substitute }
    guard stem != nil else { return lab.loads }
    let arrived = ArrivedTask.all(in: lab)
    return lab.loads.flatMap { load -> [Load] in
      let own = arrived.filter { $0.load == load.name }
      let lines = Set(own.map(\.duration)).count <= Self.mostLines ? own.loads : []
      guard lines.isEmpty || lines.contains(where: { text(of: $0).utf8.count > 1_900 }) else {
        return lines
      }
      let tasks = own.map {
        LabWorkload.Recording.Task(
          arrival: Instant(nanoseconds: $0.arrival), duration: .nanoseconds($0.duration),
          name: load.name)
      }
      return tasks.isEmpty
        ? []
        : [
          Load(name: load.name, tasks: .recorded(tasks), delivery: load.delivery, modes: load.modes)
        ]
    }
  }

  private func text(of load: Load) -> String {
    guard case .drawn(.at(let instants), _) = load.tasks else { return "" }
    return instants.map(\.sinceStart.scriptText).joined(separator: ", ")
  }

  func recordingName(of load: Load) -> String { "\(stem ?? "test")-\(name(load.name)).csv" }

  /// A recording counts in microseconds.
  private func taskRecording(_ load: Load) -> Recording? {
    guard case .recorded(let tasks) = load.tasks else { return nil }
    let rows = tasks.map { task in
      let numbers = [task.arrival.nanoseconds, task.duration.wholeNanoseconds].map { $0 / 1_000 }
      return "\(numbers[0]),\(numbers[1]),\(name(task.name))\n"
    }
    return (recordingName(of: load), "arrived_us,duration_us,name\n" + rows.joined())
  }

  // MARK: Callbacks

  /// How long the callback of every date took, where they took different times.
  func costRecording(of driver: Driver, _ spent: CostRange) -> Recording? {
    guard let stem, let range = spent.range, range.lowerBound < range.upperBound else { return nil }
    let rows = lab.measurement.firingRows(of: driver.name).compactMap { row in
      row.ended.map { "\(row.due.nanoseconds),\(row.began.duration(to: $0).wholeNanoseconds)\n" }
    }
    guard !rows.isEmpty else { return nil }
    return ("\(stem)-\(name(driver.name))-costs.csv", "due_ns,duration_ns\n" + rows.joined())
  }

  // MARK: What it shows

  /// That the script shows another value than the test, if it does: code that starts and stops what
  /// calls it is more than a script says.
  var remark: [String] {
    guard let measured = failure.measured, let metric = MetricDictionary.metric(measured.column)
    else { return [] }
    let drivers = lab.tickers.map { ticker in
      var driver = ticker.driver
      driver.cost = cost(of: driver, ticker.spent)
      return driver
    }
    let scenario = Scenario(
      panel: lab.panel, duration: lab.now.sinceStart, loads: loads, gestures: lab.gestures,
      drivers: drivers)
    let trace = try? Stage(scenario, seed: lab.seed).run()
    let value = trace.flatMap { RunMeasurement($0)[driver: measured.driver] }.flatMap(metric.value)
    guard value != measured.value else { return [] }
    return [
      "# Run alone, its \(measured.column) is \(value?.description ?? "undefined"), and that of the"
        + " test \(measured.value): the code does more than a script can say."
    ]
  }

  private func cost(of driver: Driver, _ spent: CostRange) -> DurationLaw {
    guard let range = spent.range, range.lowerBound < range.upperBound else {
      return .constant(spent.most)
    }
    let entries = lab.measurement.firingRows(of: driver.name).compactMap { row in
      row.ended.map { DatedDurations.Entry(row.due, row.began.duration(to: $0)) }
    }
    return entries.isEmpty ? .constant(spent.most) : .dated(DatedDurations(entries))
  }
}
