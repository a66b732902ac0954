extension MetricDictionary {
  private static let shown =
    "Only updates that a refresh showed. Undefined without a display or if nothing was shown."

  static let latency: [Metric] =
    Metric.family(
      "tick_to_photon", of: "time from the beginning of a callback to the display of its frame",
      [.min, .mean, .p50, .p90, .p99, .max], .less(.tickToPhoton), formula: "photon − began",
      edgeCases: shown,
      source: "PresentMon, display latency; percentiles after Hyndman and Fan, definition 1."
    ) { $0.shown?[.fromBeginning] }
    + Metric.family(
      "due_to_photon", of: "time from the due instant to the display",
      [.min, .mean, .p50, .p90, .p99, .max], .less(.tickToPhoton), formula: "photon − due",
      edgeCases: shown,
      source: "The lab's own definition; percentiles after Hyndman and Fan, definition 1."
    ) { $0.shown?[.fromDue] }
    + Metric.family(
      "content_age", of: "age of the content of a frame when it is displayed",
      [.min, .mean, .p50, .p99, .max], .less(), formula: "photon − animation time",
      edgeCases: shown,
      source: "The lab's own definition; percentiles after Hyndman and Fan, definition 1."
    ) { $0.shown?[.contentAge] }
    + Metric.family(
      "input_to_photon", of: "time from an input to the display of the frame that answers it",
      [.min, .mean, .p50, .p90, .p99, .max], .less(.tickToPhoton),
      formula: "photon − earliest input not yet answered",
      edgeCases:
        "An update answers the inputs that the thread noticed before its callback began, in the "
        + "order of events; inputs of updates that were not shown are carried over. The touches of "
        + "a gesture are inputs, too. Undefined if "
        + "no shown update answers an input.",
      source: "PresentMon, click to photon; percentiles after Hyndman and Fan, definition 1."
    ) { $0.shown?[.inputLatency] }
    + [
      Metric(
        "late_frames", .count, .less(), meaning: "How many frames were shown later than expected.",
        formula: "#{shown updates whose refresh is later than the expected one}",
        edgeCases: "Expected is the refresh whose latch is a link's target timestamp, or the first "
          + "whose latch is not before a timer's due date. A late frame need not cost a drop. "
          + "Undefined without a display.",
        source: "Android, FrameTimeline: actual against predicted present time."
      ) { $0.shown.map { .count($0[.frameLateness]?.count ?? 0) } }
    ]
    + Metric.family(
      "late_frame", of: "lateness of a late frame", [.mean, .p99, .max], .less(),
      formula: "R(shown) − R(expected)", edgeCases: "Undefined without a late frame.",
      source: "Android, FrameTimeline; percentiles after Hyndman and Fan, definition 1."
    ) { $0.shown?[.frameLateness] } + [
      stage("wake", "from the due instant to the callback", "began − due") {
        $0.sum(.fromDue) - $0.sum(.fromBeginning)
      },
      stage("callback", "in the callback", "ended − began") {
        $0.sum(.fromBeginning) - $0.frames.fromEnd
      },
      stage("commit", "from the end of the callback to the commit", "commit − ended") {
        $0.frames.fromEnd - $0.frames.fromCommit
      },
      stage("latch", "from the commit to the latch", "latch − commit") {
        $0.frames.fromCommit - $0.frames.fromLatch
      },
      stage("pipeline", "from the latch to the display", "photon − latch") {
        $0.frames.fromLatch
      },
    ]

  private static func stage(
    _ name: String, _ words: String, _ formula: String,
    sum: @escaping @Sendable (DriverRun) -> Int128
  ) -> Metric {
    Metric(
      "stage_\(name)", .milliseconds, .less(),
      meaning: "The mean time that a shown update spent \(words).",
      formula: "mean of \(formula)",
      edgeCases: "The latch is the one that took the frame, after a wait in the queue if there is "
        + "one; it comes the guard time before its vsync. The render server begins at the latch, "
        + "with a depth of 0 at the commit, and the wait for it counts to the pipeline: with a "
        + "depth of 0 a latch of a queue is not held up by the server. The five stages of an "
        + "update add up to its due-to-photon. " + shown
    ) { metrics in
      guard let shown = metrics.shown, let frames = shown[.fromDue] else { return nil }
      return .time(.nanoseconds(roundedMean(sum(shown), of: frames.count)))
    }
  }
}

extension DriverRun {
  /// The sum of a quantity; 0 without a number.
  fileprivate func sum(_ quantity: Quantity) -> Int128 { self[quantity]?.sum ?? 0 }
}
