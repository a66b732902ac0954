import LabKernel
import LabTrace

/// Who held the thread, for how long.
///
/// Time belongs to the innermost callout or task; a nested run gives it back to the loop, which
/// may sleep in it.
struct ThreadTime: Sendable {
  /// Who can hold the thread: the callouts of a subject, a task, or the thread's waking up.
  struct Holder: Hashable, Sendable {
    let cause: BlameCause
    /// The index of the subject; −1 for none.
    var owner: Int32 = -1
    /// The number of the task; −1 for none.
    var serial: Int64 = -1
  }

  /// A stretch in which one held the thread; one of more than four seconds is several.
  struct Segment: Hashable, Sendable {
    let begin: Int64
    let length: UInt32
    /// An index into ``ThreadTime/holders``.
    let holder: UInt32

    var end: Int64 { begin + Int64(length) }
    var span: TimeSpan { TimeSpan(begin: begin, end: end) }

    /// Whether the next segment belongs to the same stretch.
    func isContinued(by next: Segment) -> Bool {
      length == .max && next.holder == holder && next.begin == end
    }
  }

  /// The loop ran in a mode from an instant on.
  struct ModeChange: Hashable, Sendable {
    let time: Int64
    /// 255 for none, outside any run.
    let mode: UInt8
  }

  /// The nanoseconds that each subject held the thread, by index.
  private(set) var bySubject: [Int64]
  /// The nanoseconds in which the thread was free: the loop asleep, or at its own work.
  private(set) var free: Int64 = 0
  /// The callouts of each subject, by its index; then waking up; then every task.
  private(set) var holders: [Holder]
  /// Who held the thread when, in ascending order; in between it was free.
  private(set) var segments: [Segment] = []
  /// The modes in which the loop ran.
  private(set) var modeChanges = [ModeChange(time: 0, mode: 255)]
  private(set) var violations: [ConservationViolation] = []
  /// The names of subjects and modes, by index.
  let names: [String]
  let modes: [String]
  /// Who is at work, by index, the innermost last; −1 stands for a run of the loop.
  private var stack: [Int32] = []
  private var since: Int64 = 0

  init(_ trace: Trace) {
    names = trace.names
    modes = trace.modes
    bySubject = Array(repeating: 0, count: names.count)
    holders = names.indices.map { Holder(cause: .callouts, owner: Int32($0)) }
    holders.append(Holder(cause: .wake))
    segments.reserveCapacity(trace.records.count / 4)
  }

  var busy: Int64 { bySubject.reduce(0, +) }

  @inline(__always)
  mutating func calloutBegan(_ subject: UInt32, at now: Int64) {
    settle(at: now)
    stack.append(Int32(subject))
  }

  mutating func taskBegan(_ load: TraceSubject, _ serial: Int64, at now: Int64) {
    settle(at: now)
    stack.append(Int32(holders.count))
    holders.append(Holder(cause: .tasks, owner: Int32(load), serial: serial))
  }

  mutating func runBegan(at now: Int64) {
    settle(at: now)
    stack.append(-1)
  }

  @inline(__always)
  mutating func calloutEnded(_ subject: UInt32, at now: Int64) {
    end(at: now) { holder, _ in holder == Int32(subject) }
  }

  mutating func taskEnded(_ load: TraceSubject, _ serial: Int64, at now: Int64) {
    let task = Holder(cause: .tasks, owner: Int32(load), serial: serial)
    end(at: now) { $0 >= 0 && $1[Int($0)] == task }
  }

  mutating func runReturned(at now: Int64) {
    end(at: now) { holder, _ in holder == -1 }
  }

  @inline(__always)
  private mutating func end(at now: Int64, if isRight: (Int32, [Holder]) -> Bool) {
    settle(at: now)
    if let holder = stack.last, isRight(holder, holders) {
      stack.removeLast()
    } else {
      violations.append(
        ConservationViolation(
          .threadTime, of: nil, "what ends is what began last, in nanoseconds since the start",
          now, Int64(stack.count)))
    }
  }

  /// The thread has woken up at an instant, which took a delay; only what is before an end counts.
  mutating func woke(at instant: Int64, after delay: Int64, before end: Int64 = .max) {
    let now = min(instant, end)
    settle(at: now)
    let began = instant - max(0, delay)
    let begin = max(segments.last?.end ?? 0, began)
    append(TimeSpan(begin: begin, end: now), holder: UInt32(names.count))
  }

  mutating func modeChanged(to mode: UInt8, at now: Int64) {
    modeChanges.append(ModeChange(time: now, mode: mode))
  }

  /// Gives the time up to an instant to the holder of the thread.
  @inline(__always)
  mutating func settle(at now: Int64) {
    guard now != since else { return }
    let span = TimeSpan(begin: since, end: now)
    since = now
    guard let holder = stack.last, holder >= 0 else {
      free += span.end - span.begin
      return
    }
    bySubject[Int(holders[Int(holder)].owner)] += span.end - span.begin
    if 0 < span.end - span.begin, span.end - span.begin < Int64(UInt32.max) {
      segments.append(
        Segment(
          begin: span.begin, length: UInt32(truncatingIfNeeded: span.end - span.begin),
          holder: UInt32(bitPattern: holder)))
    } else {
      append(span, holder: UInt32(bitPattern: holder))
    }
  }

  private mutating func append(_ span: TimeSpan, holder: UInt32) {
    var rest = span
    while rest.length > Int64(UInt32.max) {
      let part = rest.cut(at: rest.begin + Int64(UInt32.max))
      segments.append(Segment(begin: part.begin, length: .max, holder: holder))
    }
    guard !rest.isEmpty else { return }
    segments.append(Segment(begin: rest.begin, length: UInt32(rest.length), holder: holder))
  }
}
