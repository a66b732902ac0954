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
}
