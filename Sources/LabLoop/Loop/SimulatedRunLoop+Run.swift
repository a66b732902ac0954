public import LabKernel
public import LabTrace

extension SimulatedRunLoop {
  /// Why a run returned (R24).
  public typealias Result = TraceRunResult

  /// What belongs to one run and is not shared with the runs nested in it (R96).
  struct Run {
    let mode: Int
    let returnsAfterSource: Bool
    /// When the run is over; `Int64.max` for never, −1 for a run that only polls.
    var limit = Int64.max
    var isStopped = false
    var ignoresWakeUps = false
    /// Whether it serves the main queue, which is settled before its first pass (R90).
    var servesMainQueue = false
    /// The timer that is calling out; −1 if none is.
    var firing = -1
    /// How many runs are nested, this one included; 255 stands for more.
    var recordedDepth: UInt8 = 0
    private var state = State.running

    /// Whether the run goes on, or was put aside; see ``SimulatedRunLoop/advance(to:in:)``.
    private enum State {
      case running
      /// It sleeps, and goes on with what it waits for.
      case parked(Wait)
    }

    init(mode: Int, returnsAfterSource: Bool) {
      self.mode = mode
      self.returnsAfterSource = returnsAfterSource
    }

    var polls: Bool { limit < 0 }

    /// The mode as records have it: 255 for none.
    var recordedMode: UInt8 { UInt8(truncatingIfNeeded: mode) }

    var isParked: Bool { if case .parked = state { true } else { false } }

    mutating func park(_ wait: Wait) { state = .parked(wait) }

    /// Lets a parked run go on, and returns what it waits for; `nil` if it is running.
    @inline(always)
    mutating func unpark() -> Wait? {
      guard case .parked(let wait) = state else { return nil }
      state = .running
      return wait
    }

    /// What stands for the innermost run while the loop does not run.
    static let idle = Run(mode: -1, returnsAfterSource: false)
  }

  /// Runs the loop in a mode until something ends the run.
  ///
  /// - Parameters:
  ///   - mode: The mode to serve. The common set is not a mode: it finishes at once (R16).
  ///   - limit: How long; zero or less makes a single polling pass, `nil` or more than 16 years
  ///     sets no limit (R26).
  ///   - returnAfterSourceHandled: Whether to return as soon as a source, a port or the main queue
  ///     was served.
  /// - Returns: Why the run ended.
  /// - Source: `CFRunLoopRunInMode`, R23.
  @discardableResult
  public func run(
    _ mode: Mode, for limit: Duration? = nil, returnAfterSourceHandled: Bool = false
  ) -> Result {
    require(
      !innermost.isParked, "a run that was put aside in its sleep can only be advanced")
    guard !world.hasFailed else { return .abandoned }
    guard mode != .common, let index = knownIndex(of: mode), !isEmpty(index) else {
      return .finished
    }
    guard depth < deepestNesting else {
      world.fail(.nestedTooDeeply(at: world.now, depth: depth, mode: mode.name))
      return .abandoned
    }
    enter(Run(mode: index, returnsAfterSource: returnAfterSourceHandled), for: limit)
    let result = runPasses(for: limit)
    leaveRun(result)
    return result
  }

  func enter(_ newRun: Run, for limit: Duration? = nil) {
    outerRuns.append(innermost)
    innermost = newRun
    innermost.recordedDepth = UInt8(clamping: depth)
    record(.runBegan(limit: limit.map { max(0, $0.wholeNanoseconds) }))
    announce(.entry)
    innermost.servesMainQueue = servesMainQueue
  }

  func leaveRun(_ result: Result) {
    announce(.exit)
    record(.runReturned(result))
    innermost = outerRuns.popLast() ?? Run.idle
  }

  /// Sets up the limit, makes passes until one decides to return, and tears the limit down.
  private func runPasses(for limit: Duration?) -> Result {
    if let result = takeStop() { return result }  // R25
    guard let limit, limit <= .nanoseconds(TimerState.longestInterval) else {
      return repeatPasses() ?? .abandoned
    }
    guard limit > .zero else {
      innermost.limit = -1
      return repeatPasses() ?? .abandoned
    }
    let end = world.now.advanced(by: limit)
    innermost.limit = end.nanoseconds
    let me = Unowned(self)
    let device = world.makeDevice("limit of a run", priority: .limit) { _ in
      me.use { $0.wakeUp() }
    }
    world.schedule(device, at: end.advanced(by: limitWakeUpDelay))
    defer { world.remove(device) }
    return repeatPasses() ?? .abandoned
  }

