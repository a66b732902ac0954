import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// Fires the timers of a mode that are due, after its alarm rang (R47).
  ///
  /// The batch is what is due now. A timer that becomes due meanwhile gets a pass of its own.
  func fireTimers(in mode: Int) -> Bool {
    let now = world.now.nanoseconds
    guard let first = modes[mode].timers.first, first.key.due <= now else {
      modes[mode].programmed = .none  // R42
      programAlarm(of: mode)
      return false
    }
    // Mostly nobody else is due, which is seen as soon as the first is out of the queue.
    modes[mode].timers.remove(first.id)
    let start = batches.count
    if let next = modes[mode].timers.first, next.key.due <= now {
      modes[mode].timers.collect(dueBy: now, into: batches)
    }
    let end = batches.count
    fire(first.id, in: mode)
    // By position, since an iterator allocates memory in debug builds.
    var position = start
    while position < end {
      fire(batches[position], in: mode)
      position += 1
    }
    batches.truncate(to: start)
    if simplifies(.lateTimersJoinTheBatch), !world.hasFailed { _ = fireTimers(in: mode) }
    return true
  }

  /// Fires one member of a batch, if it still may (R48).
  private func fire(_ id: Int, in mode: Int) {
    let start = world.now.nanoseconds
    guard timers[id].isValid, !timers[id].isFiring, !timers[id].modes.isEmpty,
      timers[id].fireDate <= start,
      timers[id].modes.contains(mode) || !simplifies(.skipsRemovedTimers)
    else { return }
    timers[id].foldDates(by: start)
    let (due, rank, subject) = (timers[id].fireDate, timers[id].rank, timers[id].subject)

    beginFiring(id, in: mode)
    beginCallout(.timer, subject: subject, due: due)
    timers[id].callout.call(self)
    if !timers[id].repeats { invalidateTimer(id) }  // R53
    timers[id].isFiring = false
    firingTimers.popLast()

    var missed: Int64 = 0
    if timers[id].isValid {
      let isMoved = simplifies(.honoursEqualDates) && timers[id].rank != rank
      if timers[id].fireDate > due || isMoved {
        for member in timers[id].modes { enqueueTimer(id, in: member) }
        programAlarm(of: mode)  // R51: a later date set by the callout counts.
      } else {
        missed = rearm(id, due: due, began: start)
      }
    }
    endCallout(
      .timer, subject: subject, nextDate: timers[id].isValid ? timers[id].fireDate : -1,
      missed: missed)
  }

  /// Sets the next date of a timer that has fired, and returns how many dates are lost.
  @inline(__always)
  private func rearm(_ id: Int, due: Int64, began start: Int64) -> Int64 {
    var end = simplifies(.countsDatesFromStart) ? start : world.now.nanoseconds
    if simplifies(.nextDateMayBeNow) { end -= 1 }
    let next = timers[id].nextDate(due: due, began: start, ended: end)
    if !timers[id].catchUp.keepsGrid, next.date != due + timers[id].interval {
      record(.rephased, subject: timers[id].subject, first: next.date)
    }
    timers[id].shownDate = Instant(nanoseconds: next.date)
    reposition(id, at: next.date)
    return next.missed
  }

  /// Takes a timer out of all queues while it calls out; only the alarm of the mode that fires it
  /// learns of it (R49).
  @inline(__always)
  private func beginFiring(_ id: Int, in mode: Int) {
    timers[id].isFiring = true
    firingTimers.append(id)
    for member in timers[id].modes { modes[member].timers.remove(id) }
    modes[mode].programmed = .none  // R42
    programAlarm(of: mode)
    if simplifies(.firingTimersArmTheAlarm) { setAlarm(of: mode, to: timers[id].fireDate) }
  }

  /// Gives a timer a date, and a place behind all others with that date, in all its modes (R40).
  func reposition(_ id: Int, at date: Int64) {
    timers[id].fireDate = date
    timers[id].rank = rankForInsertion(of: id)
    for mode in timers[id].modes {
      enqueueTimer(id, in: mode)
      programAlarm(of: mode)
    }
  }

  /// The place among timers with the same date: behind those inserted before (R40).
  func rankForInsertion(of id: Int) -> UInt64 {
    simplifies(.breaksTiesByCreation) ? UInt64(id) : nextArrival()
  }

  func enqueueTimer(_ id: Int, in mode: Int) {
    guard !timers[id].isFiring else { return }
    modes[mode].timers.schedule(id, key: timers[id].key)
  }

  func invalidateTimer(_ id: Int) {
    guard timers[id].isValid else { return }
    timers[id].isValid = false
    removeEverywhere(.timer(id))
  }

  // MARK: The alarm

  /// Sets the alarm of a mode for its earliest timer, if that has changed (R42).
  func programAlarm(of mode: Int) {
    let window = alarmWindow(of: mode)
    if window == modes[mode].programmed { return }
    modes[mode].programmed = window
    if window.soft != .max {
      setAlarm(of: mode, to: landing(in: window))
    } else if profile.cancelsAlarmWithLastTimer {
      world.cancel(modes[mode].alarm)  // R61
      switchboard.drain(modes[mode].alarmPort)
    }
  }

  /// When the alarm of a mode may go off (R41).
  ///
  ///     soft = the earliest date,  hard = the earliest end of a tolerance
  @inline(__always)
  private func alarmWindow(of mode: Int) -> AlarmWindow {
    guard let first = modes[mode].timers.first else { return .none }
    let soft = first.key.due
    var hard = soft + timers[first.id].allowance
    guard hard > soft else { return AlarmWindow(soft: soft, hard: soft) }
    let start = batches.count
    modes[mode].timers.collect(dueBy: hard, into: batches)
    for position in start..<batches.count {
      let id = batches[position]
      if timers[id].fireDate > hard { break }
      hard = min(hard, timers[id].fireDate + timers[id].allowance)
    }
    batches.truncate(to: start)
    return AlarmWindow(soft: soft, hard: hard)
  }

  private func landing(in window: AlarmWindow) -> Int64 {
    switch profile.alarmLanding {
    case .soft: window.soft
    case .hard: window.hard
    case .uniform: alarmLanding.next(in: window.soft...window.hard)
    }
  }

  /// Sets an alarm anew, which takes back a ring not served yet; a date that has passed rings at
  /// once.
  private func setAlarm(of mode: Int, to date: Int64) {
    switchboard.drain(modes[mode].alarmPort)
    if date <= world.now.nanoseconds {
      world.cancel(modes[mode].alarm)
      switchboard.ring(modes[mode].alarmPort, at: world.now)
    } else {
      world.schedule(modes[mode].alarm, at: Instant(nanoseconds: date))
    }
  }
}
