import LabDisplay
import LabKernel
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
