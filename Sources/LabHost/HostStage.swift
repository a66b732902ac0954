import LabDisplay
package import LabKernel
import LabLoop
package import LabTrace
package import LabWorkload

/// The host's real run loop with timers, display links, load and gestures, ready to run once.
///
/// It stands beside `Stage`: the same scenario and seed give the same plan, and the trace can be
/// measured in the same way. The loop is that of the calling thread, the display a thread in
/// software, and another thread lets the load arrive.
package final class HostStage {
  let machine: any HostMachine
  let scenario: Scenario
  let seed: UInt64
  /// What the trace of the simulation says before the run.
  private let prologue: Trace
  let ring: HostRing
  private let arrivalRing: HostRing
  private let vsyncRing: HostRing
  let display: VsyncAgent
  /// What the host took from the thread of the loop in the run; `nil` before it.
  package private(set) var account: HostAccount?
  /// What fires the timers.
  private let source: HostSource
  /// The lateness beyond which a callback ends the run.
  private let bound: Duration?
  /// The callback that ended the run; `nil` if none was later than the bound.
  package private(set) var breakPoint: BreakPoint?
  /// The callback that was latest; `nil` unless it is watched for.
  package private(set) var worst: BreakPoint?
  /// Counts what the thread waits, if the latest callback is watched for.
  private var waits: WaitCounter?
  /// When the last callback ended, and what the thread had waited by then.
  private var lastWait: (end: Instant, waited: Int64?)?
  private let watchesWorst: Bool
  /// Whether the run is to end early; asked at each vsync, on another thread.
  package var isToEnd: @Sendable () -> Bool {
    get { display.isToEnd }
    set { display.isToEnd = newValue }
  }
  /// Whether the run was ended early.
  package var isBrokenOff: Bool { display.isBrokenOff }
  /// When the last callback of a driver ended, and what the host had taken by then.
  private var last: (end: Instant, account: HostAccount)?
  /// Whether the run is over, after which what still waits in the loop does nothing.
  private(set) var isOver = false
  /// The updates since the last commit.
  private var updates: Int64 = 0

  /// Sets a stage.
  ///
  /// - Parameters:
  ///   - scenario: What is put on it; the page of the library lists what cannot be.
  ///   - seed: Where all its randomness comes from.
  ///   - detail: How much its trace keeps.
  ///   - source: What fires the timers; but for those of the loop only on the main thread.
  ///   - isRealtime: Whether its threads go before all others, which takes a right that programs
  ///     usually lack.
  ///   - bound: A callback of a driver that is later ends the run at the next vsync.
  ///   - watchesWorst: Whether the latest callback is told of; costs a few microseconds a callback.
  /// - Precondition: The scenario can run live.
  package convenience init(
    _ scenario: Scenario, seed: UInt64, detail: Trace.Detail = .measurements,
    source: HostSource = .timer, isRealtime: Bool = false, breakingBeyond bound: Duration? = nil,
    watchingWorst watchesWorst: Bool = false
  ) {
    self.init(
      scenario, seed: seed, detail: detail, source: source,
      on: RealMachine(isRealtime: isRealtime), breakingBeyond: bound, watchingWorst: watchesWorst)
  }

  /// Sets a stage on a machine.
  package init(
    _ scenario: Scenario, seed: UInt64, detail: Trace.Detail, source: HostSource = .timer,
    on machine: any HostMachine, breakingBeyond bound: Duration? = nil,
    watchingWorst watchesWorst: Bool = false
  ) {
    for obstacle in Self.obstacles(to: scenario, source: source) { misuse("\(obstacle)") }
    (self.scenario, self.seed, self.source, self.machine) = (scenario, seed, source, machine)
    self.bound = bound
    self.watchesWorst = watchesWorst
    let stage = Stage(scenario, seed: seed, detail: detail)
    prologue = withExtendedLifetime(stage) { stage.recorder.trace }
    let tasks = scenario.loads.reduce(0) { $0 + Self.tasks(of: $1, scenario, seed).count }
    let refreshes = Int(scenario.duration / scenario.panel.rate.period) + 2
    let firings = scenario.drivers.reduce(0) { sum, driver in
      let interval = driver.source.interval
      return sum + (interval > .zero ? Int(scenario.duration / interval) : refreshes)
    }
    let touches = scenario.gestures.reduce(0) { sum, gesture in
      sum + 8 + (gesture.moves.map { Int(gesture.lasts / $0) } ?? 0)
    }
    // Each firing and task has a handful of records; the activities of a pass are ten.
    ring = HostRing(capacity: 1_024 + 24 * (refreshes + firings + tasks + touches))
    arrivalRing = HostRing(capacity: 2 * (tasks + touches) + 16)
    vsyncRing = HostRing(capacity: refreshes + 16)
    display = VsyncAgent(
      scenario.panel, Self.subject("display", in: prologue), until: Self.end(of: scenario),
      on: machine, vsyncRing)
  }

  private static func end(of scenario: Scenario) -> Int64 { scenario.duration.wholeNanoseconds }

  static func tasks(
    of load: Load, _ scenario: Scenario, _ seed: UInt64
  ) -> [Recording.Task] {
    load.writtenOut(seed: seed, until: .at(scenario.duration), limit: mostTasks)?.writtenTasks ?? []
  }

  private static func subject(_ name: String, in trace: Trace) -> TraceSubject {
    guard let index = trace.names.firstIndex(of: name) else {
      misuse("the simulation has no '\(name)'")
    }
    return TraceSubject(index)
  }

  func subject(_ name: String) -> TraceSubject { Self.subject(name, in: prologue) }

  /// Runs the loop in the default mode to the end of the scenario.
  ///
  /// - Returns: What happened. A record of kind `ended` marks the end of the run.
  /// - Throws: ``HostError`` if the host lacks something, or more happened than there is room for.
  package func run() throws(HostError) -> Trace {
    require(!isOver, "a stage runs once: set another for another run")
    let end = Self.end(of: scenario)
    try machine.prepare()
    let loop = try makeLoop()
    defer { loop.close() }
    loop.watch(
      { [ring, machine] in ring.put(.activity($0), at: machine.now) },
      { [unowned self] in commit() })
    for driver in scenario.drivers { try place(driver, in: loop) }
    var sources =
      (loop as? MainRunLoop).map { loop in scenario.gestures.flatMap { place($0, in: loop) } } ?? []
    for load in scenario.loads { sources.append(try place(load, in: loop)) }
    nonisolated(unsafe) let woken = loop
    display.stop = { unsafe woken.stop() }
    machine.start([
      display, ArrivalAgent(sources, on: machine, arrivalRing),
      EndAgent(end) { unsafe woken.wakeUp() },
    ])
    // Which threads serve a queue is not known before.
    let isMine = source.runsOnOneThread
    let before = HostAccount(ofAllThreads: !isMine)
    if watchesWorst, isMine { waits = WaitCounter() }
    if watchesWorst { lastWait = (Instant(nanoseconds: machine.now), waits?.nanoseconds) }
    run(.default, for: scenario.duration, in: loop)
    let over = display.isBrokenOff ? min(end, machine.now) : end
    account = HostAccount(ofAllThreads: !isMine) - before
    isOver = true
    machine.stop()
    guard !ring.isFull, !arrivalRing.isFull, !vsyncRing.isFull else {
      throw .tooManyEvents(limit: ring.capacity)
    }
    var builder = TraceBuilder(
      prologue, until: over, vsyncs: vsyncRing.all, arrivals: arrivalRing.all, loop: ring.all)
    return builder.build()
  }

  private func makeLoop() throws(HostError) -> any HostLoop {
    switch source {
    case .timer, .dispatchMain, .task: return try MainRunLoop(source, on: machine)
    case .dispatch, .dispatchStrict:
      return QueueLoop(isStrict: source == .dispatchStrict, on: machine)
    case .loop:
      #if os(Linux)
        return try PollLoop(on: machine)
      #else
        misuse("only Linux has timerfd")
      #endif
    }
  }

  /// Runs the loop in a mode, and records the run.
  func run(_ mode: LoopMode, for limit: Duration, in loop: any HostLoop) {
    let index = prologue.modes.firstIndex(of: mode.name).map { UInt8($0) } ?? TraceRecord.noMode
    ring.put(.runBegan(limit: max(0, limit.wholeNanoseconds)), at: machine.now, mode: index)
    let result = loop.run(mode, for: limit)
    ring.put(.runReturned(result), at: machine.now)
  }

  private func commit() {
    guard updates > 0 else { return }
    ring.put(.commit(updates: updates, renderCost: 0), at: machine.now)
    updates = 0
  }

  /// Records that a driver has changed what is to be shown.
  func update(_ driver: TraceSubject, _ time: Int64, due: Int64, at instant: Int64) {
    updates += 1
    ring.put(
      .update(
        driver, animationTime: Instant(nanoseconds: time), due: Instant(nanoseconds: due)),
      at: instant)
  }

  // MARK: The latest callback

  /// Keeps a callback that begins later than all before it.
  private func compare(_ driver: TraceSubject, due: Int64, began: Int64) {
    guard began - due > worst?.lateness.wholeNanoseconds ?? -1 else { return }
    let wait = lastWait?.waited.flatMap { before in
      waits?.nanoseconds.map { Duration.nanoseconds($0 - before) }
    }
    worst = BreakPoint(
      driver: prologue.names[Int(driver)], due: Instant(nanoseconds: due),
      began: Instant(nanoseconds: began), since: lastWait?.end,
      account: HostAccount(runQueueWait: wait))
  }

  // MARK: Breaking off

  /// Breaks the run off if a callback that begins is later than the bound.
  ///
  /// A callback that begins after the end does not count: no trace holds it.
  func judge(_ driver: TraceSubject, due: Int64, began: Int64) {
    guard began < Self.end(of: scenario) else { return }
    if watchesWorst { compare(driver, due: due, began: began) }
    guard let bound, breakPoint == nil, began - due > bound.wholeNanoseconds else { return }
    breakPoint = BreakPoint(
      driver: prologue.names[Int(driver)], due: Instant(nanoseconds: due),
      began: Instant(nanoseconds: began), since: last?.end,
      account: last.map { HostAccount() - $0.account })
    display.breakOff()
  }

  /// Notes what the host had taken when a callback of a driver ended, if one may end the run.
  func noteEnd(at now: Int64) {
    if watchesWorst { lastWait = (Instant(nanoseconds: now), waits?.nanoseconds) }
    guard bound != nil, breakPoint == nil else { return }
    last = (Instant(nanoseconds: now), HostAccount())
  }
}

