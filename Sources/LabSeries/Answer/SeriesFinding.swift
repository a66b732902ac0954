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
      case .missed: "How many dates of the grid had no callback."
      case .gapMs: "The length of the gap."
      case .gapAtMs: "When the gap began, from the first instant."
      case .lost: "How many dates passed in the gap and were never called."
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
