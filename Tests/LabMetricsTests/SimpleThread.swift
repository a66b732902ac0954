import LabKernel
import LabTrace

/// A thread that serves one timer, one link and random tasks, just faithful enough to write traces.
///
/// It knows two modes: a scroll is a nested run in which both drivers starve.
struct SimpleThread {
  private(set) var line: [TraceRecord] = []
  private var now: Int64 = 0
  private var vsync: Int64 = 0
  private var isTracking = false
  private var pending: Int64?
  private var timerDue: Int64
  private var updates: Int64 = 0
  private var random: UInt64
  private let period: Int64
  private let interval: Int64
  private let end: Int64

  /// Subjects: 0 timer, 1 link, 2 task, 3 display.
  init(seed: UInt64, end: Int64, period: Int64, interval: Int64, taskEvery gap: Int64) {
    random = seed
    self.period = period
    self.interval = interval
    self.end = end
    timerDue = interval / 2
    emit(.declared, 0, detail: TraceSource.timer.rawValue, first: interval)
    emit(.declared, 1, detail: TraceSource.link.rawValue, first: 1)
    emit(.joined, 0)
    emit(.joined, 1)
    emit(.motionBegan, 0)
    emit(.runBegan, 0, mode: 0)
    var task = draw(below: 2 * gap)
    while now < end {
      if task <= now {
        if draw(below: 8) == 0 { scroll(for: draw(below: 4 * period)) } else { work() }
        task = now + draw(below: 2 * gap)
      } else if timerDue <= now {
        fireTimer()
      } else if let due = pending {
        fireLink(due)
      } else {
        commit()
        advance(to: min(task, timerDue, vsync * period, end))
      }
    }
    emit(.motionEnded, 0, first: timerDue - interval)
    emit(.ended, 0)
  }

  var trace: Trace {
    var trace = Trace()
    for name in ["timer", "link", "task", "display"] { _ = trace.intern(name) }
    for mode in ["default", "tracking"] { trace.addMode(mode) }
    for record in line { trace.append(record) }
    return trace
  }

  private mutating func draw(below limit: Int64) -> Int64 {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int64(random >> 33) % max(1, limit)
  }

  private mutating func emit(
    _ kind: TraceKind, _ subject: UInt32, detail: UInt8 = 0, mode: UInt8 = 0, first: Int64 = 0,
    second: Int64 = 0
  ) {
    line.append(
      TraceRecord(
        time: Instant(nanoseconds: now), kind: kind, subject: subject, detail: detail, mode: mode,
        depth: 1, first: first, second: second))
  }

  private mutating func advance(to target: Int64) {
    while vsync * period <= target {
      now = vsync * period
      emit(.vsync, 3, first: vsync)
      let isFree = pending == nil
      let outcome: TraceDueOutcome = isFree ? .pending : isTracking ? .starved : .blocked
      emit(.linkDue, 1, detail: outcome.rawValue, first: vsync)
      if isFree { pending = now }
      vsync += 1
    }
    now = max(now, target)
  }

  private mutating func commit() {
    guard updates > 0 else { return }
    // Every fifth picture keeps the render server busy for a refresh and a half.
    emit(.commit, 0, first: updates, second: vsync % 5 == 0 ? period * 3 / 2 : 0)
    updates = 0
  }

  private mutating func work() {
    emit(.taskBegan, 2)
    advance(to: now + draw(below: 2 * period))
    emit(.taskEnded, 2)
    emit(.input, 2, first: now - min(now, period / 2))
  }

  private mutating func scroll(for duration: Int64) {
    commit()
    emit(.runBegan, 0, mode: 1)
    isTracking = true
    advance(to: now + duration)
    isTracking = false
    emit(.runReturned, 0, mode: 1)
  }

  /// The timer moves something by a point a second, whose bits these are.
  private var place: Int64 { Int64(bitPattern: (Double(now) / 1e9).bitPattern) }

  private mutating func fireTimer() {
    let due = timerDue
    emit(.calloutBegan, 0, detail: TraceSource.timer.rawValue, first: due)
    advance(to: now + draw(below: interval / 4))
    emit(.update, 0, first: now, second: due)
    emit(.content, 0, first: place, second: now)
    let dropped = (now - due) / interval
    timerDue = due + (dropped + 1) * interval
    emit(.calloutEnded, 0, first: timerDue, second: dropped)
    updates += 1
  }

  private mutating func fireLink(_ due: Int64) {
    let newest = (vsync - 1) * period
    emit(.calloutBegan, 1, detail: TraceSource.link.rawValue, first: due, second: newest)
    pending = nil
    advance(to: now + draw(below: period / 4))
    emit(.update, 1, first: newest + period, second: due)
    emit(.calloutEnded, 1)
    updates += 1
  }
}
