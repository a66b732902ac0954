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
  ///   - body: What is called.
  /// - Returns: The timer, to be invalidated.
  public func timer(
    _ name: StaticString, every interval: Duration, in mode: RunLoop.Mode = .common,
    _ body: @escaping @Sendable () -> Void
  ) -> Timer {
    checkThread()
    let (seconds, attoseconds) = interval.components
    let length = Double(seconds) + Double(attoseconds) * 1e-18
    guard length > 0 else {
      misuse("a timer cannot fire every \(interval): give a time above 0")
    }
    // The date is given: on Linux a timer that is made without one fires at once.
    let timer = Timer(fire: Date() + length, interval: length, repeats: true) { [self] timer in
      tick(name, timer, body)
    }
    RunLoop.current.add(timer, forMode: mode)
    return timer
  }

  /// Records a callout of a timer of the app's own: when it was due, began and ended.
  ///
  ///     Timer.scheduledTimer(withTimeInterval: 1 / 60, repeats: true) { timer in
  ///       recorder.tick("ball", timer) { view.step() }
  ///     }
  ///
  /// While a timer fires, `fireDate` still is the date that it answers.
  public func tick<Value, Failure: Error>(
    _ name: StaticString, _ timer: Timer, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let slot = self.slot(of: name)
    let late = max(0, CFAbsoluteTimeGetCurrent() - timer.fireDate.timeIntervalSinceReferenceDate)
    let due = MonotonicClock.now &- UInt64(min(late, 1e9) * 1e9)
    setInterval(UInt64(min(max(0, timer.timeInterval), 1e9) * 1e9), of: slot)
    _ = begin(.timer, slot, (.due, due))
    defer { end(slot, of: .timer) }
    return try body()
  }

  #if canImport(QuartzCore) && !os(macOS) && !os(watchOS)
    /// Records a callout of a display link: when it was due, began and ended, and its target.
    ///
    /// Due is the link's timestamp. Written traces show the refreshes at which a link was called.
    public func tick<Value, Failure: Error>(
      _ name: StaticString, _ link: CADisplayLink, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
      let slot = begin(
        .link, self.slot(of: name), (.due, UInt64(max(0, link.timestamp) * 1e9)),
        (.target, UInt64(max(0, link.targetTimestamp) * 1e9)))
      defer { end(slot, of: .link) }
      return try body()
    }
  #endif
}