extension HostStage {
  /// Makes a driver on the loop.
  func place(_ driver: Driver, in loop: any HostLoop) throws(HostError) {
    var costs = driver.costStream(seed: seed)
    let draw = { driver.cost.draw(from: &costs).wholeNanoseconds }
    nonisolated(unsafe) let stage = self
    switch driver.source {
    case .timer(let setting):
      let first = setting.firstFire ?? Instant.start.advanced(by: setting.interval)
      let timer = HostTimer(
        subject: subject(driver.name), first: first.nanoseconds,
        interval: setting.interval.wholeNanoseconds,
        tolerance: setting.tolerance.wholeNanoseconds, draw: draw)
      try loop.set(timer, of: driver) { unsafe stage.fire(timer, due: $0) }
    case .link:
      let link = HostLink(subject: subject(driver.name), draw: draw)
      display.rings.append(
        try loop.makePort(in: driver.modes) { unsafe stage.callBack(link) })
    case .loop: preconditionFailure("a loop of its own is an obstacle")
    }
  }

  private func fire(_ timer: HostTimer, due: Int64) {
    guard !isOver else { return }
    let began = machine.now
    judge(timer.subject, due: due, began: began)
    let instant = Instant(nanoseconds: due)
    ring.put(.calloutBegan(timer.subject, .timer, due: instant, newest: instant), at: began)
    let done = machine.occupy(until: began + timer.draw())
    update(timer.subject, began, due: due, at: done)
    let ended = machine.now
    let next = timer.next(after: ended, due: due)
    ring.put(
      .calloutEnded(
        timer.subject, .timer, next: Instant(nanoseconds: next.date), missed: next.missed),
      at: ended)
    noteEnd(at: ended)
  }

