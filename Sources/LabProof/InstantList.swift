import LabKernel
import LabTrace

/// Every instant that the loop, the display and the metrics compare in a run, in units.
struct InstantList {
  private var instants: [Int64] = []
  private let limit: Int64
  private let guardTime: Int64
  private var underWay: TraceSubject?
  /// What is known of each subject.
  private var timers: [Timer]

  private struct Timer {
    var isTimer = false
    var interval: Int64 = 0
    var tolerance: Int64 = 0
    var next = Int64.max
  }

  /// Creates the list of a run.
  ///
  /// - Parameters:
  ///   - trace: The run, up to its end.
  ///   - limit: How far instants can matter.
  init(_ trace: borrowing Trace, limit: Int64) {
    self.limit = limit
    guardTime = trace.header.guardTime.wholeNanoseconds
    timers = trace.names.map { _ in Timer() }
    instants.reserveCapacity(trace.records.count * 2)
    var isOver = false
    for record in trace.records {
      // Whether a callback is under way when the run ends is decided by when it is over.
      if isOver, record.kind != .calloutEnded || record.subject != underWay { continue }
      add(record.time.nanoseconds)
      note(record.event, at: record.time.nanoseconds)
      if record.kind == .ended { isOver = true }
    }
    // What is due between the last callback and the end is counted by the grid.
    for timer in timers where timer.interval > 0 {
      var date = timer.next
      while date < limit {
        add(date, timer.tolerance)
        date += timer.interval
      }
      add(date, timer.tolerance)
    }
  }

  mutating func add(_ instant: Int64) {
    // At most instants several things happen, one after the other.
    if instant < limit, instant != instants.last { instants.append(instant) }
  }

  /// Ends the life of the list, and returns its instants in ascending order.
  consuming func sorted() -> [Int64] {
    instants.sort()
    return instants
  }

  private mutating func add(_ date: Int64, _ tolerance: Int64) {
    add(date)
    if tolerance > 0 { add(date + tolerance) }
  }

  private mutating func note(_ event: TraceEvent, at now: Int64) {
    switch event {
    case .declared(let subject, .timer, let interval, let tolerance):
      timers[Int(subject)] = Timer(isTimer: true, interval: interval, tolerance: tolerance)
    case .rephased(let subject, let date):
      timers[Int(subject)].next = date.nanoseconds
      add(date.nanoseconds, timers[Int(subject)].tolerance)
    case .calloutBegan(let subject, _, let due, let newest):
      underWay = subject
      add(due.nanoseconds)
      add(newest.nanoseconds)
      timers[Int(subject)].next = due.nanoseconds
    case .calloutEnded(let subject, _, let next, let missed):
      underWay = nil
      let timer = timers[Int(subject)]
      guard let next, timer.isTimer else { return }
      // The dates that were skipped, and those that were folded into this one.
      for count in 0...max(0, missed) {
        add(next.nanoseconds - count * timer.interval, timer.tolerance)
        add(timer.next - count * timer.interval)
      }
      timers[Int(subject)].next = next.nanoseconds
    case .runBegan(let limit?):
      add(now + limit)
      add(now + limit + OpenProgram.unit)
    case .vsync: if guardTime > 0 { add(now - guardTime) }
    case .update(_, let animationTime, let due):
      add(animationTime.nanoseconds)
      add(due.nanoseconds)
    default: break
    }
  }
}
