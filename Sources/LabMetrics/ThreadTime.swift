import LabKernel
import LabTrace

/// Who held the thread, for how long.
///
/// Time belongs to the innermost callout or task; a nested run gives it back to the loop, which
/// may sleep in it.
struct ThreadTime: Sendable {
  /// A subject at work, or a run of the loop.
  private enum Holder: Hashable {
    case callout(UInt32)
    case task(UInt32, serial: Int64)
    case run
  }

  /// A stretch in which one subject held the thread, or in which the thread was waking up.
  struct Segment: Hashable, Sendable {
    let span: Span
    let cause: BlameCause
    let owner: Int32
    let serial: Int64
  }

  /// The nanoseconds that each subject held the thread, by index.
  private(set) var bySubject: [Int64]
  /// The nanoseconds in which nobody did: the loop asleep, or at its own work.
  private(set) var free: Int64 = 0
  /// Who held the thread when, in ascending order; in between it was free.
  private(set) var segments: [Segment] = []
  /// The modes in which the loop ran, each with the instant from which on it did.
  private(set) var modeChanges: [(time: Int64, mode: UInt8)] = [(0, 255)]
  private(set) var violations: [ConservationViolation] = []
  /// The names of subjects and modes, by index.
  let names: [String]
  let modes: [String]
  private var holders: [Holder] = []
  private var since: Int64 = 0

  init(_ trace: Trace) {
    names = trace.names
    modes = trace.modes
    bySubject = Array(repeating: 0, count: names.count)
    segments.reserveCapacity(trace.records.count / 2)
  }

  var busy: Int64 { bySubject.reduce(0, +) }

  mutating func calloutBegan(_ record: TraceRecord) { push(.callout(record.subject), record) }
  mutating func calloutEnded(_ record: TraceRecord) { pop(.callout(record.subject), record) }
  mutating func taskBegan(_ record: TraceRecord) { push(task(record), record) }
  mutating func taskEnded(_ record: TraceRecord) { pop(task(record), record) }
  mutating func runBegan(_ record: TraceRecord) { push(.run, record) }
  mutating func runReturned(_ record: TraceRecord) { pop(.run, record) }

  /// The thread has woken up, which took the delay before the record.
  mutating func woke(_ record: TraceRecord) {
    let now = record.time.nanoseconds
    settle(at: now)
    let begin = max(segments.last?.span.end ?? 0, now - max(0, record.first))
    hold(Span(begin: begin, end: now), .wake)
  }

  mutating func modeChanged(to mode: UInt8, at now: Int64) {
    modeChanges.append((now, mode))
  }

  /// Gives the time up to an instant to whoever holds the thread.
  mutating func settle(at now: Int64) {
    let span = Span(begin: since, end: now)
    since = now
    switch holders.last {
    case .callout(let subject):
      bySubject[Int(subject)] += span.end - span.begin
      hold(span, .callouts, subject)
    case .task(let subject, let serial):
      bySubject[Int(subject)] += span.end - span.begin
      hold(span, .tasks, subject, serial)
    case .run, nil: free += span.end - span.begin
    }
  }

  private mutating func hold(
    _ span: Span, _ cause: BlameCause, _ owner: UInt32? = nil, _ serial: Int64 = -1
  ) {
    guard !span.isEmpty else { return }
    segments.append(
      Segment(span: span, cause: cause, owner: owner.map { Int32($0) } ?? -1, serial: serial))
  }

  private func task(_ record: TraceRecord) -> Holder {
    .task(record.subject, serial: record.second)
  }

  private mutating func push(_ holder: Holder, _ record: TraceRecord) {
    settle(at: record.time.nanoseconds)
    holders.append(holder)
  }

  private mutating func pop(_ holder: Holder, _ record: TraceRecord) {
    settle(at: record.time.nanoseconds)
    guard holders.last == holder else {
      violations.append(
        ConservationViolation(
          .threadTime, of: nil, "what ends is what began last, in nanoseconds since the start",
          record.time.nanoseconds, Int64(holders.count)))
      return
    }
    holders.removeLast()
  }
}