  /// Makes passes until one decides to return; `nil` if the run is parked.
  func repeatPasses() -> Result? {
    if let model { return performTasks(of: model) }
    // The main queue is not polled in the first pass of a run (R90).
    var drainedMainQueue = true
    while true {
      let polls = innermost.servesMainQueue && !drainedMainQueue
      guard let outcome = makePass(pollsMainQueue: polls) else { return nil }
      drainedMainQueue = outcome.drainedMainQueue
      if let result = decideToReturn(handledSource: outcome.handledSource) { return result }
    }
  }

  /// Whether the run that just began serves the main queue (R90).
  private var servesMainQueue: Bool {
    isMain && !status.isDrainingMainQueue && modes[innermost.mode].isCommon
  }

  /// The return decision at the end of a pass; the first match wins (R34).
  @inline(__always)
  func decideToReturn(handledSource: Bool) -> Result? {
    if world.hasFailed { return .abandoned }
    if handledSource, innermost.returnsAfterSource { return .handledSource }
    if innermost.limit < world.now.nanoseconds { return .timedOut }
    if let result = takeStop() { return result }
    return !innermost.servesMainQueue && isEmpty(innermost.mode) ? .finished : nil  // R19
  }

  /// Honours a stop of this run, or of its mode, and forgets it.
  @inline(__always)
  func takeStop() -> Result? {
    if innermost.isStopped {
      innermost.isStopped = false
      return .stopped
    }
    if modes[innermost.mode].isStopped {
      modes[innermost.mode].isStopped = false
      return .stopped
    }
    return nil
  }
}

extension SimulatedRunLoop {
  /// What the first half of a pass leaves to the second.
  struct Wait {
    /// Whether a source was handled, after which the pass does not sleep.
    var handledSource = false
    /// Whether the pass sleeps until a port is ready, rather than look once.
    var sleeps = true
    /// Whether the poll found work in the main queue, so that no other port is asked (R90).
    var drainsMainQueue = false
  }

  /// What a pass tells the return decision and the next pass.
  struct PassOutcome {
    var handledSource = false
    var drainedMainQueue = false
  }

  /// Makes one pass of the innermost run (R27), or goes on with one that was parked in its sleep.
  ///
  /// The numbers are those of the steps in <doc:OnePassOfTheLoop>. Exactly one port is served,
  /// however many are ready (R28).
  ///
  /// - Returns: What came of it; `nil` if the run is parked.
  @inline(always)
  func makePass(pollsMainQueue: Bool) -> PassOutcome? {
    let mode = innermost.mode
    let wait = innermost.unpark() ?? prepareToSleep(in: mode, pollsMainQueue: pollsMainQueue)
    if parkIfOverdue(wait) { return nil }
    let taken = wait.drainsMainQueue ? nil : waitForPort(in: mode, wait)
    return taken == nil && innermost.isParked ? nil : serve(taken, after: wait, in: mode)
  }

  @inline(always)
  private func prepareToSleep(in mode: Int, pollsMainQueue: Bool) -> Wait {
    var wait = Wait()
    innermost.ignoresWakeUps = false  // 1
    announce(.beforeTimers)  // 2
    announce(.beforeSources)  // 3
    performBlocks(in: mode)  // 4
    wait.handledSource = performSources(in: mode)  // 5
    if wait.handledSource { performBlocks(in: mode) }  // 6
    wait.sleeps = !wait.handledSource && !innermost.polls  // 7
    if pollsMainQueue, ports.takeMessage(of: PortSet.mainQueue) {  // 8
      wait.drainsMainQueue = true
      wait.sleeps = false
      return wait
    }
    if wait.sleeps { announce(.beforeWaiting) }  // 9
    status.isWaiting = true  // 10
    // Only meanwhile in the wait set, behind all that are ready (R31).
    if innermost.servesMainQueue { ports.enqueue(PortSet.mainQueue, in: mode) }  // 10
    return wait
  }

  /// Waits for one port of the mode, and takes one message from it: step 11.
  @inline(always)
  private func waitForPort(in mode: Int, _ wait: Wait) -> PortSet.Taken? {
    let ready = ports.readyPort(in: mode) ?? (wait.sleeps ? sleepForPort(in: mode, wait) : nil)
    return ready.map { ports.takeFirst($0, in: mode) }
  }

  /// Sleeps until a port of the mode is ready, and returns it.
  @inline(always)
  private func sleepForPort(in mode: Int, _ wait: Wait) -> Int? {
    var ready: Int?
    repeat {
      guard sleep(wait) else { return nil }
      ready = ports.readyPort(in: mode)
    } while ready == nil
    if let delay = wakeUpDelay.map({ max(0, $0().wholeNanoseconds) }) {
      world.spend(nanoseconds: delay)
      record(.woke(after: delay))
      return ports.readyPort(in: mode)
    }
    return ready
  }