  /// Answers the vsyncs that have come since the last callback, whose indices are recorded in the
  /// place of their times; those of a vsync are known when the run is over.
  private func callBack(_ link: HostLink) {
    let began = machine.now
    let newest = display.newestIndex
    // The port may have been rung again while the loop was on its way.
    guard newest > link.answered, !isOver else { return }
    let (oldest, answered) = (Int64(link.answered + 1), Int64(newest))
    link.answered = newest
    judge(link.subject, due: scenario.panel.vsync(Int(oldest)).nanoseconds, began: began)
    ring.put(
      .calloutBegan(
        link.subject, .link, due: Instant(nanoseconds: oldest),
        newest: Instant(nanoseconds: answered)), at: began)
    let done = machine.occupy(until: began + link.draw())
    update(link.subject, answered, due: oldest, at: done)
    let ended = machine.now
    ring.put(.calloutEnded(link.subject, .link, next: nil, missed: 0), at: ended)
    noteEnd(at: ended)
  }
}

/// A display link: a port that the display in software rings.
private final class HostLink {
  let subject: TraceSubject
  let draw: () -> Int64
  /// The newest vsync that was answered.
  var answered = -1

  init(subject: TraceSubject, draw: @escaping () -> Int64) {
    self.subject = subject
    self.draw = draw
  }
}

