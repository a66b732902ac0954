import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload

/// What happened in a laboratory as an experiment script, with the expectation that failed.
///
/// What a line cannot say stands in recordings beside it: vsyncs off a grid, callbacks of different
/// lengths, and very many tasks.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct LabScript {
  private static let arm = "laboratory"

  let lab: Laboratory
  let failure: Failure
  /// With what the names of the recordings begin; `nil` for a script without any.
  let stem: String?

  init(_ lab: Laboratory, _ failure: Failure, recordingsNamed stem: String? = nil) {
    self.lab = lab
    self.failure = failure
    self.stem = stem
  }

  /// The same script, with recordings beside it whose names begin with a word.
  func withRecordings(named stem: String) -> LabScript {
    LabScript(lab, failure, recordingsNamed: stem)
  }

  var text: String {
    var lines = ["# \(failure.headline)"] + (stem == nil ? [] : remark)
    lines += display + ["run       \(lab.now.sinceStart.scriptText)", "seed      \(lab.seed)"]
    lines += loads.map(text)
    lines += lab.gestures.map(text)
    lines += ["", "arm \(Self.arm)"] + lab.tickers.flatMap { text($0.driver, $0.spent) }
    for clock in lab.frameClocks {
      lines.append("  # ‘\(clock.name)’ is a clock of async code; as a timer it would be:")
      lines += text(clock.scriptDriver, clock.spent)
    }
    let expectation = failure.script.map { "expect \(Self.arm).\($0)" }
    lines += ["", expectation ?? "# The script language has no such expectation."]
    return lines.joined(separator: "\n")
  }

  private var display: [String] {
    let panel = lab.panel
    let phase = panel.vsync(0).sinceStart
    var line = "display   \(panel.rate.words)"
    if phase != .zero { line += " phase \(phase.scriptText)" }
    if panel.jitter != .zero { line += " jitter \(panel.jitter.scriptText)" }
    if panel.depth != 1 { line += " depth \(panel.depth)" }
    if panel.guardTime != .zero { line += " guard \(panel.guardTime.scriptText)" }
    let plain = Panel(
      rate: panel.rate, phase: phase, jitter: panel.jitter, depth: panel.depth,
      guardTime: panel.guardTime)
    if plain == panel { return [line] }
    guard let stem, !panel.isAdaptive, vsyncs.count > 1 else {
      return ["# The display of the test is another; this is its rate.", line]
    }
    line = "display   recorded \(stem)-vsyncs.csv"
    if panel.depth != 1 { line += " depth \(panel.depth)" }
    if panel.guardTime != .zero { line += " guard \(panel.guardTime.scriptText)" }
    return [line]
  }

  /// A shrunk load is a list of instants and one duration.
  private func text(_ load: Load) -> String {
    if case .recorded = load.tasks {
      return "load      \(name(load.name)) recorded \(recordingName(of: load))"
        + " as \(load.delivery.rawValue)"
    }
    guard case .drawn(.at(let instants), .constant(let cost)) = load.tasks else {
      return "# The load ‘\(load.name)’ has no form in a script."
    }
    let when = instants.map(\.sinceStart.scriptText).joined(separator: ", ")
    let modes = load.modes == [.common] ? "" : " in \(text(load.modes))"
    let shown = load.driver.map { " shown through \(name($0))" } ?? ""
    guard !load.isInput else {
      return "input     \(name(load.name)) at \(when) takes \(cost.scriptText)\(modes)\(shown)"
    }
    let panel =
      switch load.panel {
      case .lasting(let time): " runs modal for \(time.scriptText)"
      case .until(let end): " runs modal until \(end.sinceStart.scriptText)"
      case nil: ""
      }
    return "load      \(name(load.name)) at \(when) takes \(cost.scriptText)"
      + " as \(load.delivery.rawValue)\(modes)\(shown)\(panel)"
  }

  private func text(_ gesture: Gesture) -> String {
    var (word, speed) = ("scroll", "")
    switch gesture.kind {
    case .scroll: break
    case .tap: word = "tap"
    case .drag(let finger, let slop):
      (word, speed) = ("drag", " speed \(finger) pt per s slop \(slop)")
    case .fling(let finger, let slop):
      (word, speed) = ("fling", " speed \(finger) pt per s slop \(slop)")
    }
    let moves = gesture.moves.map { " moves every \($0.scriptText)" } ?? ""
    return "gesture   \(word) at \(gesture.begins.sinceStart.scriptText)"
      + " for \(gesture.lasts.scriptText)\(speed)\(moves)"
  }

  private func text(_ driver: Driver, _ spent: CostRange) -> [String] {
    var line: String
    switch driver.source {
    case .timer(let timer):
      line = "  timer \(name(driver.name)) every \(timer.interval.scriptText)"
      if let first = timer.firstFire { line += " first at \(first.sinceStart.scriptText)" }
      if timer.tolerance != .zero { line += " tolerance \(timer.tolerance.scriptText)" }
      if let catchUp = timer.catchUp { line += " catch-up \(catchUp.rawValue)" }
      line += " in \(text(driver.modes))"
    case .link(let link):
      line = "  link  \(name(driver.name))"
      if link.pace != .every(1) { line += " \(link.pace.words)" }
      if case .offMain(let hop) = link.lateDelivery {
        line += " off-main via \(hop.words)"
        if case .timer(let delay) = hop { line += " \(delay.scriptText)" }
      } else {
        line += " in \(text(driver.modes))" + link.lateDelivery.clause
      }
    case .loop: line = "  loop  \(name(driver.name)) in \(text(driver.modes))"
    }
    var remarks: [String] = []
    if let recording = costRecording(of: driver, spent) {
      line += " takes recorded \(recording.name)"
    } else if spent.most > .zero {
      line += " takes \(spent.most.scriptText)"
    }
    if stem == nil, let range = spent.range, range.lowerBound < range.upperBound {
      remarks = [
        "  # Its callbacks took \(range.lowerBound.scriptText) to \(spent.most.scriptText)."
      ]
    }
    if case .refreshes(let count) = driver.targetCadence { line += " target \(count) refreshes" }
    return remarks + [line]
  }

  private func text(_ modes: [SimulatedRunLoop.Mode]) -> String {
    modes.map(\.name).joined(separator: ", ")
  }

  /// A name as scripts may have it.
  func name(_ name: String) -> String {
    let isLetter = { (character: Character) in character.isASCII && character.isLetter }
    let letters = name.map { character in
      isLetter(character) || character.isASCII && character.isNumber || "-_".contains(character)
        ? character : "_"
    }
    return letters.first.map(isLetter) == true ? String(letters) : "n" + String(letters)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension LateDelivery {
  /// The policy as a clause of scripts; nothing for the usual one.
  fileprivate var clause: String {
    if case .queue(let count) = self { return " policy \(word) \(count)" }
    return self == .pending ? "" : " policy \(word)"
  }
}

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
      guard lines.isEmpty || lines.contains(where: { instantList(of: $0).utf8.count > 1_900 })
      else {
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

  private func instantList(of load: Load) -> String {
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