  @inline(always)
  private func serve(
    _ taken: PortSet.Taken?, after wait: Wait, in mode: Int
  ) -> PassOutcome {
    if !wait.drainsMainQueue {  // 12
      if ports[PortSet.mainQueue].isReady { ports.dequeue(PortSet.mainQueue, from: mode) }
      status.isWaiting = false
    }
    innermost.ignoresWakeUps = true  // 12
    recordPass(slept: wait.sleeps)
    let isWithdrawn = wait.sleeps && announceWakeUp(for: taken)  // 13
    var outcome = PassOutcome(handledSource: wait.handledSource)
    if wait.drainsMainQueue {  // 14
      serveMainQueue(&outcome)
    } else if let taken, !isWithdrawn {
      serve(taken, in: mode, &outcome)
    }
    performBlocks(in: mode)  // 15
    return outcome
  }

  /// Announces that the thread woke up, while what it woke up for is yet to be answered.
  ///
  /// - Returns: Whether that was taken back meanwhile.
  @inline(always)
  private func announceWakeUp(for taken: PortSet.Taken?) -> Bool {
    guard observers.watch(.afterWaiting) else { return false }
    let outer = status.taken
    defer { status.taken = outer }
    status.taken = taken?.serial
    show(.afterWaiting)
    return status.taken != taken?.serial
  }

  @inline(always)
  private func serve(_ taken: PortSet.Taken, in mode: Int, _ outcome: inout PassOutcome) {
    switch ports[taken.port].purpose {
    case .wakeUp:
      break
    case .alarm:
      fireTimers(in: mode)
    case .mainQueue:
      serveMainQueue(&outcome)
    case .source:
      // An observer may have taken the port out of the mode since the loop woke.
      if ports[taken.port].item.modes.contains(mode), perform(taken) {
        outcome.handledSource = true
      }
    }
  }

  private func serveMainQueue(_ outcome: inout PassOutcome) {
    drainMainQueue()
    outcome.handledSource = true
    outcome.drainedMainQueue = true
  }

  /// Returns whether nothing in a mode could ever call out (R18–R20).
  ///
  /// Observers do not count. On the main thread a common mode stands for the main queue as well,
  /// and so is never empty outside a drain of it.
  @inline(always)
  func isEmpty(_ mode: Int) -> Bool {
    if isMain, !status.isDrainingMainQueue, modes[mode].isCommon { return false }
    return hasNoItems(mode)
  }

  private func hasNoItems(_ mode: Int) -> Bool {
    !sources.areIn(mode) && !ports.hasSources(in: mode) && timers.isEmpty(mode)
      && !blocks.contains { matches($0, mode) }
  }
}

extension SimulatedRunLoop {
  /// Moves an outermost run on to an instant, and begins the run if there is none.
  ///
  /// The loop is put aside before it waits, between two announcements, and goes on there at the
  /// next call: a run in many pieces leaves the very trace of a run in one. A busy thread cannot be
  /// put aside, so the pass that holds it at the instant is finished first; time may then stand
  /// later, and what became ready meanwhile waits for the next call.
  ///
  ///     loop.advance(to: loop.world.now + .milliseconds(10))
  ///
  /// - Parameters:
  ///   - instant: How far. A thread that is free by then has done all that is due, what is due then
  ///     included.
  ///   - mode: The mode of the run that begins, after one that was stopped as well.
  /// - Precondition: No callout is under way.
  public func advance(to instant: Instant, in mode: Mode = .default) {
    require(
      depth == 0 || innermost.isParked, "a callout cannot move on the loop that called it")
    status.horizon = instant
    defer { status.horizon = nil }
    while !world.hasFailed {
      let begins = !isRunning
      if begins { enter(Run(mode: index(of: mode), returnsAfterSource: false)) }
      guard let result = (begins ? takeStop() : nil) ?? repeatPasses() else { return }  // R25
      leaveRun(result)
    }
  }

  /// Puts an outermost run aside if the instant to which it was moved has passed, and returns
  /// whether.
  ///
  /// A thread whose callouts take longer than the time between them never sleeps.
  @inline(always)
  func parkIfOverdue(_ wait: Wait) -> Bool {
    guard let horizon = status.horizon, depth == 1, world.now > horizon else { return false }
    innermost.park(wait)
    return true
  }

  /// Sleeps until something happens, or until an outermost run is to be parked.
  @inline(always)
  func sleep(_ wait: Wait) -> Bool {
    guard let horizon = status.horizon, depth == 1 else { return world.sleep() }
    return sleep(wait, until: horizon)
  }

  private func sleep(_ wait: Wait, until horizon: Instant) -> Bool {
    if world.sleep(until: horizon) { return true }
    if !world.hasFailed { innermost.park(wait) }
    return false
  }
}
