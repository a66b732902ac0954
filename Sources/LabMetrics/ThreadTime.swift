import LabKernel
import LabTrace

/// Who held the thread, for how long.
///
/// Time belongs to the innermost callout or task; a nested run gives it back to the loop, which
/// may sleep in it.
struct ThreadTime: Sendable {
  /// A subject at work, or a run of the loop.
  private struct Holder: Hashable {
    /// Callouts or tasks; `nil` for a run of the loop.
    let cause: BlameCause?
    var subject: UInt32 = 0
    var serial: Int64 = -1
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

  mutating func calloutBegan(_ record: TraceRecord) { push(callout(record), record) }
  mutating func calloutEnded(_ record: TraceRecord) { pop(callout(record), record) }
  mutating func taskBegan(_ record: TraceRecord) { push(task(record), record) }
  mutating func taskEnded(_ record: TraceRecord) { pop(task(record), record) }
  mutating func runBegan(_ record: TraceRecord) { push(Holder(cause: nil), record) }
  mutating func runReturned(_ record: TraceRecord) { pop(Holder(cause: nil), record) }

  /// The thread has woken up, which took the delay before the record; only what is before an end
  /// counts.
  mutating func woke(_ record: TraceRecord, before end: Int64 = .max) {
    let now = min(record.time.nanoseconds, end)
    settle(at: now)
    let began = record.time.nanoseconds - max(0, record.first)
    let begin = max(segments.last?.span.end ?? 0, began)
    guard begin < now else { return }
    segments.append(
      Segment(span: Span(begin: begin, end: now), cause: .wake, owner: -1, serial: -1))
  }

  mutating func modeChanged(to mode: UInt8, at now: Int64) {
    modeChanges.append((now, mode))
  }

  /// Gives the time up to an instant to whoever holds the thread.
  mutating func settle(at now: Int64) {
    guard now != since else { return }
    let span = Span(begin: since, end: now)
    since = now
    guard let holder = holders.last, let cause = holder.cause else {
      free += span.end - span.begin
      return
    }
    bySubject[Int(holder.subject)] += span.end - span.begin
    guard !span.isEmpty else { return }
    segments.append(
      Segment(span: span, cause: cause, owner: Int32(holder.subject), serial: holder.serial))
  }

  private func callout(_ record: TraceRecord) -> Holder {
    Holder(cause: .callouts, subject: record.subject)
  }

  private func task(_ record: TraceRecord) -> Holder {
    Holder(cause: .tasks, subject: record.subject, serial: record.second)
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
