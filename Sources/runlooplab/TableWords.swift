/// The words over the columns of the table that `run` prints.
enum TableWords {
  private static let metrics = [
    "double fires": "double_fires", "missed dates": "missed", "missed": "missed",
    "dropped %": "dropped_pct", "jump max": "animation_error_max",
    "jump max ms": "animation_error_max",
    "animation error max": "animation_error_max", "late p99": "lateness_p99",
    "late p99 ms": "lateness_p99", "late max": "lateness_max", "hitch": "hitch_ratio",
    "hitch ms/s": "hitch_ratio",
  ]

  /// Returns the metric of which the table prints a word, or the name itself.
  static func metric(_ name: String) -> String { metrics[name.lowercased()] ?? name }
}
