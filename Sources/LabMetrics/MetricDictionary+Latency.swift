extension MetricDictionary {
  private static let shown =
    "Only updates that a refresh showed. Undefined without a display or if nothing was shown."

  static let latency: [Metric] =
    Metric.family(
      "tick_to_photon", of: "time from the beginning of a callback to its light",
      [.min, .mean, .p50, .p90, .p99, .max], formula: "photon − began", edgeCases: shown,
      source: "PresentMon, display latency; percentiles after Hyndman and Fan, definition 1."
    ) { $0.frames?.latency.fromBeginning }
    + Metric.family(
      "due_to_photon", of: "time from the due instant to the light",
      [.min, .mean, .p50, .p90, .p99, .max], formula: "photon − due", edgeCases: shown,
      source: "The lab's own definition; percentiles after Hyndman and Fan, definition 1."
    ) { $0.frames?.latency.fromDue } + [
      stage("wake", "from the due instant to the callback", "began − due") { $0.wake },
      stage("callback", "in the callback", "ended − began") { $0.callback },
      stage("commit", "from the end of the callback to the commit", "commit − ended") { $0.commit },
      stage("latch", "from the commit to the latch", "latch − commit") { $0.latch },
      stage("pipeline", "from the latch to the light", "photon − latch") { $0.pipeline },
    ]

  private static func stage(
    _ name: String, _ words: String, _ formula: String,
    value: @escaping @Sendable (Latency.Stages) -> Duration
  ) -> Metric {
    Metric(
      "stage_\(name)", .milliseconds, meaning: "The mean time that a shown update spent \(words).",
      formula: "mean of \(formula)",
      edgeCases: "The five stages of an update add up to its due-to-photon. " + shown
    ) { $0.frames?.latency.stages.map { .time(value($0)) } }
  }
}
