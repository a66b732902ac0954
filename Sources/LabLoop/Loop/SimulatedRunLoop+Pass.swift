import LabKernel
import LabTrace

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
