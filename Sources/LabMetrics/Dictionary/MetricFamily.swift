import LabText

/// Metrics that tell of one thing, such as the mean, the percentiles and the maximum of lateness.
public struct MetricFamily: Sendable {
  /// A word that is no metric.
  public let name: String
  /// What its metrics tell, as the end of a sentence.
  public let meaning: String
  /// How the names of its metrics begin.
  private let prefixes: [String]
  /// The metrics that tell most.
  package let heads: [String]
  /// What else people call it.
  private let synonyms: [String]

  /// Every family; each metric is of the one that fits with most letters.
  public static let all = [
    MetricFamily(
      "callbacks", "how many due instants had a callback, and why the others had none",
      ["fires", "missed", "coverage"], ["calls", "ticks", "firings", "fired"],
      "due", "fire", "missed", "dates", "short", "behind", "blocked", "starved", "suppressed",
      "folded",
      "refused_vsyncs", "cancelled", "open", "coverage",
      "drain", "stale", "longest_gap", "frozen", "on_time", "shared_wake", "wake_ups"),
    MetricFamily(
      "lateness", "how late callbacks began", ["lateness_p99", "lateness_max"],
      ["hop_latency"],
      "late", "lateness", "latest_lateness", "wall_lateness", "pdv"),
    MetricFamily(
      "jitter", "how much the time between callbacks varies", ["period_jitter_sd"],
      ["variance"],
      "period_jitter", "interval", "cycle_to", "tie", "drift", "rfc_jitter"),
    MetricFamily(
      "doubles", "callbacks and updates beyond one a refresh", ["double_fires", "overwritten"],
      ["double", "double_frames"],
      "double", "extra", "double_fires", "fires_per_refresh", "overwrit", "merged", "replaced",
      "refused", "queue_",
      "wasted"),
    MetricFamily(
      "frames", "how many refreshes showed a new frame", ["new", "repeated"], ["frame"], "empty",
      "refreshes", "updates",
      "new", "repeated"),
    MetricFamily(
      "drops", "how many frames were dropped, and by what cause",
      ["dropped", "dropped_share"],
      ["drop", "jank", "janky_frames", "skipped", "frame_drops"], "slots",
      "dropped", "throughput", "surplus"),
    MetricFamily(
      "hitching", "how often and how long the motion stuck",
      ["hitch_ratio", "hitch_max"], ["stutter", "hitch", "freeze", "stuck"],
      "hitch"),
    MetricFamily(
      "animation", "how far steps of the content and of the display differ",
      ["animation_error_p99", "animation_error_max"], ["jump"],
      "animation_error"),
    MetricFamily(
      "pacing", "how evenly frames follow one another", ["fps_avg", "judder_sd"],
      ["fps", "framerate", "frame_rate"],
      "judder", "uneven", "fps", "stutter_share"),
    MetricFamily(
      "motion", "where the content was, and where it should have been",
      ["position_error_max", "content_jump"], ["position"],
      "content", "picture", "position", "discontinuity", "backward", "motion", "speed",
      "stale_frames", "jumped", "end", "final",
      "travel"),
    MetricFamily(
      "latency", "how long a frame takes to the display, and where it waits",
      ["tick_to_photon_p99", "input_to_photon_p99"], ["lag", "delay"],
      "tick_to", "due_to", "content_age", "input_to", "late_frame", "stage_"),
    MetricFamily(
      "causes", "what the time of late callbacks and dropped frames was for",
      ["blame", "blame_dropped"], ["cause"], "blame"),
    MetricFamily(
      "tasks", "how long tasks waited, worked, and took to the display",
      ["wait_max", "response_max", "shown_max"],
      ["wait", "response", "input_delay", "processing", "input", "inp", "tbt"],
      "arrived_tasks", "open_tasks", "unseen_tasks", "wait", "work_", "response_", "presentation_",
      "shown_", "blocking_time", "inp"),
    MetricFamily(
      "physics", "how a scene of bodies was stepped", ["energy_drift", "steps"], ["energy"], ""),
  ]

  private init(
    _ name: String, _ meaning: String, _ heads: [String], _ synonyms: [String],
    _ prefixes: String...
  ) {
    (self.name, self.meaning, self.heads) = (name, meaning, heads)
    (self.synonyms, self.prefixes) = (synonyms, prefixes)
  }

  /// Returns the family that people mean by a word that no metric has.
  static func meant(by word: String) -> MetricFamily? {
    all.first { $0.name == word || $0.synonyms.contains(word) }
  }

  /// Its metrics, in the order of the dictionary.
  public var metrics: [Metric] {
    MetricDictionary.everything.filter { Self.of($0.name)?.name == name }
  }

  /// All metrics with their meanings, family by family.
  package static var reference: String {
    all.map { family in
      let metrics = family.metrics.map { "  \($0.name): \($0.meaning)" }
      return (["\(family.name): \(family.meaning)"] + metrics).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// Returns the family of a metric; `nil` if there is no such metric.
  public static func of(_ metric: String) -> MetricFamily? {
    byMetric[metric].map { all[$0] }
  }

  /// Returns the family with a name.
  public static func named(_ name: String) -> MetricFamily? { all.first { $0.name == name } }

  private static let byMetric = Dictionary(
    keepingFirst: MetricDictionary.everything.map { metric in
      let fits = all.map { family in
        family.prefixes.filter(metric.name.hasPrefix).map { $0.utf8.count }.max() ?? -1
      }
      return (metric.name, fits.indices.max { fits[$0] < fits[$1] } ?? 0)
    })
}
