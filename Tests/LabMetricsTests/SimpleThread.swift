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
  private let stepsScene: Bool

  /// Subjects: 0 timer, 1 link, 2 task, 3 display.
  init(
    seed: UInt64, end: Int64, period: Int64, interval: Int64, taskEvery gap: Int64,
    stepsScene: Bool = false
  ) {
    self.stepsScene = stepsScene
    random = seed
    self.period = period
    self.interval = interval
    self.end = end
    timerDue = interval / 2
    emit(.declared(0, .timer, interval: interval))
    emit(.declared(1, .link, interval: 1))
    emit(.joined(0, mode: 0))
    emit(.joined(1, mode: 0))
    emit(.motionBegan(0))
    emit(.runBegan(limit: nil))
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
    emit(.motionEnded(0, calloutBegan: .ns(timerDue - interval)))
    emit(.ended)
  }

  func trace(_ header: Trace.Header = .init()) -> Trace {
    var trace = Trace(header: header)
    for name in ["timer", "link", "task", "display"] { _ = trace.intern(name) }
    for mode in ["default", "tracking"] { trace.addMode(mode) }
    for record in line { trace.append(record) }
    return trace
  }

  private mutating func draw(below limit: Int64) -> Int64 {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int64(random >> 33) % max(1, limit)
  }

  private mutating func emit(_ event: TraceEvent, mode: UInt8 = 0) {
    line.append(TraceRecord(event, at: .ns(now), mode: mode, depth: 1))
  }

  private mutating func advance(to target: Int64) {
    while vsync * period <= target {
      now = vsync * period
      emit(.vsync(3, index: vsync, .grid, aim: 0))
      let isFree = pending == nil
      let outcome: TraceDueOutcome = isFree ? .pending : isTracking ? .starved : .blocked
      emit(.linkDue(1, vsync: vsync, outcome))
      if isFree { pending = now }
      vsync += 1
    }
    now = max(now, target)
  }

  private mutating func commit() {
    guard updates > 0 else { return }
    // Every fifth picture keeps the render server busy for a refresh and a half.
    emit(.commit(updates: updates, renderCost: vsync % 5 == 0 ? period * 3 / 2 : 0))
    updates = 0
  }

  private mutating func work() {
    emit(.taskBegan(2, serial: 0, arrival: .start))
    advance(to: now + draw(below: 2 * period))
    emit(.taskEnded(2, serial: 0))
    emit(.input(2, happened: .ns(now - min(now, period / 2))))
  }

  private mutating func scroll(for duration: Int64) {
    commit()
    emit(.runBegan(limit: nil), mode: 1)
    isTracking = true
    advance(to: now + duration)
    isTracking = false
    emit(.runReturned(.finished), mode: 1)
  }

  /// The timer moves something by a point a second.
  private var place: Double { Double(now) / 1e9 }

  private mutating func fireTimer() {
    let due = timerDue
    emit(.calloutBegan(0, .timer, due: .ns(due), newest: .ns(due)))
    advance(to: now + draw(below: interval / 4))
    emit(.update(0, animationTime: .ns(now), due: .ns(due)))
    emit(.content(0, place: place, offset: now, isHandedOver: false))
    if stepsScene { stepScene() }
    let dropped = (now - due) / interval
    timerDue = due + (dropped + 1) * interval
    emit(.calloutEnded(0, .timer, next: .ns(timerDue), missed: dropped))
    updates += 1
  }

  /// The timer steps a scene of one body that falls out of its room after a second.
  private mutating func stepScene() {
    let events: [SceneEvent] = [
      .pose(x: 10, y: place), .turn(angle: place, spin: 1),
      .steps(now / interval % 3, lead: now % 7),
      .lengths(longest: interval, squares: 1e-4), .dropped(steps: 1, time: 5),
      .energy(100 - place, speed: 1), .departure(rootMeanSquare: place, largest: place),
      .sample(taken: .ns(now - 2_000_000)), .contactBegan(0, -1), .contactEnded(0, -1),
      .layout(notifications: 2, parts: 4),
    ]
    for event in events { emit(.scene(0, event)) }
  }

  private mutating func fireLink(_ due: Int64) {
    let newest = (vsync - 1) * period
    emit(.calloutBegan(1, .link, due: .ns(due), newest: .ns(newest)))
    pending = nil
    advance(to: now + draw(below: period / 4))
    emit(.update(1, animationTime: .ns(newest + period), due: .ns(due)))
    emit(.calloutEnded(1, .link, next: nil, missed: 0))
    updates += 1
  }
}