extension HostStage {
  /// Opens the way by which a load is delivered on the loop.
  func place(_ load: Load, in loop: any HostLoop) throws(HostError) -> ArrivalAgent.Source {
    let tasks = Self.tasks(of: load, scenario, seed)
    let waiting = HostLoad(
      subject(load.name),
      tasks.map { .init(planned: $0.arrival.nanoseconds, duration: $0.duration.wholeNanoseconds) })
    nonisolated(unsafe) let stage = self
    waiting.knock = try loop.open(for: load, waiting) { unsafe stage.workOff(waiting, $0) }
    return ArrivalAgent.Source(load: waiting, isTask: true, isTimer: load.delivery == .timer)
  }

  /// Works on the tasks that wait, in order of arrival; a block is one task.
  private func workOff(_ waiting: HostLoad, _ source: TraceSource) {
    let isBlock = source == .block || source == .mainQueue
    let count = min(waiting.waitingCount, isBlock ? 1 : .max)
    // Another callout may have taken what this one was made for, or the run is over.
    guard count > 0, !isOver else { return }
    // A timer is set anew by each arrival.
    let oldest = waiting.arrival(source == .timer ? count - 1 : 0)
    let newest = source == .port ? waiting.arrival(count - 1) : oldest
    let due = Instant(nanoseconds: oldest)
    var now = machine.now
    ring.put(
      .calloutBegan(waiting.subject, source, due: due, newest: Instant(nanoseconds: newest)),
      at: now)
    for _ in 0..<count {
      let task = waiting.take()
      ring.put(
        .taskBegan(
          waiting.subject, serial: Int64(task.serial),
          arrival: Instant(nanoseconds: task.arrival)), at: now)
      now = machine.occupy(until: now + task.duration)
      ring.put(.taskEnded(waiting.subject, serial: Int64(task.serial)), at: now)
    }
    let next = source == .timer ? nextDate(of: waiting, after: due) : nil
    ring.put(.calloutEnded(waiting.subject, source, next: next, missed: 0), at: machine.now)
  }

