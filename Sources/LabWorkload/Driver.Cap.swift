import LabKernel
package import LabMotion

extension Driver {
  /// How often the callbacks of a driver do anything at most, as code does that looks at the time
  /// since it last acted.
  ///
  ///     acts  if  time − last ≥ interval − slack,  and always for the first time
  ///     last = time,  or with the rest kept  last + k × interval, the latest that is not later
  ///     than  time + slack
  ///
  /// A callback that does not act takes no time and changes nothing.
  ///
  /// - Source: the throttles of lodash and underscore keep the time of the last call; the usual cap
  ///   on requestAnimationFrame, `then = now - elapsed % interval`, keeps the rest.
  package struct Cap: Hashable, Sendable {
    /// How far apart it acts.
    package var interval: Duration
    /// By how much less is enough.
    package var slack: Duration
    /// By which clock it knows the time: now, timestamp or target.
    package var clock: AnimationClock
    /// Whether what is left over of the time counts for the next time.
    package var keepsRest: Bool

    /// Creates a cap.
    ///
    /// - Precondition: The interval is positive, and the slack is not negative.
    package init(
      every interval: Duration, slack: Duration = .zero, by clock: AnimationClock = .now,
      keepsRest: Bool = false
    ) {
      require(interval > .zero, "a cap of \(interval) is none")
      require(slack >= .zero, "a slack of \(slack) is negative")
      self.interval = interval
      self.slack = slack
      self.clock = clock
      self.keepsRest = keepsRest
    }

    /// Whether a callback acts that reads a time, given when it last acted; if so, that becomes the
    /// time from which the next interval counts.
    func acts(at time: Instant, since last: inout Instant?) -> Bool {
      guard let before = last else {
        last = time
        return true
      }
      let length = interval.wholeNanoseconds
      let enough = before.duration(to: time).wholeNanoseconds + slack.wholeNanoseconds
      guard enough >= length else { return false }
      last = keepsRest ? before.advanced(byNanoseconds: enough / length * length) : time
      return true
    }
  }
}
