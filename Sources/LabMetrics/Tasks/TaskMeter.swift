import LabKernel
import LabTrace

/// Measures the tasks of the loads that a trace's header names, while the run goes on.
struct TaskMeter: Sendable {
  private(set) var loads: [LoadLog]
  /// The index into `loads` of each subject, or −1.
  private var loadOfSubject: [Int] = []
  /// Whether each load is served in each mode, by the index of the mode.
  private var served: [[Bool]]
  /// The load of the task that ended last, with no task behind it; −1 for none.
  private var justEnded = -1
  private var attribution = WaitAttribution()
  /// The first refresh of each driver that was not looked at, by its place in the walk.
  private var refreshes: [Int: Int] = [:]
  private(set) var violations: [ConservationViolation] = []
  /// Shows in its own frames what tasks did; `nil` for the frames of drivers.
  private var page: PageDrawing?
  private let frameName: String?
  private var frameSubject: TraceSubject?

  /// Begins with an empty run; `nil` if no load is to be measured.
  init?(_ header: Trace.Header, room: Int, keepsAll: Bool) {
    guard !header.loads.isEmpty else { return nil }
    loads = header.loads.map { LoadLog($0, room: room, keepsAll: keepsAll) }
    served = loads.map { _ in [] }
    page = header.page.map { PageDrawing($0) }
    frameName = header.page?.frames
  }

  /// Lets the same run be measured once more, to find what did not fit.
  mutating func refine(_ other: TaskMeter) {
    for index in loads.indices { loads[index].refine(other.loads[index]) }
  }

  /// Whether there are percentiles that are the middles of buckets.
  var isApproximate: Bool { loads.contains { $0.sums.isApproximate } }

  /// The first instant of which it is still to be told who held the thread.
  var needsSince: Int64 { loads.reduce(.max) { min($0, $1.needsSince) } }

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

  /// Goes on to what is settled by now: no task ends from now on before a frame that is settled.
  mutating func advance(
    _ times: borrowing RefreshTimes, now: Int64, end: Int64, isOver: Bool
  ) {
    for index in loads.indices { loads[index].settleLast(before: isOver ? .max : now) }
    while let frame = page?.next(times.vsyncs, end: end, isOver: isOver) {
      for index in loads.indices where loads[index].outline.driver != nil {
        loads[index].show(frame)
      }
    }
  }

  /// Lets the frames of a driver that are settled by now show what ended before them.
  mutating func show(
    _ driver: Int, _ log: borrowing DriverLog, _ presentation: borrowing Presentation,
    _ times: borrowing RefreshTimes
  ) {
    guard page == nil else { return }
    let name = log.name
    let places = loads.indices.filter { loads[$0].outline.driver == name }
    guard !places.isEmpty else { return }
    var refresh = max(refreshes[driver] ?? 0, presentation.shown.startIndex)
    while refresh < presentation.frontier {
      let update = Int(presentation.shown[refresh])
      if update >= 0 {
        let began = log.firings[Int(log.updates[update].firing)].began
        for place in places { loads[place].show((began, times.vsyncs[refresh])) }
      }
      refresh += 1
    }
    refreshes[driver] = refresh
  }

  /// Ends the run.
  mutating func finish(at end: Int64) {
    for index in loads.indices { loads[index].finish(at: end) }
  }
}
