import LabKernel
import LabMetrics
import LabTrace

/// A trace written by hand: records in any order, put in order of time at the end.
///
/// All times are nanoseconds. Records of one instant keep the order in which they were written.
struct Timeline {
  private var entries: [TraceRecord] = []
  private var names: [String] = []
  private var links: Set<String> = []
  private var commits: [(time: Int64, cost: Int64)] = []
  let modes = ["default", "tracking"]

  /// Starts a run of the loop in the default mode.
  init() {
    add(at: 0) { _ in .runBegan(limit: nil) }
  }

  /// Adds an event; it is told the subject of a name.
  mutating func add(
    _ name: String? = nil, at time: Int64, mode: UInt8 = 0, depth: UInt8 = 1,
    _ event: (TraceSubject) -> TraceEvent
  ) {
    var subject: TraceSubject = 0
    if let name {
      if !names.contains(name) { names.append(name) }
      subject = TraceSubject(names.firstIndex(of: name) ?? 0)
    }
    entries.append(TraceRecord(event(subject), at: .ns(time), mode: mode, depth: depth))
  }

  mutating func timer(_ name: String, every interval: Int64, modes: [UInt8] = [0], at: Int64 = 0) {
    add(name, at: at) { .declared($0, .timer, interval: interval) }
    for mode in modes { add(name, at: at) { .joined($0, mode: mode) } }
  }

  mutating func link(_ name: String, divider: Int64 = 1, modes: [UInt8] = [0]) {
    links.insert(name)
    add(name, at: 0) { .declared($0, .link, interval: divider) }
    for mode in modes { add(name, at: 0) { .joined($0, mode: mode) } }
  }

  mutating func vsyncs(_ times: [Int64], aim: Int64 = 0, because reason: TraceRefresh = .grid) {
    for (index, time) in times.enumerated() {
      add("display", at: time) { .vsync($0, index: Int64(index), reason, aim: aim) }
    }
  }

  /// Vsyncs at 0, period … count × period.
  mutating func vsyncs(every period: Int64, count: Int64) {
    vsyncs((0...count).map { $0 * period })
  }

  /// A callback that answers a due instant, updates at its end and is committed at once.
  mutating func fire(
    _ name: String, due: Int64, at began: Int64? = nil, takes cost: Int64 = 0, shows: Int64? = nil,
    drops dropped: Int64 = 0, next: Int64? = nil, committed: Int64? = nil, stamp: Int64? = nil,
    renders: Int64 = 0, updates: Bool = true
  ) {
    let began = began ?? due
    let ended = began + cost
    let source: TraceSource = links.contains(name) ? .link : .timer
    add(name, at: began) { .calloutBegan($0, source, due: .ns(due), newest: .ns(stamp ?? due)) }
    if updates {
      add(name, at: ended) { .update($0, animationTime: .ns(shows ?? due), due: .ns(due)) }
    }
    add(name, at: ended) {
      .calloutEnded($0, source, next: next.map { .ns($0) }, missed: dropped)
    }
    guard updates else { return }
    commits.append((committed ?? ended, renders))
  }

  /// A task that holds the thread.
  mutating func block(
    _ name: String = "work", from begin: Int64, to end: Int64, serial: Int64 = 0
  ) {
    add(name, at: begin) { .taskBegan($0, serial: serial, arrival: .start) }
    add(name, at: end) { .taskEnded($0, serial: serial) }
  }

  /// A nested run in the tracking mode.
  mutating func scroll(from begin: Int64, to end: Int64) {
    add(at: begin, mode: 1, depth: 2) { _ in .runBegan(limit: nil) }
    add(at: end, mode: 1, depth: 2) { _ in .runReturned(.finished) }
  }

  mutating func due(_ name: String, _ outcome: TraceDueOutcome, at time: Int64, index: Int64) {
    add(name, at: time) { .linkDue($0, vsync: index, outcome) }
  }

  /// The trace, ended at an instant, with all of it moved and stretched if so wished.
  func trace(
    end: Int64, header: Trace.Header = .init(warmUp: 0), scale: Int64 = 1,
    changing change: (inout [TraceRecord]) -> Void = { _ in }
  ) -> Trace {
    var records = sortedRecords()
    change(&records)
    let after = records.firstIndex { $0.time.nanoseconds > end } ?? records.endIndex
    records.insert(TraceRecord(.ended, at: .ns(end)), at: after)
    var trace = Trace(header: header)
    for name in names { _ = trace.intern(name) }
    for mode in modes { trace.addMode(mode) }
    for record in records { trace.append(scale == 1 ? record : record.scaled(by: scale)) }
    return trace
  }

  private func sortedRecords() -> [TraceRecord] {
    var uncommitted: Int64 = 0
    let sorted = commits.sorted { $0 < $1 }
    var commitRecords: [TraceRecord] = []
    for (index, (time, cost)) in sorted.enumerated() {
      uncommitted += 1
      if index + 1 < sorted.count, sorted[index + 1].time == time { continue }
      commitRecords.append(
        TraceRecord(
          .commit(updates: uncommitted, renderCost: cost), at: .ns(time), mode: 0, depth: 1))
      uncommitted = 0
    }
    return (entries + commitRecords).enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  func measure(end: Int64, header: Trace.Header = .init(warmUp: 0)) -> RunMeasurement {
    RunMeasurement(trace(end: end, header: header))
  }
}
