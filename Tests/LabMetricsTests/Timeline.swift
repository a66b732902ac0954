import LabKernel
import LabMetrics
import LabTrace

/// A trace written by hand: records in any order, put in order of time at the end.
///
/// All times are nanoseconds. Records of one instant keep the order in which they were written.
struct Timeline {
  private var entries: [TraceRecord] = []
  private var names: [String] = []
  private var commits: [(time: Int64, cost: Int64)] = []
  let modes = ["default", "tracking"]

  /// Starts a run of the loop in the default mode.
  init() {
    add(.runBegan, at: 0, mode: 0, depth: 1)
  }

  mutating func add(
    _ kind: TraceKind, at time: Int64, _ name: String? = nil, detail: UInt8 = 0, mode: UInt8 = 0,
    depth: UInt8 = 1, first: Int64 = 0, second: Int64 = 0
  ) {
    var subject: UInt32 = 0
    if let name {
      if !names.contains(name) { names.append(name) }
      subject = UInt32(names.firstIndex(of: name) ?? 0)
    }
    entries.append(
      TraceRecord(
        time: Instant(nanoseconds: time), kind: kind, subject: subject, detail: detail, mode: mode,
        depth: depth, first: first, second: second))
  }

  mutating func timer(_ name: String, every interval: Int64, modes: [UInt8] = [0], at: Int64 = 0) {
    add(.declared, at: at, name, detail: TraceSource.timer.rawValue, first: interval)
    for mode in modes { add(.joined, at: at, name, detail: mode) }
  }

  mutating func link(_ name: String, divider: Int64 = 1, modes: [UInt8] = [0]) {
    add(.declared, at: 0, name, detail: TraceSource.link.rawValue, first: divider)
    for mode in modes { add(.joined, at: 0, name, detail: mode) }
  }

  mutating func vsyncs(_ times: [Int64], aim: Int64 = 0, because reason: TraceRefresh = .grid) {
    for (index, time) in times.enumerated() {
      add(
        .vsync, at: time, "display", detail: reason.rawValue, first: Int64(index), second: aim)
    }
  }

  /// Vsyncs at 0, period … count × period.
  mutating func vsyncs(every period: Int64, count: Int64) {
    vsyncs((0...count).map { $0 * period })
  }

  /// A callback that answers a due instant, updates at its end and is committed at once.
  mutating func fire(
    _ name: String, due: Int64, at began: Int64? = nil, takes cost: Int64 = 0, shows: Int64? = nil,
    drops dropped: Int64 = 0, next: Int64 = -1, committed: Int64? = nil, stamp: Int64? = nil,
    renders: Int64 = 0, updates: Bool = true
  ) {
    let began = began ?? due
    let ended = began + cost
    add(.calloutBegan, at: began, name, first: due, second: stamp ?? due)
    if updates { add(.update, at: ended, name, first: shows ?? due, second: due) }
    add(.calloutEnded, at: ended, name, first: next, second: dropped)
    guard updates else { return }
    commits.append((committed ?? ended, renders))
  }

  /// A task that holds the thread.
  mutating func block(
    _ name: String = "work", from begin: Int64, to end: Int64, serial: Int64 = 0
  ) {
    add(.taskBegan, at: begin, name, second: serial)
    add(.taskEnded, at: end, name, second: serial)
  }

  /// A nested run in the tracking mode.
  mutating func scroll(from begin: Int64, to end: Int64) {
    add(.runBegan, at: begin, mode: 1, depth: 2)
    add(.runReturned, at: end, mode: 1, depth: 2)
  }

  mutating func due(_ name: String, _ outcome: TraceDueOutcome, at time: Int64, index: Int64) {
    add(.linkDue, at: time, name, detail: outcome.rawValue, first: index)
  }

  /// The trace, ended at an instant, with all of it moved and stretched if so wished.
  func trace(
    end: Int64, scale: Int64 = 1, changing change: (inout [TraceRecord]) -> Void = { _ in }
  )
    -> Trace
  {
    var records = sortedRecords()
    change(&records)
    let after = records.firstIndex { $0.time.nanoseconds > end } ?? records.endIndex
    records.insert(TraceRecord(time: Instant(nanoseconds: end), kind: .ended), at: after)
    var trace = Trace()
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
          time: Instant(nanoseconds: time), kind: .commit, mode: 0, depth: 1, first: uncommitted,
          second: cost))
      uncommitted = 0
    }
    return (entries + commitRecords).enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  func measure(end: Int64, settings: MeasurementSettings = .init(warmUp: 0)) -> RunMeasurement {
    RunMeasurement(trace(end: end), settings: settings)
  }
}

extension TraceRecord {
  /// This record with every time stretched; indices, counts and marks stay.
  func scaled(by factor: Int64) -> TraceRecord {
    let scalesFirst: Bool
    switch kind {
    case .declared: scalesFirst = detail == TraceSource.timer.rawValue
    case .calloutBegan, .update, .rephased, .woke, .input, .arrived, .taskBegan:
      scalesFirst = true
    case .calloutEnded: scalesFirst = first != -1
    default: scalesFirst = false
    }
    let scalesSecond = [.calloutBegan, .update, .vsync, .commit].contains(kind)
    return TraceRecord(
      time: Instant(nanoseconds: time.nanoseconds * factor), kind: kind, subject: subject,
      detail: detail, mode: mode, depth: depth, first: scalesFirst ? first * factor : first,
      second: scalesSecond ? second * factor : second)
  }

  func changed(
    time: Int64? = nil, subject: UInt32? = nil, detail: UInt8? = nil, first: Int64? = nil,
    second: Int64? = nil
  ) -> TraceRecord {
    TraceRecord(
      time: time.map { Instant(nanoseconds: $0) } ?? self.time, kind: kind,
      subject: subject ?? self.subject, detail: detail ?? self.detail, mode: mode, depth: depth,
      first: first ?? self.first, second: second ?? self.second)
  }
}
