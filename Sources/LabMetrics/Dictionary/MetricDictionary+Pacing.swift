import LabKernel

extension MetricDictionary {
  private static let times =
    "Over the times from one new frame to the next, at the display, except across pauses. "
    + "Percentiles are observed values (Hyndman and Fan, definition 1); low1_percentile of the "
    + "frame rules interpolates instead (definition 8). Undefined without two shown frames."
  private static let judderEdges =
    "The target interval is that of the target cadence at the rate of the display when the earlier "
    + "frame is shown: the period, cut to whole ns, times the refreshes wanted. On a display of "
    + "adaptive rate and without a declared target it is a timer's interval, or a link's divider "
    + "times the period that the display aims at. Steps across a pause do not count. Undefined "
    + "without a target or a step; the standard deviation needs two."
  private static let capFrameX =
    "CapFrameX, FrametimeStatisticProvider, with observed values and with display times instead "
    + "of its times between presents."

  /// How evenly new frames come.
  static let pacing: [Metric] =
    [
      Metric(
        "judder_sd", .milliseconds, .less(.symptom(.uneven)),
        meaning: "The standard deviation of the time between frames from the one wanted.",
        formula: "sd of (R(i) − R(i−1)) − target interval, with n − 1", edgeCases: judderEdges
      ) {
        $0.shown.flatMap { standardDeviation($0.departures) }.map(MetricValue.time)
      }
    ]
    + Metric.family(
      "judder", of: "difference of the time between frames from the one wanted", [.p99, .max],
      .less(.symptom(.uneven)), formula: "|(R(i) − R(i−1)) − target interval|",
      edgeCases: judderEdges,
      source: "The lab's own definition; percentiles after Hyndman and Fan, definition 1."
    ) { $0.shown?[.departure] } + [
      rate(
        "fps_avg", is: .more(),
        "How many new frames came per second, without the pauses of the driver",
        "new / (window − pauses)",
        edges: "Says nothing about how evenly they came. Undefined without a display, and for a"
          + " driver that pauses all the time.",
        source: "The frame rate as it is usually quoted."
      ) {
        $0.slots.activeTime > 0
          ? Double($0.refreshes.new) * 1_000_000_000 / Double($0.slots.activeTime) : nil
      },
      rate(
        "fps_p1", "The rate of the 99th percentile of the times from frame to frame",
        "1 / sorted[⌈n × 0.99⌉ − 1]", edges: times, source: capFrameX
      ) { $0.tail.map { 1_000_000_000 / Double($0.bound) } },
      rate(
        "fps_low1_average", "The rate of the mean of the longest hundredth of those times",
        "1 / mean of the times ≥ the 99th percentile", edges: times, source: capFrameX
      ) {
        $0.tail.map { 1_000_000_000 * Double($0.count) / nearestDouble(to: $0.total) }
      },
      rate(
        "fps_low1_integral", "The rate of the time at which the longest have filled 1 % of all",
        "1 / first time, longest first, at which Σ ≥ 0.01 × Σ of all", edges: times,
        source: capFrameX + " As MSI Afterburner does."
      ) { $0.tail?.filling.map { 1_000_000_000 / Double($0) } },
      Metric(
        "stutter_share", .percent, .less(.symptom(.uneven)),
        meaning: "The share of time in frames that stutter.",
        formula: "100 × Σ times > 2.5 × trailing average / Σ times",
        edgeCases:
          "The average is over 10 √(mean time [ms]) times; a time of more than three times "
          + "its predecessor counts as that there. " + times, source: capFrameX
      ) {
        guard let shown = $0.shown, let tail = shown.tail else { return nil }
        return .number(100 * Double(shown.stutterTime) / nearestDouble(to: tail.sum))
      },
    ]

  private static func rate(
    _ name: String, is sense: Metric.Sense = .neither(), _ meaning: String, _ formula: String,
    edges: String, source: String,
    value: @escaping @Sendable (DriverRun) -> Double?
  ) -> Metric {
    Metric(
      name, .perSecond, sense, meaning: meaning + ".", formula: formula, edgeCases: edges,
      source: source
    ) { $0.shown.flatMap(value).map(MetricValue.number) }
  }
}
