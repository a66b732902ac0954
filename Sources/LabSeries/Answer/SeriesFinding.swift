/// A number about a list.
package struct SeriesFinding: Hashable, Sendable {
  /// What a number tells.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    case count
    case meanMs = "mean_ms"
    case medianMs = "median_ms"
    case longestMs = "longest_ms"
    case askedMs = "asked_ms"
    case periodMs = "period_ms"
    case periodErrorMs = "period_error_ms"
    case rateHz = "rate_hz"
    case rateErrorHz = "rate_error_hz"
    case jitterMs = "jitter_ms"
    case multiple
    case sharePercent = "share_percent"
    case otherPeriodMs = "other_period_ms"
    case lagMs = "lag_ms"
    case behindSPerHour = "behind_s_per_hour"
    case behindErrorSPerHour = "behind_error_s_per_hour"
    case changesPerHour = "changes_per_hour"
    case missed
    case gapMs = "gap_ms"
    case gapAtMs = "gap_at_ms"
    case lost
    case caughtUp = "caught_up"
    case chancePercent = "chance_percent"

    /// What it tells, as a sentence of the dictionary.
    package var meaning: String {
      switch self {
      case .count: "How many intervals the list has."
      case .meanMs: "The mean interval."
      case .medianMs: "The middle interval, of which as many are shorter as longer."
      case .longestMs: "The longest interval."
      case .askedMs:
        "The interval that was asked for; if it was not told, the one that was most likely asked."
      case .periodMs:
        "The period of the grid, of the refreshes or of the clock's steps on which the instants lie; of"
          + " what counts from its last call the mean interval."
      case .periodErrorMs:
        "Half of the interval that holds the period with 95 %, by a straight line through the instants"
          + " and Student's t; of what counts from its last call by the spread of the intervals."
      case .rateHz: "How often the period fits into a second."
      case .rateErrorHz: "Half of the interval that holds the rate with 95 %."
      case .jitterMs:
        "The scale of the errors: how far the instants lie from the grid, or the intervals from the"
          + " usual one, by the law that describes them shortest."
      case .multiple: "How many refreshes or steps lie between two instants, mostly."
      case .sharePercent: "The share of intervals that have this multiple."
      case .otherPeriodMs: "The period of the second rate, that is seen through the first."
      case .lagMs:
        "How much longer than asked an interval is, from the middle of the first three instants to that"
          + " of the last three, without gaps."
      case .behindSPerHour:
        "How far the callbacks fall behind in an hour: 3600 s × lag / (asked + lag). Negative: ahead."
      case .behindErrorSPerHour:
        "How much that may be off, by the interval that holds the period with 95 %."
      case .changesPerHour:
        "How often in an hour the beat repeats: refreshes without a new frame, or meetings of the two"
          + " rates."
      case .missed: "How many fire dates of the grid had no callback."
      case .gapMs: "The length of the gap."
      case .gapAtMs: "When the gap began, from the first instant."
      case .lost: "How many fire dates passed in the gap and were never called."
      case .caughtUp: "How many callbacks followed the gap at once."
      case .chancePercent:
        "The jitter in percent of what instants anywhere would have on this grid: 100 % is chance."
      }
    }

    /// The unit, as reports write it; `nil` of a count.
    package var unit: String? {
      let word = rawValue
      if word.hasSuffix("_s_per_hour") { return "s/h" }
      if word.hasSuffix("_per_hour") { return "per hour" }
      if word.hasSuffix("_ms") { return "ms" }
      if word.hasSuffix("_hz") { return "Hz" }
      return word.hasSuffix("_percent") ? "%" : nil
    }
  }

  /// What it tells.
  package let name: Name
  /// The number, in the unit of its name.
  package let value: Double
}

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
      "The fire dates are multiples of one period. A callback that is late leaves the next date where it"
        + " was, so that a long interval is followed by a short one and lateness does not add up. A"
        + " repeating timer of a run loop does so."
    case .anew:
      "The next date is one interval after the begin or the end of the last callback, so that each"
        + " lateness delays all fire dates to come. From the list alone the two cannot be told apart; a"
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
      "After a gap the callbacks of the fire dates that passed follow one another at once, so that their"
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