  /// The date of a load's timer after a firing: that of the last arrival meanwhile, or never.
  private func nextDate(of waiting: HostLoad, after due: Instant) -> Instant {
    let count = waiting.waitingCount
    return count > 0
      ? Instant(nanoseconds: waiting.arrival(count - 1))
      : due.advanced(by: .seconds(504_911_232))
  }

  /// Lets a finger signal a source, whose callout runs the loop in the tracking mode until it
  /// lifts.
  ///
  /// - Returns: The touch, and the moves of the finger if it reports them.
  func place(_ gesture: Gesture, in loop: MainRunLoop) -> [ArrivalAgent.Source] {
    let lift = gesture.begins.advanced(by: gesture.lasts).nanoseconds
    nonisolated(unsafe) let (stage, innerLoop) = (self, loop)
    let touch = HostLoad(
      subject(gesture.name), [.init(planned: gesture.begins.nanoseconds, duration: 0)])
    touch.knock = loop.makeSource(in: [.default]) {
      unsafe stage.notice(touch) {
        let left = unsafe lift - stage.machine.now
        if left > 0 { unsafe stage.run(.tracking, for: .nanoseconds(left), in: innerLoop) }
      }
    }
    var sources = [ArrivalAgent.Source(load: touch, isTask: false, isTimer: false)]
    guard let interval = gesture.moves?.wholeNanoseconds else { return sources }
    let begins = gesture.begins.nanoseconds
    let instants = stride(from: begins + interval, to: lift, by: Int64.Stride(interval))
    let moves = HostLoad(
      subject("\(gesture.name) moves"), instants.map { .init(planned: $0, duration: 0) })
    moves.knock = loop.makeSource(in: [.tracking]) { unsafe stage.notice(moves) {} }
    sources.append(ArrivalAgent.Source(load: moves, isTask: false, isTimer: false))
    return sources
  }

  /// Records the touches that wait, and then does what follows from them.
  private func notice(_ touches: HostLoad, _ follow: () -> Void) {
    guard touches.waitingCount > 0 else { return }
    let due = Instant(nanoseconds: touches.arrival())
    let now = machine.now
    ring.put(.calloutBegan(touches.subject, .signalled, due: due, newest: due), at: now)
    while touches.waitingCount > 0 {
      let happened = Instant(nanoseconds: touches.take().arrival)
      ring.put(.input(touches.subject, happened: happened), at: machine.now)
    }
    follow()
    ring.put(.calloutEnded(touches.subject, .signalled, next: nil, missed: 0), at: machine.now)
  }
}

extension HostStage {
  /// A callback that was later than the bound, and so ended the run, or later than all others.
  package struct BreakPoint: Hashable, Sendable {
    /// The timer or display link.
    package let driver: String
    /// The date that it answered; of a display link as planned.
    package let due: Instant
    /// When it began.
    package let began: Instant
    /// When the callback before it ended; `nil` for the first one.
    package let since: Instant?
    /// What the host took from the thread since then; `nil` likewise.
    package let account: HostAccount?

    /// How late it was.
    package var lateness: Duration { due.duration(to: began) }
  }
}

/// Why a run on the host came to nothing.
package enum HostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system has no port, memory or thread left, or does not allow what was asked for.
  case refused(String, reason: String)
  /// More happened than there was room for.
  case tooManyEvents(limit: Int)

  /// What is wrong, and a remedy.
  package var description: String {
    switch self {
    case .refused(let what, let reason): "\(what): \(reason)."
    case .tooManyEvents(let limit):
      "the run has more than \(limit) events. Write a shorter 'run', or longer intervals."
    }
  }
}
