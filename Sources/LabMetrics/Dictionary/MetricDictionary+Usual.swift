extension MetricDictionary {
  /// The names of the metrics that are columns of `runs.csv` and `summary.csv` by default, in the
  /// order of the dictionary.
  ///
  /// They are what tells one run from another at a glance. The time by cause is in `blame.csv`, the
  /// other statistics of a distribution and the other jitters are columns where a script names
  /// them.
  public static let usual: [String] = [
    "due", "fires", "missed", "blocked", "starved", "coverage",
    "dates", "doubled", "short", "dates_asked", "behind", "behind_of", "late_dates", "late_of",
    "extra", "speed_error", "speed_of", "stale_frames", "motion_steps", "jumped", "uneven",
    "uneven_of",
    "wasted", "longest_gap", "wake_ups",
    "lateness_mean", "lateness_p50", "lateness_p99", "lateness_max",
    "period_jitter_sd", "cycle_to_cycle_max", "drift", "rfc_jitter",
    "double_fires", "fires_per_refresh_max", "empty_refreshes", "refreshes", "updates", "new",
    "repeated", "overwritten", "slots", "dropped", "dropped_pct",
    "hitches", "hitch_time", "hitch_max", "hitch_ratio",
    "animation_error_mean", "animation_error_p99", "animation_error_max", "fps_avg",
    "content_jump", "position_error_max", "tick_to_photon_p50", "tick_to_photon_p99",
    "input_to_photon_p50", "input_to_photon_p99", "late_frames",
  ]

  /// The names of the metrics of tasks that are columns of `loads.csv` by default.
  public static let usualOfTasks: [String] = [
    "arrived_tasks", "open_tasks", "unseen_tasks", "wait_mean", "wait_p50", "wait_p98", "wait_max",
    "wait_beyond", "work_max", "response_p98", "response_max", "presentation_p98",
    "presentation_max", "shown_mean", "shown_p50", "shown_p98", "shown_max", "inp",
  ]

  fileprivate static let usualNames = Set(usual + usualOfTasks)
}

extension Metric {
  /// Whether it is a column of `runs.csv` by default.
  public var isUsual: Bool { MetricDictionary.usualNames.contains(name) }
}
