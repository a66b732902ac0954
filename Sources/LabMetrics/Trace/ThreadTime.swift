public import LabKernel
import LabTrace

/// Who held the thread, for how long.
///
/// Time belongs to the innermost callout or task; a nested run gives it back to the loop, which
/// may sleep in it.
struct ThreadTime: Sendable {
  /// A stretch in which one held the thread.
  struct Segment: Hashable, Sendable {
    let span: TimeSpan
    /// What ``ThreadTime/holder(of:)`` is asked for.
    let holder: UInt32

    var begin: Int64 { span.begin }
    var end: Int64 { span.end }
  }

  /// The loop ran in a mode from an instant on.
  struct ModeChange: Hashable, Sendable {
    let time: Int64
    /// 255 for none, outside any run.
    let mode: UInt8
  }

  /// A task that held the thread.
  private struct Task: Hashable {
    let load: TraceSubject
    let serial: Int64
  }

  /// The nanoseconds in which callouts and tasks held the thread.
  private(set) var busy: Int64 = 0
  /// The nanoseconds in which the thread was free: the loop asleep, or at its own work.
  private(set) var free: Int64 = 0
  /// Who held the thread when, in ascending order; in between it was free.
  private(set) var segments: [Segment] = []
  /// The modes in which the loop ran.
  private(set) var modeChanges: [ModeChange] = []
  /// How often a callout or task began while nothing had held the thread just before.
  private(set) var wakeUps = 0
  /// Until when the thread was last at work, or before its first sleep.
  private var atWorkUntil: Int64 = 0
  private(set) var violations: [ConservationViolation] = []
  /// The names of subjects and modes, by index.
  private(set) var names: [String] = []
  private(set) var modes: [String] = []
  /// The tasks that held the thread, in the order in which they began.
  private var tasks: [Task] = []
  /// Who is at work, the innermost last, as in segments, or ``loop`` for a run of the loop.
  private var stack: [UInt32] = []
  private var since: Int64 = 0

  /// The subjects have numbers from 0; the tasks from this one on.
  private static let firstTask: UInt32 = 1 << 31
  private static let loop = firstTask - 1
  private static let waking = firstTask - 2

  init() { modeChanges.append(ModeChange(time: 0, mode: 255)) }

  mutating func reserveCapacity(_ count: Int) { segments.reserveCapacity(count) }

  /// Learns the names that a trace has by now.
  mutating func learn(names: [String], modes: [String]) {
    if names.count != self.names.count { self.names = names }
    if modes.count != self.modes.count { self.modes = modes }
  }

  /// Who held the thread in a segment, for so long: the callouts of a subject, a task, or the
  /// thread's waking up.
  @inline(__always)
  func holder(of segment: Segment, for time: Int64) -> BlameSegment {
    guard segment.holder < Self.firstTask else {
      let task = tasks[Int(segment.holder &- Self.firstTask)]
      return BlameSegment(
        cause: .tasks, owner: Int32(bitPattern: task.load), serial: task.serial, time: time)
    }
    return segment.holder == Self.waking
      ? BlameSegment(cause: .wake, time: time)
      : BlameSegment(cause: .callouts, owner: Int32(segment.holder), time: time)
  }

  /// Notes a callout, and returns whether the thread woke up for it.
  @inline(__always)
  mutating func calloutBegan(_ subject: UInt32, at now: Int64) -> Bool {
    settle(at: now)
    let wakesUp = beginsWork(at: now)
    stack.append(subject)
    return wakesUp
  }

  /// Notes that work begins, and returns whether nothing had held the thread just before.
  @inline(__always)
  private mutating func beginsWork(at now: Int64) -> Bool {
    let wakesUp = now > atWorkUntil && (stack.isEmpty || stack.last == Self.loop)
    if wakesUp { wakeUps += 1 }
    atWorkUntil = now
    return wakesUp
  }

  mutating func taskBegan(_ load: TraceSubject, _ serial: Int64, at now: Int64) {
    settle(at: now)
    _ = beginsWork(at: now)
    stack.append(Self.firstTask + UInt32(tasks.endIndex))
    tasks.append(Task(load: load, serial: serial))
  }

  mutating func runBegan(at now: Int64) {
    settle(at: now)
    atWorkUntil = now
    stack.append(Self.loop)
  }

  @inline(__always)
  mutating func calloutEnded(_ subject: UInt32, at now: Int64) {
    settle(at: now)
    end(at: now, isRight: stack.last == subject)
  }

  mutating func taskEnded(_ load: TraceSubject, _ serial: Int64, at now: Int64) {
    settle(at: now)
    let last = stack.last.map { Int(Int64($0) - Int64(Self.firstTask)) } ?? -1
    end(at: now, isRight: last >= 0 && tasks[last] == Task(load: load, serial: serial))
  }

  mutating func runReturned(at now: Int64) {
    settle(at: now)
    end(at: now, isRight: stack.last == Self.loop)
  }

  @inline(__always)
  private mutating func end(at now: Int64, isRight: Bool) {
    atWorkUntil = now
    if isRight {
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
    if begin < now {
      segments.append(Segment(span: TimeSpan(begin: begin, end: now), holder: Self.waking))
    }
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
    guard let holder = stack.last, holder != Self.loop else {
      free += span.end - span.begin
      return
    }
    busy += span.end - span.begin
    if !span.isEmpty { segments.append(Segment(span: span, holder: holder)) }
  }
}

extension RunMeasurement {
  /// A stretch in which one held the thread.
  public struct Holding: Hashable, Sendable {
    /// When it took the thread, or the beginning of what was asked for.
    public let begin: Instant
    /// Who held it, and for how long.
    public let holder: Blame

    /// When it gave the thread back, or the end of what was asked for.
    public var end: Instant { begin.advanced(by: holder.time) }
  }

  /// Returns who held the thread in a stretch of the run, in order.
  ///
  /// Time in which the thread was free is left out. A holder that comes again is named again.
  ///
  /// - Complexity: O(log n + h) for n changes of the holder, h of them in the stretch.
  public func holdings(from begin: Instant, for length: Duration) -> [Holding] {
    let span = TimeSpan(
      begin: begin.nanoseconds, end: begin.advanced(by: length).nanoseconds)
    let first = facts.thread.segments.partitionIndex { $0.end > span.begin }
    return facts.thread.segments[first...].prefix { $0.begin < span.end }.map { segment in
      let held = facts.thread.holder(of: segment, for: segment.span.overlap(with: span))
      return Holding(
        begin: Instant(nanoseconds: max(segment.begin, span.begin)),
        holder: facts.thread.blame(held))
    }
  }

  /// Returns who held the thread in a stretch of the run, in order, each with how long it did.
  ///
  /// - Complexity: That of ``holdings(from:for:)``.
  public func holders(from begin: Instant, for length: Duration) -> [Blame] {
    holdings(from: begin, for: length).map { $0.holder }
  }

  /// When every refresh of the run began; the last may have no end.
  ///
  /// - Complexity: O(n) for n refreshes.
  public var vsyncs: [Instant] { times.vsyncs.map { Instant(nanoseconds: $0) } }
}
