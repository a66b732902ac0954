public import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// A timer that fires once, or again after every interval.
  public struct Timer: LoopItem {
    /// What tells it from all other items.
    public let handle: LoopHandle
    /// The step of its grid, which a browser may have made longer since.
    let interval: Int64
  }

  /// The bytes of what the loop keeps for one timer.
  package static var timerRowSize: Int { MemoryLayout<TimerState>.stride }

  /// Makes a timer; it does not fire until it is added to a mode.
  ///
  /// - Parameters:
  ///   - name: What the trace calls it; the second of a name is numbered there.
  ///   - fireDate: When it fires first; a date in the past counts as now (R5).
  ///   - interval: The step of its grid; zero or less makes a timer that fires once (R9).
  ///   - tolerance: How late its alarm may be, where the profile knows tolerance (R45).
  ///   - catchUp: What becomes of dates that pass before they can be served.
  ///   - isDriver: Whether its firings are measured; if not, the trace knows only its callouts.
  ///   - perform: The callout.
  /// - Returns: The timer.
  public func makeTimer(
    _ name: String, at fireDate: Instant, every interval: Duration = .zero,
    tolerance: Duration = .zero, catchUp: CatchUp = .coalesce, isDriver: Bool = true,
    perform: @escaping Action
  ) -> Timer {
    makeTimer(
      isDriver ? subject(ofSourceNamed: name) : subject(named: name), at: fireDate, every: interval,
      tolerance: tolerance, catchUp: catchUp, isDriver: isDriver, perform: perform)
  }

  /// Makes a timer for a caller who has the trace's index of it.
  package func makeTimer(
    _ subject: UInt32, at fireDate: Instant, every interval: Duration,
    tolerance: Duration = .zero, catchUp: CatchUp = .coalesce, isDriver: Bool = true,
    byWallClock isByWallClock: Bool = false, perform: @escaping Action
  ) -> Timer {
    require(
      !isByWallClock || catchUp == .coalesce, "a timer by the wall clock that does not coalesce")
    let step = min(max(0, interval.wholeNanoseconds), TimerState.longestInterval)
    let id = timers.insert(
      TimerState(
        fireDate: fireDate.nanoseconds, interval: step, callout: Callout(action: perform),
        item: ItemState(subject: subject), catchUp: catchUp), byWallClock: isByWallClock)
    timers.setTolerance(of: id, to: tolerance.wholeNanoseconds)
    if isDriver {
      record(
        .declared(subject, .timer, interval: step, tolerance: timers[id].allowance))
      record(.rephased(subject, to: Instant(nanoseconds: timers[id].fireDate)))
    }
    return Timer(handle: handle(.timer, id), interval: step)
  }

  /// Makes a timer that is due again as soon as its callout has ended, as what a loop of its own
  /// does on this thread; other timers and ports are served in between.
  package func makeEndlessTimer(
    _ subject: UInt32, at fireDate: Instant, perform: @escaping Action
  ) -> Timer {
    let timer = makeTimer(
      subject, at: fireDate, every: .zero, catchUp: .rearm, isDriver: false, perform: perform)
    guard let id = row(of: timer, in: timers) else { return timer }
    timers.makeEndless(id)
    record(.declared(subject, .loop))
    record(.rephased(subject, to: Instant(nanoseconds: timers[id].fireDate)))
    return timer
  }

  /// The date of a timer's next firing, or of this one inside its callout; `nil` once it is
  /// invalid.
  public func fireDate(of timer: Timer) -> Instant? {
    row(of: timer, in: timers).map { timers.shownDate(of: $0) }
  }

  /// The step of a timer's grid; zero for a timer that fires once.
  public func interval(of timer: Timer) -> Duration {
    .nanoseconds(row(of: timer, in: timers).map { timers[$0].interval } ?? timer.interval)
  }

  /// Whether a timer fires more than once.
  public func repeats(_ timer: Timer) -> Bool { timer.interval > 0 }

  /// How late a timer's alarm may be: at most half an interval for a repeating timer (R45); zero
  /// once it is invalid.
  public func tolerance(of timer: Timer) -> Duration {
    .nanoseconds(row(of: timer, in: timers).map { timers[$0].allowance } ?? 0)
  }

  /// Sets how late a timer's alarm may be; an alarm that is set already stays as it is (R42).
  public func setTolerance(of timer: Timer, to tolerance: Duration) {
    guard let id = row(of: timer, in: timers) else { return }
    timers.setTolerance(of: id, to: tolerance.wholeNanoseconds)
  }

  /// Moves a timer's next firing, and with it the phase of its grid (R51, R52).
  ///
  /// Inside the timer's own callout a date counts only if it is later than the one being fired.
  /// From another thread follow it with ``wakeUp()``, as the real loop does.
  public func setFireDate(of timer: Timer, to date: Instant) {
    guard let id = row(of: timer, in: timers) else { return }
    timers.setDate(of: id, to: date)
    record(.rephased(timers[id].item.subject, to: Instant(nanoseconds: timers[id].fireDate)))
  }

  /// The date of the first timer of a mode, firing ones included; `nil` without one (R62).
  public func nextTimerFireDate(in mode: Mode) -> Instant? {
    let firing = (outerRuns.indices.map { outerRuns[$0].firing } + [innermost.firing])
      .filter { $0 >= 0 }
    return knownIndex(of: mode).flatMap { timers.first(in: $0, firing: firing) }
      .map { timers.shownDate(of: $0) }
  }
}

extension SimulatedRunLoop {
  /// Fires the timers of a mode that are due, after its alarm rang (R47).
  func fireTimers(in mode: Int) {
    guard let (first, rest) = timers.beginBatch(in: mode) else { return }
    callOut(first, in: mode)
    if let rest { fireOthers(of: rest, in: mode) }
  }

  private func fireOthers(of batch: TimerBatch, in mode: Int) {
    // By position, since an iterator allocates memory in debug builds.
    var position = batch.others.lowerBound
    while position < batch.others.upperBound {
      if let member = timers.member(at: position, of: batch),
        let begun = timers.begin(member, in: mode)
      {
        callOut(begun, in: mode)
      }
      position += 1
    }
    timers.drop(batch)
  }

  @inline(always)
  private func callOut(_ begun: TimerState.Firing, in mode: Int) {
    callOut(begun)
    end(begun, timers.end(begun, in: mode))
  }

  @inline(always)
  func callOut(_ begun: TimerState.Firing) {
    let id = begun.id
    let callback = Callback(due: begun.due, number: id)
    beginCallout(begun.source, subject: begun.subject, due: callback.due, newest: callback.newest)
    innermost.firing = id
    timers.call(id, in: self, callback)
    innermost.firing = -1
    if !timers[id].repeats { invalidate(ItemPlace(kind: .timer, id: id)) }  // R53
  }

  @inline(always)
  func end(_ begun: TimerState.Firing, _ after: TimerState.RearmResult) {
    if after.movesGrid, let next = after.next { record(.rephased(begun.subject, to: next)) }
    endCallout(
      begun.source, subject: begun.subject, nextDate: after.next,
      missed: begun.folded &+ after.missed)
  }
}
