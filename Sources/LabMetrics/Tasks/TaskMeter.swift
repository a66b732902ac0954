import LabKernel
import LabTrace

/// Measures the tasks of the loads that a trace's header names.
struct TaskMeter: Sendable {
  private(set) var loads: [LoadLog]
  /// The index into `loads` of each subject, or −1.
  private var loadOfSubject: [Int] = []
  /// Whether each load is served in each mode, by the index of the mode.
  private var served: [[Bool]]
  /// The load of the task that ended last, with no task behind it; −1 for none.
  private var justEnded = -1
  private var attribution = WaitAttribution()
  private(set) var violations: [ConservationViolation] = []
  /// Shows in its own frames what tasks did; `nil` for the frames of drivers.
  private var page: PageDrawing?
  private let frameName: String?
  private var frameSubject: TraceSubject?

  /// Begins with an empty run; `nil` if no load is to be measured.
  init?(_ header: Trace.Header) {
    guard !header.loads.isEmpty else { return nil }
    loads = header.loads.map { LoadLog($0) }
    served = loads.map { _ in [] }
    page = header.page.map { PageDrawing($0) }
    frameName = header.page?.frames
  }

  /// Learns the names and modes that a trace has by now.
  mutating func learn(names: [String], modes: [String]) {
    for name in names.dropFirst(loadOfSubject.count) {
      if name == frameName { frameSubject = TraceSubject(loadOfSubject.count) }
      loadOfSubject.append(loads.firstIndex { $0.outline.name == name } ?? -1)
    }
    for (index, load) in loads.enumerated() {
      for mode in modes.dropFirst(served[index].count) {
        served[index].append(load.outline.modes?.contains(mode) ?? true)
      }
    }
  }

  mutating func arrived(_ load: TraceSubject, _ serial: Int64, at now: Int64) {
    let index = loadOfSubject[Int(load)]
    let isBehindEnd = index == justEnded
    justEnded = -1
    if index >= 0 { loads[index].arrived(serial, at: now, behindEnd: isBehindEnd) }
  }

  mutating func began(
    _ load: TraceSubject, _ serial: Int64, arrival: Instant, at now: Int64,
    _ thread: borrowing ThreadTime
  ) {
    let index = loadOfSubject[Int(load)]
    justEnded = -1
    guard index >= 0,
      let wait = loads[index].began(serial, arrival: arrival.nanoseconds, at: now)
    else { return }
    attribution.cut(wait, of: loads[index], thread, served[index])
    loads[index].add(wait, attribution.pieces)
    let sum = attribution.pieces.reduce(0) { $0 + $1.time }
    guard sum != wait.length else { return }
    violations.append(
      ConservationViolation(
        .blame, of: loads[index].outline.name, "the causes of a wait add up to it", wait.length,
        sum))
  }

  mutating func ended(_ load: TraceSubject, _ serial: Int64, at now: Int64) {
    let index = loadOfSubject[Int(load)]
    justEnded = index
    if index >= 0 { loads[index].ended(serial, at: now) }
  }

  /// Notes a frame of the page, or that the timer of a load fires, if it is one of these.
  mutating func calloutBegan(
    _ subject: TraceSubject, by source: TraceSource, in mode: UInt8, at now: Int64
  ) {
    if subject == frameSubject { page?.frameBegan(at: now) }
    guard source == .timer else { return }
    let index = loadOfSubject[Int(subject)]
    if index >= 0 { loads[index].timerFired(in: mode, at: now) }
  }

  mutating func calloutEnded(_ subject: TraceSubject, at now: Int64) {
    if subject == frameSubject { page?.frameEnded(at: now) }
  }

  /// Ends the run: lets frames show what ended before them, and counts what is left open.
  mutating func finish(_ runs: [DriverRun], _ facts: RunFacts) {
    for index in loads.indices { loads[index].settleLast() }
    while let frame = page?.next(facts.times.vsyncs, end: facts.window.end) {
      for index in loads.indices where loads[index].outline.driver != nil {
        loads[index].show(frame)
      }
    }
    if page == nil {
      for run in runs { show(run) }
    }
    for index in loads.indices { loads[index].finish(at: facts.window.end) }
  }

  /// Lets the frames of a driver show what ended before them.
  private mutating func show(_ run: DriverRun) {
    let places = loads.indices.filter { loads[$0].outline.driver == run.log.name }
    guard !places.isEmpty else { return }
    for (refresh, update) in run.presentation.shown.enumerated() where update >= 0 {
      let began = run.log.firings[Int(run.log.updates[Int(update)].firing)].began
      for place in places { loads[place].show((began, run.times.vsyncs[refresh])) }
    }
  }
}
