/// A number about a list.
public struct SeriesFinding: Hashable, Sendable {
  /// What a number tells.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case count, mean_ms, median_ms, longest_ms, period_ms, period_error_ms, rate_hz, rate_error_hz
    case jitter_ms, multiple, share_percent, other_period_ms, lag_ms, behind_s_per_hour
    case changes_per_hour, missed, gap_ms, gap_at_ms, lost, caught_up, chance_percent

    /// What it tells, as a sentence of the dictionary.
    public var meaning: String {
      switch self {
      case .count: "How many intervals the list has."
      case .mean_ms: "The mean interval."
      case .median_ms: "The middle interval, of which as many are shorter as longer."
      case .longest_ms: "The longest interval."
      case .period_ms:
        "The period of the grid, of the refreshes or of the clock's steps on which the instants lie; of"
          + " what counts anew the mean interval."
      case .period_error_ms:
        "Half of the interval that holds the period with 95 %, by a straight line through the instants"
          + " and Student's t; of what counts anew by the spread of the intervals."
      case .rate_hz: "How often the period fits into a second."
      case .rate_error_hz: "Half of the interval that holds the rate with 95 %."
      case .jitter_ms:
        "The scale of the errors: how far the instants lie from the grid, or the intervals from the"
          + " usual one, by the law that describes them shortest."
      case .multiple: "How many refreshes or steps lie between two instants, mostly."
      case .share_percent: "The share of intervals that have this multiple."
      case .other_period_ms: "The period of the second rate, that is seen through the first."
      case .lag_ms:
        "How much longer than asked an interval is, from the middle of the first three instants to that"
          + " of the last three, without gaps."
      case .behind_s_per_hour:
        "How far the callbacks fall behind in an hour: 3600 s × lag / (asked + lag). Negative: ahead."
      case .changes_per_hour:
        "How often in an hour the beat repeats: refreshes without a new frame, or meetings of the two"
          + " rates."
      case .missed: "How many dates of the grid had no callback."
      case .gap_ms: "The length of the gap."
      case .gap_at_ms: "When the gap began, from the first instant."
      case .lost: "How many dates passed in the gap and were never called."
      case .caught_up: "How many callbacks followed the gap at once."
      case .chance_percent:
        "The jitter in percent of what instants anywhere would have on this grid: 100 % is chance."
      }
    }

    /// The unit, as reports write it; `nil` of a count.
    public var unit: String? {
      let word = rawValue
      if word.hasSuffix("_s_per_hour") { return "s/h" }
      if word.hasSuffix("_per_hour") { return "per hour" }
      if word.hasSuffix("_ms") { return "ms" }
      if word.hasSuffix("_hz") { return "Hz" }
      return word.hasSuffix("_percent") ? "%" : nil
    }
  }

  /// What it tells.
  public let name: Name
  /// The number, in the unit of its name.
  public let value: Double
}
