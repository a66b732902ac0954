/// The metrics that an expectation can name, and what they measure.
enum MetricVocabulary {
  /// Returns what a metric measures, or `nil` if there is no such metric.
  static func dimension(of metric: String) -> Dimension? {
    all.first { $0.name == metric }?.dimension
  }

  static let all: [(name: String, dimension: Dimension)] =
    names(
      .time,
      """
      lateness_min lateness_mean lateness_p50 lateness_p90 lateness_p99 lateness_max
      period_jitter_sd period_jitter_pkpk cycle_jitter_max longest_gap starved_span hitch_time
      animation_error_mean animation_error_p99 animation_error_max tick_to_photon_min
      tick_to_photon_mean tick_to_photon_p50 tick_to_photon_p99 tick_to_photon_max fired_end
      """)
    + names(
      .number,
      """
      fires missed blocked starved suppressed double_fires fires_per_refresh_max empty_refreshes
      refreshes new repeated overwritten dropped hitches
      """)
    + names(.percent, "coverage dropped_pct")
    + names(.partsPerMillion, "drift")
    + names(.millisecondsPerSecond, "hitch_ratio")

  private static func names(
    _ dimension: Dimension, _ text: String
  ) -> [(name: String, dimension: Dimension)] {
    text.split { $0 == " " || $0 == "\n" }.map { (String($0), dimension) }
  }
}
