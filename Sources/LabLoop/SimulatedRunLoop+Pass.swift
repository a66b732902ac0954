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
  func makePass(pollsMainQueue: Bool, servesMainQueue: Bool) -> PassOutcome {
    let mode = runs.last.mode
    var outcome = PassOutcome()
    if runs.last.isAsleep {
      wait(in: mode, polls: false, servesMainQueue: servesMainQueue, &outcome)
      return outcome
    }

    ignoreWakeUps(false)  // 1
    announce(.beforeTimers)  // 2
    announce(.beforeSources)  // 3
    performBlocks(in: mode)  // 4
    outcome.handledSource = performSources(in: mode)  // 5
    if outcome.handledSource { performBlocks(in: mode) }  // 6

    let polls = outcome.handledSource || runs.last.polls  // 7
    if pollsMainQueue, switchboard.takeMessage(of: mainQueuePort) {  // 8
      ignoreWakeUps(true)
      serve(mainQueuePort, in: mode, &outcome)  // 14
      performBlocks(in: mode)  // 15
    } else {
      if !polls || simplifies(.announcesPollingPasses) { announce(.beforeWaiting) }  // 9
      wait(in: mode, polls: polls, servesMainQueue: servesMainQueue, &outcome)
    }
    return outcome
  }

  /// The second half of a pass, where a run that was put aside in its sleep goes on.
  @inline(__always)
  private func wait(
    in mode: Int, polls: Bool, servesMainQueue: Bool, _ outcome: inout PassOutcome
  ) {
    let port = waitForPort(in: mode, polls: polls, servesMainQueue: servesMainQueue)  // 10, 11
    if runs.last.isAsleep { return }
    ignoreWakeUps(true)  // 12
    if !polls { announce(.afterWaiting) }  // 13
    if let port { serve(port, in: mode, &outcome) }  // 14
    performBlocks(in: mode)  // 15
  }

  /// Sleeps until a port of the mode is ready, and takes one message from it.
  ///
  /// The main queue's port stands in the wait set only meanwhile, behind all that are ready (R31).
  @inline(__always)
  private func waitForPort(in mode: Int, polls: Bool, servesMainQueue: Bool) -> Int? {
    if runs.last.isAsleep {
      runs.last.isAsleep = false
    } else {
      status.value.isWaiting = true
      if servesMainQueue { switchboard.join(mainQueuePort, to: mode) }
    }
    let isReady = switchboard.hasReadyPort(in: mode) || sleepForPort(in: mode, polls: polls)
    if runs.last.isAsleep { return nil }
    let port = isReady ? switchboard.takeReadyPort(in: mode) : nil
    if servesMainQueue { switchboard.leave(mainQueuePort, from: mode) }
    status.value.isWaiting = false
    return port
  }

  /// Sleeps until a port of the mode is ready, and returns whether one is.
  @inline(__always)
  private func sleepForPort(in mode: Int, polls: Bool) -> Bool {
    if polls || (simplifies(.finishesBeforeSleeping) && isEmpty(mode)) { return false }
    repeat {
      guard sleep() else { return false }
    } while !switchboard.hasReadyPort(in: mode)
    if let delay = wake.value?() {
      world.spend(nanoseconds: delay.wholeNanoseconds)
      record(.woke, first: delay.wholeNanoseconds)
    }
    return true
  }

  private func serve(_ port: Int, in mode: Int, _ outcome: inout PassOutcome) {
    switch switchboard.ports[port].purpose {
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
      if switchboard.ports[port].modes.contains(mode), performPort(port) {
        outcome.handledSource = true
      }
    }
    if simplifies(.servesAllReadyPorts), !world.hasFailed,
      let next = switchboard.takeReadyPort(in: mode)
    {
      serve(next, in: mode, &outcome)
    }
  }

  /// Returns whether nothing in a mode could ever call out (R18–R20).
  ///
  /// Observers do not count. On the main thread a common mode stands for the main queue as well, and
  /// so is never empty outside a drain of it.
  @inline(__always)
  func isEmpty(_ mode: Int) -> Bool {
    if isMain, !status.value.isDrainingMainQueue, modes[mode].isCommon { return false }
    return hasNoItems(mode)
  }

  private func hasNoItems(_ mode: Int) -> Bool {
    modes[mode].sources.isEmpty && modes[mode].portCount == 0
      && modes[mode].timerCount == 0 && !blocks.value.contains { matches($0, mode) }
  }
}
