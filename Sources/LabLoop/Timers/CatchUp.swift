/// What becomes of a repeating timer's dates that pass before they can be served.
///
/// With the date that is due, when its callout begins and ends, and h for the interval, the next
/// date is
///
///     coalesce     due + k h, the first after the end of the callout
///     skip         due + k h, the first after its beginning
///     isochronous  the same, but a firing answers the last date that has come, not the first
///     burst        due + h, even if that has passed
///     delay        begin + h
///     rearm        end + h
///
/// The first four keep the grid; the last two shift it by every lateness, which adds up to drift.
public enum CatchUp: String, Hashable, Sendable, CaseIterable {
  /// All dates that passed are answered by one firing, those during its own callout included.
  ///
  /// - Source: CFRunLoop.c, `__CFRunLoopDoTimer`, which reads the clock after the callout (R50).
  case coalesce
  /// Every date gets a firing; those that are late follow one another at once.
  ///
  /// - Source: tokio, `MissedTickBehavior::Burst`, its default; `java.util.Timer`,
  ///   `scheduleAtFixedRate`.
  case burst
  /// The next date is one interval after this firing began.
  ///
  /// - Source: tokio, `MissedTickBehavior::Delay`, once a tick is more than 5 ms late; libuv,
  ///   `uv_timer_again`, which counts from the loop's time before the callback; `java.util.Timer`,
  ///   `schedule`.
  case delay
  /// Dates that passed before the firing began are dropped; the rest of the grid stays.
  ///
  /// - Source: tokio, `MissedTickBehavior::Skip`, once a tick is more than 5 ms late.
  case skip
  /// The next date is one interval after this firing ended.
  ///
  /// - Source: A chained timeout that is set at the end of its handler; Dart's repeating timers on
  ///   the web, as the reference of `FakeTimer` of package fake_async describes them.
  case rearm
  /// Fires when ``skip`` does, but on behalf of the last date that passed: it is late by less than
  /// an interval, and the dates before are missed.
  ///
  /// - Source: Dart's `Timer.periodic` outside the web, whose `tick` counts the dates that passed;
  ///   the reference of `FakeTimer` of package fake_async, which uses the word.
  case isochronous

  /// Whether all dates lie on the grid that the first one began.
  @inline(always)
  var keepsGrid: Bool { self != .delay && self != .rearm }
}
