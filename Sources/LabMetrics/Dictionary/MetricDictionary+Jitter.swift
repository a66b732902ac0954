extension MetricDictionary {
  private static let clocks = "SiTime, “Clock jitter definitions and measurement methods”."
  private static let nominalEdges =
    "Firings with a pause between them have no interval. Undefined without one; the standard "
    + "deviation needs two. One long gap, as while a mode starves a timer, outweighs all else: "
    + "interval_sd leaves such intervals out."
  private static let regularEdges =
    regular + " Undefined without one; the standard deviation needs two."
  private static let regular =
    "Only intervals without a missed due instant, a pause or a new fire date in them count; for a "
    + "link also without a new pace, and without a vsync between both beginnings from which on the "
    + "display aims at another rate."
  private static let changeEdges =
    regular + " Pairs of neighbours among all intervals count. Undefined without a pair."

  static let jitter: [Metric] = [
    Metric(
      "period_jitter_sd", .milliseconds, .less(.lateness),
      meaning: "The standard deviation of the interval from the one that was due.",
      formula: "sd of (began(i) − began(i−1)) − (due(i) − due(i−1)), with n − 1",
      edgeCases: nominalEdges, source: clocks
    ) { $0.run.timing.changes.standardDeviation.map(MetricValue.time) },
    Metric(
      "period_jitter_pkpk", .milliseconds, .less(.lateness),
      meaning: "The range of the interval's deviation from the one that was due.",
      formula: "max − min of (began(i) − began(i−1)) − (due(i) − due(i−1))",
      edgeCases: nominalEdges, source: clocks
    ) { $0.run.timing.changes.peakToPeak.map(MetricValue.time) },
    Metric(
      "interval_n", .count, .neither(.lateness),
      meaning: "How many intervals the jitter about the mean rests on.",
      formula: "#{i: nothing missed between firings i − 1 and i}",
      edgeCases: regular + " 0 without one."
    ) { .count($0.run.timing.regular.count) },
    Metric(
      "interval_sd", .milliseconds, .less(.lateness),
      meaning: "The standard deviation of the time between firings about its mean.",
      formula: "sd of began(i) − began(i−1), with n − 1", edgeCases: regularEdges, source: clocks
    ) { $0.run.timing.regular.standardDeviation.map(MetricValue.time) },
    Metric(
      "interval_pkpk", .milliseconds, .less(.lateness),
      meaning: "The longest time between firings minus the shortest.",
      formula: "max − min of began(i) − began(i−1)", edgeCases: regularEdges, source: clocks
    ) { $0.run.timing.regular.peakToPeak.map(MetricValue.time) },
    Metric(
      "cycle_to_cycle_max", .milliseconds, .less(.lateness),
      meaning: "The most abrupt change from one interval to the next.",
      formula: "max |I(i) − I(i−1)|, I(i) = began(i) − began(i−1)",
      edgeCases: changeEdges, source: clocks
    ) { $0.run.timing.largestCycle.map(MetricValue.time) },
    Metric(
      "cycle_to_cycle_mean", .milliseconds, .less(.lateness),
      meaning: "The mean change from one interval to the next.",
      formula: "Σ |I(i) − I(i−1)| / n, I(i) = began(i) − began(i−1)",
      edgeCases: changeEdges, source: clocks
    ) { $0.run.timing.meanCycle.map(MetricValue.time) },
    Metric(
      "cycle_to_cycle_rms", .milliseconds, .less(.lateness),
      meaning: "The root mean square of the change from one interval to the next.",
      formula: "√(Σ (I(i) − I(i−1))² / n), I(i) = began(i) − began(i−1)",
      edgeCases: changeEdges, source: clocks
    ) { $0.run.timing.rootMeanSquareCycle.map(MetricValue.time) },
    Metric(
      "tie_pkpk", .milliseconds, .less(.lateness),
      meaning: "The range of the time interval error: how far firings stray from an ideal grid.",
      formula: "max − min of began(i) − (began(0) + due(i) − due(0))",
      edgeCases: "Undefined if nothing fired.", source: clocks
    ) { $0.lateness.map { .time($0.max - $0.min) } },
    Metric(
      "drift", .partsPerMillion, .less(.symptom(.behind)),
      meaning: "How much slower the firings run than the clock that was asked for.",
      formula: "10⁶ × (least-squares slope of began(i) over date(i) − 1)",
      edgeCases:
        "The fire dates are those of the grid that was asked for, first date + i × interval. It"
        + " does not move where a policy counts the interval from each callback; a fire date set by"
        + " hand or a pause begins another one. For a link they are its vsyncs. Undefined for fewer"
        + " than two different instants."
    ) { $0.run.timing.slope.value.map { .number(1_000_000 * $0) } },
    Metric(
      "rfc_jitter", .milliseconds, .less(.lateness),
      meaning: "The running estimate of jitter after the last firing.",
      formula: "J ← J + (|lateness(i) − lateness(i−1)| − J) / 16, J(0) = 0",
      edgeCases: "Pairs with a pause between them do not count. Undefined without a pair.",
      source: "RFC 3550, section 6.4.1, with due instants as the sender's clock."
    ) { ($0.run.timing.estimate?.last).map(MetricValue.time) },
    Metric(
      "rfc_jitter_max", .milliseconds, .less(.lateness),
      meaning: "The largest running estimate of jitter.",
      formula: "max J, J ← J + (|lateness(i) − lateness(i−1)| − J) / 16, J(0) = 0",
      edgeCases: "Pairs with a pause between them do not count. Undefined without a pair.",
      source: "RFC 3550, section 6.4.1, with due instants as the sender's clock."
    ) { ($0.run.timing.estimate?.most).map(MetricValue.time) },
  ]
}
