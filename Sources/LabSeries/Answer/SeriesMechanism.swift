/// What makes the intervals of a list.
package enum SeriesMechanism: String, Hashable, Sendable, CaseIterable {
  /// So many refreshes of a display apart.
  case locked
  /// Dates on a grid: a late callback does not delay the next date.
  case grid
  /// Each interval counts from the begin or the end of the callback before.
  case anew
  /// Rounded up to the steps of a clock.
  case quantum
  /// Two rates at once: one seen through the other, or both in one list.
  case beat
  /// One interval far longer than the others.
  case gap
  /// A gap whose dates follow at once.
  case burst
  /// The work takes longer than the interval.
  case saturated
  /// Intervals that differ much and in no order.
  case jitter

  /// What it does, as the end of a sentence about the list.
  package var phrase: String {
    switch self {
    case .locked: "locked to refreshes"
    case .grid: "keeps its grid"
    case .anew: "counts from the last call each time"
    case .quantum: "rounded up to the steps of a clock"
    case .beat: "beat of two rates"
    case .gap: "one long gap"
    case .burst: "a burst after a gap"
    case .saturated: "saturated"
    case .jitter: "jitter without structure"
    }
  }

  /// What it does to a date or a frame, and how a list shows it.
  package var meaning: String {
    switch self {
    case .locked:
      "The callbacks follow the refreshes of a display, every first, second or n-th of them, and"
        + " stay at the same phase. What was asked is rounded up to whole refreshes: 20 ms become"
        + " 33.3 ms at 60 Hz. A display link does so, and requestAnimationFrame with a limit."
    case .grid:
      "The dates are multiples of one period. A callback that is late leaves the next date where it"
        + " was, so that a long interval is followed by a short one and lateness does not add up. A"
        + " repeating timer of a run loop does so."
    case .anew:
      "The next date is one interval after the begin or the end of the last callback, so that each"
        + " lateness delays all dates to come. From the list alone the two cannot be told apart; a"
        + " lag of 1 ms and more is most likely the work of a callback that counts from its end. A"
        + " chain of setTimeout does so, and a loop that sleeps."
    case .quantum:
      "The instants are multiples of a clock's step (1, 4, 10 or 15.625 ms), so that what was asked"
        + " is rounded up to whole steps: 30 ms become 32 ms on a wheel of 4 ms."
    case .beat:
      "Two rates at once. A timer of 25 ms drawn at refreshes of 16.7 ms shows frames that last one"
        + " and two refreshes in turn; two timers whose callbacks are in one list drift through one"
        + " another."
    case .gap:
      "One interval is longer than 2.6 usual ones and than 1.8 times the second longest: one task"
        + " held the thread. The rest of the list is explained without it."
    case .burst:
      "After a gap the callbacks of the dates that passed follow one another at once, so that their"
        + " number is right and their spacing is not."
    case .saturated:
      "The work of a callback takes longer than the interval, so that the next one begins when it"
        + " ends: the interval is the work."
    case .jitter:
      "The intervals differ by a third and more and follow no order: events that arrive, not a clock"
        + " that calls."
    }
  }
}
