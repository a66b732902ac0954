import LabKernel
import LabTrace

/// Notes the tasks of the loads that a trace's header names.
struct TaskMeter: Sendable {
  private(set) var loads: [LoadLog]
  /// The index into `loads` of each subject, or −1.
  private var loadOfSubject: [Int] = []
  /// The load of the task that ended last, with no task behind it; −1 for none.
  private var justEnded = -1
  private var frameSubject: TraceSubject?
  /// When the frame of the page began that is under way, and when those that ended did.
  private var frameBegan: Int64?
  private var frames: [Range<Int64>] = []
  /// Shows in its own frames what tasks did; `nil` for the frames of drivers.
  private let page: Trace.Header.Page?

  /// Begins with an empty run; `nil` if no load is to be measured.
  init?(_ header: Trace.Header) {
    guard !header.loads.isEmpty else { return nil }
    loads = header.loads.map { LoadLog($0) }
    page = header.page
  }

  /// Learns the names that a trace has by now.
  mutating func learn(names: [String]) {
    for name in names.dropFirst(loadOfSubject.count) {
      if name == page?.frames { frameSubject = TraceSubject(loadOfSubject.count) }
      loadOfSubject.append(loads.firstIndex { $0.outline.name == name } ?? -1)
    }
  }

  mutating func arrived(_ load: TraceSubject, _ serial: Int64, at now: Int64) {
    let index = loadOfSubject[Int(load)]
    let isBehindEnd = index == justEnded
    justEnded = -1
    if index >= 0 { loads[index].arrived(serial, at: now, behindEnd: isBehindEnd) }
  }

  mutating func began(_ load: TraceSubject, _ serial: Int64, arrival: Instant, at now: Int64) {
    let index = loadOfSubject[Int(load)]
    justEnded = -1
    if index >= 0 { loads[index].began(serial, arrival: arrival.nanoseconds, at: now) }
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
    if subject == frameSubject { frameBegan = now }
    guard source == .timer else { return }
    let index = loadOfSubject[Int(subject)]
    if index >= 0 { loads[index].timerFired(in: mode, at: now) }
  }

  mutating func calloutEnded(_ subject: TraceSubject, at now: Int64) {
    guard subject == frameSubject else { return }
    if let frameBegan { frames.append(frameBegan..<now) }
    frameBegan = nil
  }

  /// Ends the run: lets frames show what ended before them.
  mutating func finish(_ runs: [DriverRun], _ facts: RunFacts) {
    let seen = page.map {
      SeenFrames(frames, $0, facts.times.vsyncs, until: facts.window.end).frames
    }
    for index in loads.indices {
      let driver = runs.first { $0.log.name == loads[index].outline.driver }
      loads[index].show(seen ?? driver?.seenFrames ?? [])
    }
  }
}

extension DriverRun {
  fileprivate var seenFrames: [SeenFrames.Frame] {
    presentation.shown.enumerated().filter { $0.element >= 0 }.map { refresh, update in
      let firing = log.firings[Int(log.updates[Int(update)].firing)]
      return SeenFrames.Frame(
        began: Instant(nanoseconds: firing.began),
        photon: Instant(nanoseconds: times.vsyncs[refresh]))
    }
  }
}
