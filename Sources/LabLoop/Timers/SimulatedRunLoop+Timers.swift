import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// Fires the timers of a mode that are due, after its alarm rang (R47).
  ///
  /// The batch is what is due now. A timer that becomes due meanwhile gets a pass of its own.
  @inline(always)
  func fireTimers(in mode: Int) -> Bool {
    let now = world.now.nanoseconds
    // Mostly no other timer is due, which is seen as soon as the first is out of the queue.
    guard let first = modes[mode].timers.takeFirst(dueBy: now) else {
      modes[mode].programmed = .forgotten  // R42
      programAlarm(of: mode)
      return false
    }
    if let next = modes[mode].timers.first, next.key.due <= now {
      fire(first.id, andOthersDueBy: now, in: mode)
    } else {
      fire(first.id, in: mode)
    }
    if simplifies(.lateTimersJoinTheBatch) { fireLateTimers(in: mode) }
    return true
  }

  private func fireLateTimers(in mode: Int) {
    while !world.hasFailed,
      let first = modes[mode].timers.takeFirst(dueBy: world.now.nanoseconds)
    {
      fire(first.id, in: mode)
    }
  }

  private func fire(_ first: Int, andOthersDueBy now: Int64, in mode: Int) {
    let start = batches.count
    modes[mode].timers.collect(dueBy: now, into: batches)
    let end = batches.count
    fire(first, in: mode)
    // By position, since an iterator allocates memory in debug builds.
    var position = start
    while position < end {
      fire(batches[position], in: mode)
      position += 1
    }
    batches.truncate(to: start)
  }

  /// Fires one member of a batch, if it still may (R48).
  private func fire(_ id: Int, in mode: Int) {
    let now = world.now.nanoseconds
    guard timers[id].mayFire(at: now),
      timers[id].modes.contains(mode) || !simplifies(.skipsRemovedTimers)
    else { return }
    let firing = timers[id].begin(at: now)
    firingTimers.append(id)
    leaveQueues(id, toFireIn: mode)
    beginCallout(.timer, subject: firing.subject, due: firing.due)
    timers[id].callout.call(self)
    if !timers[id].repeats { invalidateTimer(id) }  // R53
    timers[id].isFiring = false
    firingTimers.popLast()

    var missed: Int64 = 0
    if !timers[id].isValid {
      _ = timers[id].callout.release()
    } else {
      let isMoved = simplifies(.honoursEqualDates) && timers[id].rank != firing.rank
      if timers[id].fireDate > firing.due || isMoved {
        for member in timers[id].modes { enqueueTimer(id, in: member) }
        programAlarm(of: mode)  // R51: a later date set by the callout counts.
      } else {
        missed = rearm(id, after: firing)
      }
    }
    endCallout(
      .timer, subject: firing.subject,
      nextDate: timers[id].isValid ? Instant(nanoseconds: timers[id].fireDate) : nil,
      missed: missed)
  }

  /// Sets the next date of a timer that has fired, and returns how many dates are lost.
  @inline(always)
  private func rearm(_ id: Int, after firing: TimerState.Firing) -> Int64 {
    var end = simplifies(.countsDatesFromStart) ? firing.began : world.now.nanoseconds
    if simplifies(.nextDateMayBeNow) { end -= 1 }
    let next = timers[id].nextDate(due: firing.due, began: firing.began, ended: end)
    if !timers[id].catchUp.keepsGrid, next.date != firing.due + timers[id].interval {
      record(.rephased(firing.subject, to: Instant(nanoseconds: next.date)))
    }
    timers[id].showsGivenDate = false
    reposition(id, at: next.date)
    return next.missed
  }

  /// Takes a timer out of all queues while it calls out; only the alarm of the mode that fires it
  /// learns of it (R49).
  @inline(always)
  private func leaveQueues(_ id: Int, toFireIn mode: Int) {
    for member in timers[id].modes { modes[member].timers.remove(id) }
    modes[mode].programmed = .forgotten  // R42
    programAlarm(of: mode)
    if simplifies(.firingTimersArmTheAlarm) { setAlarm(of: mode, to: timers[id].fireDate) }
  }

  /// Gives a timer a date, and a place behind all others with that date, in all its modes (R40).
  @inline(always)
  func reposition(_ id: Int, at date: Int64) {
    timers[id].fireDate = date
    timers[id].rank = rankForInsertion(of: id)
    for mode in timers[id].modes {
      enqueueTimer(id, in: mode)
      programAlarm(of: mode)
    }
  }

  /// The place among timers with the same date: behind those inserted before (R40).
  @inline(always)
  func rankForInsertion(of id: Int) -> UInt64 {
    simplifies(.breaksTiesByCreation) ? UInt64(id) : nextArrival()
  }

  @inline(always)
  func enqueueTimer(_ id: Int, in mode: Int) {
    guard !timers[id].isFiring else { return }
    modes[mode].timers.schedule(id, key: timers[id].key)
  }

  func invalidateTimer(_ id: Int) {
    guard timers[id].isValid else { return }
    timers[id].isValid = false
    removeEverywhere(.timer(id))
    givenDates[id] = nil
    if !timers[id].isFiring { _ = timers[id].callout.release() }
  }
}
