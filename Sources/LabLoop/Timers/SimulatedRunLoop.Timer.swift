public import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// A timer that fires once, or again after every interval.
  public struct Timer: LoopItem {
    /// What tells it from all other items.
    public let handle: LoopHandle
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
    let step = min(max(0, interval.wholeNanoseconds), TimerState.longestInterval)
    let subject = isDriver ? subject(ofSourceNamed: name) : recorder.intern(name)
    let id = timers.append(
      TimerState(
        fireDate: fireDate.nanoseconds, interval: step, callout: Callout(action: perform),
        item: ItemState(subject: subject), catchUp: catchUp))
    timers.setTolerance(of: id, to: tolerance.wholeNanoseconds)
    if isDriver {
      record(
        .declared(subject, .timer, interval: step, tolerance: timers[id].allowance))
      record(.rephased(subject, to: Instant(nanoseconds: timers[id].fireDate)))
    }
    return Timer(handle: LoopHandle(.timer, id, of: number))
  }

  /// The date of a timer's next firing, or of this one inside its callout; `nil` once it is
  /// invalid.
  public func fireDate(of timer: Timer) -> Instant? {
    timers[row(of: timer)].item.isValid ? timers.shownDate(of: row(of: timer)) : nil
  }

  /// The step of a timer's grid; zero for a timer that fires once.
  public func interval(of timer: Timer) -> Duration {
    .nanoseconds(timers[row(of: timer)].interval)
  }

  /// Whether a timer fires more than once.
  public func repeats(_ timer: Timer) -> Bool { timers[row(of: timer)].repeats }

  /// How late a timer's alarm may be: at most half an interval for a repeating timer (R45).
  public func tolerance(of timer: Timer) -> Duration {
    .nanoseconds(timers[row(of: timer)].allowance)
  }

  /// Sets how late a timer's alarm may be; an alarm that is set already stays as it is (R42).
  public func setTolerance(of timer: Timer, to tolerance: Duration) {
    timers.setTolerance(of: row(of: timer), to: tolerance.wholeNanoseconds)
  }

  /// Moves a timer's next firing, and with it the phase of its grid (R51, R52).
  ///
  /// Inside the timer's own callout a date counts only if it is later than the one being fired.
  /// From another thread follow it with ``wakeUp()``, as the real loop does.
  public func setFireDate(of timer: Timer, to date: Instant) {
    let id = row(of: timer)
    guard timers[id].item.isValid else { return }
    timers.setDate(of: id, to: date)
    record(.rephased(timers[id].item.subject, to: Instant(nanoseconds: timers[id].fireDate)))
  }

  /// The date of the first timer of a mode, firing ones included; `nil` without one (R62).
  public func nextTimerFireDate(in mode: Mode) -> Instant? {
    knownIndex(of: mode).flatMap { timers.first(in: $0) }.map { timers.shownDate(of: $0) }
  }
}
