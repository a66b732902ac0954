import LabKernel
import LabTrace

/// The dates of a timer that are not accounted for yet.
struct TimerLedger: Sendable {
  /// The next fire date, while one is set.
  var armed: Int64?
  /// Whether the fire date was set by hand since the last firing.
  var wasMoved = false
  /// The dates between the last firing's and the next that are lost.
  var dropped: Int64 = 0
  /// The dates before the last firing's that it did not answer.
  var folded: Int64 = 0
  /// The first date of the present grid that is not accounted for yet.
  var gridStart: Int64?
  /// By how much the next date is later than that of the grid that was asked for, and by how much
  /// that of the last firing was.
  var shift: Int64 = 0
  var firingShift: Int64 = 0
  /// Whether a date has left that grid.
  var hasShifted = false
  /// Whether the date that was set last is the next one, counted anew, and not a new beginning.
  var isRecounted = false
  /// The first date of the grid that was asked for that is not counted yet, and how many are.
  var askedStart: Int64?
  var asked = 0
  /// When the callback under way paused its timer.
  var pausedAt: Int64?
  /// Whether the date that comes next was set in a callback.
  var isSetInCallout = false
}

extension DriverLog {
  mutating func timerBegan(at now: Int64, due: Int64) {
    timer.folded = 0
    if let armed = timer.armed, interval > 0, due > armed {
      timer.folded = (due - armed) / interval
      addMissed(from: armed, count: timer.folded)
    }
    let missed = timer.wasMoved && !firings.isEmpty ? -1 : timer.dropped + timer.folded
    var newest = due
    // A division is dear, and seldom needed.
    if interval > 0, now - newest >= interval { newest = now - (now - newest) % interval }
    calloutBegan(
      at: now, due: due, newest: newest, missed: missed, shift: timer.shift)
    timer.firingShift = timer.shift
    timer.armed = nil
    timer.wasMoved = false
    if timer.gridStart == nil { (timer.gridStart, timer.askedStart) = (due, due) }
  }

  /// The missed dates are those before and after the firing's own.
  mutating func timerEnded(at now: Int64, next: Int64?, missed: Int64) {
    guard let index = calloutEnded(at: now), !isInvalid else { return }
    let due = firings[index].due
    // A date that has not come yet cannot have been dropped, whatever the record claims.
    timer.dropped = 0
    let dropped = missed - timer.folded
    if dropped > 0, timer.pausedAt == nil {
      let passed = gridDates(from: due, before: now + 1, step: interval) - 1
      timer.dropped = min(dropped, max(0, passed))
      addMissed(from: due + interval, count: timer.dropped)
    }
    if let next { timer.armed = next }
    if timer.wasMoved {
      closeGrid(
        before: due + interval * timer.dropped + 1, next: next, keepsAsked: timer.isRecounted)
    }
    timer.pausedAt = nil
  }

  /// Cancels the dates that have passed under a callback which pauses its own timer.
  mutating func timerPaused(at now: Int64) {
    guard isInCallout, let next = nextAfterFiring else { return }
    addCancelled(from: next, before: now + 1)
    timer.pausedAt = now
  }

  mutating func timerMoved(at now: Int64, to date: Int64) {
    timer.wasMoved = true
    timer.isSetInCallout = isInCallout && !isByWallClock
    recount(at: now, to: date)
    possibleSince = now
    setFirstDate(date, at: now)
    guard !isInCallout else { return }
    if let armed = timer.armed { addCancelled(from: armed, before: now + 1) }
    closeGrid(before: now + 1, next: date)
    timer.armed = date
  }

  /// Decides whether a date that is set is the next one of a timer that counts its interval anew,
  /// after each callback, or the first of another grid.
  ///
  /// It is the next one if the callback itself is at its end and the date two intervals ahead at
  /// most; browsers count no interval below 4 ms. After a sleep a timer by the wall clock begins
  /// another grid.
  private mutating func recount(at now: Int64, to date: Int64) {
    let reach = 2 * max(Int128(interval), 4_000_000)
    timer.isRecounted =
      !isByWallClock && isInCallout && interval > 0 && Int128(date) - Int128(now) <= reach
    guard timer.isRecounted, let due = firings.last?.due else {
      timer.shift = 0
      return
    }
    timer.shift = timer.firingShift + (date - due - interval)
    timer.hasShifted = timer.hasShifted || timer.shift != 0
  }

  /// Cancels the dates of an invalidated timer that have passed without a callback; it has no
  /// others.
  mutating func cancelTimer(at now: Int64) {
    if let next = isInCallout ? nextAfterFiring : timer.armed {
      addCancelled(from: next, before: now + 1)
    }
    timer.armed = nil
    closeGrid(before: now + 1, next: nil)
  }

  /// Accounts for the dates that had come when the run ended.
  ///
  /// The earliest one would still have been answered: it is open. Those behind it would not. While
  /// a callback is under way, all since its own are open, since nothing is decided before its end.
  mutating func endTimer() {
    let end = window.end
    if isInCallout, let next = nextAfterFiring, !isInvalid {
      let count = gridDates(from: next, before: end, step: interval)
      if count > 0 {
        append(DueSeries(first: next, step: interval, count: count, outcome: .open))
      }
    } else if let armed = timer.armed, armed < end {
      append(DueSeries(at: armed, .open))
      let others = gridDates(from: armed, before: end, step: interval) - 1
      addMissed(from: armed + interval, count: others)
    }
    closeGrid(before: end, next: nil)
  }

  /// The date after that of the callback under way; `nil` if it has paused the timer.
  private var nextAfterFiring: Int64? {
    interval > 0 && timer.pausedAt == nil ? firings.last.map { $0.due + interval } : nil
  }

  /// Counts the dates of the present grid, by arithmetic alone, and begins a new one.
  private mutating func closeGrid(before bound: Int64, next: Int64?, keepsAsked: Bool = false) {
    let end = timer.pausedAt.map { $0 + 1 } ?? bound
    dueInstants.due += dates(from: timer.gridStart, before: end)
    timer.gridStart = next
    guard !keepsAsked else { return }
    timer.asked += dates(from: timer.askedStart, before: end)
    timer.askedStart = next
  }

  private func dates(from first: Int64?, before end: Int64) -> Int {
    guard let first else { return 0 }
    let count = gridDates(from: first, before: end, step: interval)
    let dates = DueSeries(first: first, step: interval, count: count, outcome: .open)
    return Int(dates.count(in: window.span))
  }

  private mutating func addCancelled(from first: Int64, before end: Int64) {
    let count = gridDates(from: first, before: end, step: interval)
    guard count > 0 else { return }
    append(DueSeries(first: first, step: interval, count: count, outcome: .cancelled))
  }

  /// Divides missed dates among blocked and starved by the mode in which each fell.
  ///
  /// - Complexity: O(s log n) for n starved spans, of which s hold a date.
  private mutating func addMissed(from first: Int64, count: Int64) {
    var date = first
    var left = count
    while left > 0 {
      let index = starvedSpans.partitionIndex { $0.end > date }
      let span =
        index < starvedSpans.endIndex ? starvedSpans[index] : TimeSpan(begin: .max, end: .max)
      let starves = span.begin <= date
      let boundary = starves ? span.end : span.begin
      let here =
        boundary == .max ? left : min(left, gridDates(from: date, before: boundary, step: interval))
      append(
        DueSeries(first: date, step: interval, count: here, outcome: starves ? .starved : .blocked))
      date += interval * here
      left -= here
    }
  }
}
