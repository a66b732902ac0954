import LabKernel

/// The alarm that each mode sets for its timers.
extension SimulatedRunLoop {
  /// Sets the alarm of a mode for its earliest timer, if that has changed (R42).
  @inline(always)
  func programAlarm(of mode: Int) {
    let window = alarmWindow(of: mode)
    if window != modes[mode].programmed { reprogramAlarm(of: mode, for: window) }
  }

  /// When the alarm of a mode may go off (R41).
  ///
  ///     soft = the earliest date,  hard = the earliest end of a tolerance
  @inline(always)
  private func alarmWindow(of mode: Int) -> AlarmWindow {
    guard let first = modes[mode].timers.first else { return .none }
    let soft = first.key.due
    guard status.value.hasTolerances else {
      // The next to fire, whose state is looked at only then; by then it has come from the memory.
      timers.prefetch(first.id)
      return AlarmWindow(soft: soft, hard: soft)
    }
    let allowance = timers[first.id].allowance
    let hard = allowance > 0 ? earliestEnd(by: soft + allowance, in: mode) : soft
    return AlarmWindow(soft: soft, hard: hard)
  }

  /// The earliest end of a tolerance among the timers of a mode, given that of the first timer.
  private func earliestEnd(by limit: Int64, in mode: Int) -> Int64 {
    var end = limit
    let start = batches.count
    modes[mode].timers.collect(dueBy: end, into: batches)
    for position in start..<batches.count {
      let id = batches[position]
      if timers[id].fireDate > end { break }
      end = min(end, timers[id].fireDate + timers[id].allowance)
    }
    batches.truncate(to: start)
    return end
  }

  private func reprogramAlarm(of mode: Int, for window: AlarmWindow) {
    modes[mode].programmed = window
    if window.soft != .max {
      setAlarm(of: mode, to: landing(in: window))
    } else if profile.cancelsAlarmWithLastTimer {
      world.cancel(modes[mode].alarm)  // R61
      switchboard.drain(modes[mode].alarmPort)
    }
  }

  @inline(always)
  private func landing(in window: AlarmWindow) -> Int64 {
    switch profile.alarmLanding {
    case .early: window.soft
    case .late: window.hard
    case .anywhere: alarmLanding.next(in: window.soft...window.hard)
    }
  }

  /// Sets an alarm anew, which takes back a ring not served yet; a date that has passed rings at
  /// once.
  @inline(always)
  func setAlarm(of mode: Int, to date: Int64) {
    switchboard.drain(modes[mode].alarmPort)
    if date <= world.now.nanoseconds {
      world.cancel(modes[mode].alarm)
      switchboard.ring(modes[mode].alarmPort, at: world.now)
    } else {
      world.schedule(modes[mode].alarm, at: Instant(nanoseconds: date))
    }
  }
}
