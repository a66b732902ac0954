import CoreFoundation
public import Foundation

#if canImport(QuartzCore) && !os(macOS) && !os(watchOS)
  public import QuartzCore
#endif

extension LoopRecorder {
  /// Makes a repeating timer whose callouts are recorded with their due dates, and adds it to the
  /// loop.
  ///
  /// The first one is due an interval from now.
  ///
  /// - Parameters:
  ///   - name: The name, a literal.
  ///   - interval: The time between two callouts, above 0.
  ///   - mode: The mode in which it is to fire.
  ///   - body: What is called, on the main actor.
  /// - Returns: The timer, to be invalidated; it fires beyond ``stop()``.
  public func timer(
    _ name: StaticString, every interval: Duration, in mode: RunLoop.Mode = .common,
    _ body: @escaping @MainActor @Sendable () -> Void
  ) -> Timer {
    checkThread()
    let (seconds, attoseconds) = interval.components
    let length = Double(seconds) + Double(attoseconds) * 1e-18
    guard length > 0 else {
      misuse("a timer cannot fire every \(interval): give a time above 0")
    }
    // The date is given: on Linux a timer that is made without one fires at once.
    let timer = Timer(fire: Date() + length, interval: length, repeats: true) { [self] timer in
      tick(name, timer) { MainActor.assumeIsolated { body() } }
    }
    RunLoop.current.add(timer, forMode: mode)
    return timer
  }

  /// Records a callout of a timer of the app's own: when it was due, began and ended, and when it
  /// is to fire next.
  ///
  ///     Timer.scheduledTimer(withTimeInterval: 1 / 60, repeats: true) { timer in
  ///       recorder.tick("ball", timer) { view.step() }
  ///     }
  ///
  /// While a timer fires, `fireDate` still is the date that it answers. A later date that the body
  /// gives it is the next one, as for the loop; else the next one is that of its grid.
  public func tick<Value, Failure: Error>(
    _ name: StaticString, _ timer: Timer, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    checkThread()
    guard isRecording else { return try body() }
    let slot = ring.slot(of: name)
    let answered = timer.fireDate
    let due = MonotonicClock.instant(of: answered, noLaterThan: MonotonicClock.now)
    let interval = UInt64(min(max(0, timer.timeInterval), 1e9) * 1e9)
    ring.setInterval(interval, of: slot)
    _ = begin(.timer, slot, (.due, due))
    defer {
      end(slot, of: .timer)
      note(nextOf: timer, slot, after: (answered, due), interval)
    }
    return try body()
  }

  /// Notes when a timer is to fire next, or that it does not.
  private func note(
    nextOf timer: Timer, _ slot: UInt32, after last: (date: Date, due: UInt64), _ interval: UInt64
  ) {
    guard isRecording else { return }
    let now = MonotonicClock.now
    guard interval > 0, timer.isValid else {
      return put(.value, ValueKind.over.rawValue, slot, at: now)
    }
    let date = timer.fireDate
    let missed = (max(now, last.due) - last.due) / interval
    let next =
      date > last.date
      ? MonotonicClock.instant(of: date) : last.due &+ (missed &+ 1) &* interval
    put(.value, ValueKind.next.rawValue, slot, at: min(next, now + MonotonicClock.month))
  }

  #if canImport(QuartzCore) && !os(macOS) && !os(watchOS)
    /// Records a callout of a display link: when it was due, began and ended, its target, and
    /// whether it is paused behind it.
    ///
    /// Due is the link's timestamp. Written traces show the refreshes at which a link was called.
    public func tick<Value, Failure: Error>(
      _ name: StaticString, _ link: CADisplayLink, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
      checkThread()
      guard isRecording else { return try body() }
      let now = MonotonicClock.now
      let slot = begin(
        .link, ring.slot(of: name), (.due, MonotonicClock.instant(link.timestamp, near: now)),
        (.target, MonotonicClock.instant(link.targetTimestamp, near: now)))
      defer {
        end(slot, of: .link)
        let note: ValueKind = link.isPaused ? .paused : .unpaused
        if isRecording { put(.value, note.rawValue, slot, at: MonotonicClock.now) }
      }
      return try body()
    }
  #endif
}
