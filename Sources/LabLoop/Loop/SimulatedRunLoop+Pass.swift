import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// What a pass tells the return decision and the next pass.
  struct PassOutcome {
    var handledSource = false
    var drainedMainQueue = false
  }

  /// Makes one pass of the innermost run (R27).
  ///
  /// The numbers are those of the steps in <doc:OnePassOfTheLoop>. Exactly one port is served, however
  /// many are ready (R28).
  @inline(always)
  func makePass(pollsMainQueue: Bool, servesMainQueue: Bool) -> PassOutcome {
    let mode = innermost.value.mode
    var outcome = PassOutcome()
    var port: Int?
    var sleeps = true
    if !innermost.value.isAsleep {  // A run that was put aside goes on in its sleep.
      ignoreWakeUps(false)  // 1
      announce(.beforeTimers)  // 2
      announce(.beforeSources)  // 3
      performBlocks(in: mode)  // 4
      outcome.handledSource = performSources(in: mode)  // 5
      if outcome.handledSource { performBlocks(in: mode) }  // 6
      sleeps = !outcome.handledSource && !innermost.value.polls  // 7
      if pollsMainQueue, ports.takeMessage(of: mainQueuePort) {  // 8
        port = mainQueuePort
        sleeps = false
      } else if sleeps || simplifies(.announcesPollingPasses) {
        announce(.beforeWaiting)  // 9
      }
    }
    if port == nil {
      port = waitForPort(in: mode, sleeps: sleeps, servesMainQueue: servesMainQueue)  // 10 to 12
      if innermost.value.isAsleep { return outcome }
    }
    ignoreWakeUps(true)  // 12, wake-ups
    if sleeps { announce(.afterWaiting) }  // 13
    if let port { serve(port, in: mode, &outcome) }  // 14
    if simplifies(.servesAllReadyPorts) { serveAllReadyPorts(in: mode, &outcome) }
    performBlocks(in: mode)  // 15
    return outcome
  }

  /// Sleeps until a port of the mode is ready, and takes one message from it.
  ///
  /// The main queue's port stands in the wait set only meanwhile, behind all that are ready (R31).
  @inline(always)
  private func waitForPort(in mode: Int, sleeps: Bool, servesMainQueue: Bool) -> Int? {
    if innermost.value.isAsleep {
      innermost.value.isAsleep = false
    } else {
      status.value.isWaiting = true
      if servesMainQueue { ports.join(mainQueuePort, to: mode) }
    }
    let isReady = ports.hasReadyPort(in: mode) || (sleeps && sleepForPort(in: mode))
    if innermost.value.isAsleep { return nil }
    let port = isReady ? ports.takeReadyPort(in: mode) : nil
    if servesMainQueue { ports.leave(mainQueuePort, from: mode) }
    status.value.isWaiting = false
    return port
  }

  /// Sleeps until a port of the mode is ready, and returns whether one is.
  @inline(always)
  private func sleepForPort(in mode: Int) -> Bool {
    if simplifies(.finishesBeforeSleeping), isEmpty(mode) { return false }
    repeat {
      guard sleep() else { return false }
    } while !ports.hasReadyPort(in: mode)
    if let delay = wake.value?() {
      world.spend(nanoseconds: delay.wholeNanoseconds)
      record(.woke(after: delay.wholeNanoseconds))
      return ports.hasReadyPort(in: mode)
    }
    return true
  }

  @inline(always)
  private func serve(_ port: Int, in mode: Int, _ outcome: inout PassOutcome) {
    switch ports[port].purpose {
    case .wakeUp:
      break
    case .alarm:
      let fired = fireTimers(in: mode)
      if fired, simplifies(.countsTimersAsSources) { outcome.handledSource = true }
    case .mainQueue:
      drainMainQueue()
      outcome.handledSource = true
      outcome.drainedMainQueue = true
    case .source:
      // An observer may have taken the port out of the mode since the loop woke.
      if ports[port].item.modes.contains(mode), performPort(port) {
        outcome.handledSource = true
      }
    }
  }

  private func serveAllReadyPorts(in mode: Int, _ outcome: inout PassOutcome) {
    while !world.hasFailed, ports.hasReadyPort(in: mode),
      let port = ports.takeReadyPort(in: mode)
    {
      serve(port, in: mode, &outcome)
    }
  }

  /// Returns whether nothing in a mode could ever call out (R18–R20).
  ///
  /// Observers do not count. On the main thread a common mode stands for the main queue as well, and
  /// so is never empty outside a drain of it.
  @inline(always)
  func isEmpty(_ mode: Int) -> Bool {
    if isMain, !status.value.isDrainingMainQueue, modes[mode].isCommon { return false }
    return hasNoItems(mode)
  }

  private func hasNoItems(_ mode: Int) -> Bool {
    !sources.areIn(mode) && !ports.hasSources(in: mode) && timers.isEmpty(mode)
      && !blocks.value.contains { matches($0, mode) }
  }
}
