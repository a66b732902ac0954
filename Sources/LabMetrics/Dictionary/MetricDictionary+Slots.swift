extension MetricDictionary {
  /// Where the rule stands by which slots are counted.
  private static let see =
    "What a slot is, 'explain slot' tells. Undefined without a display, and on one of adaptive rate"
    + " unless a target is declared."
  /// What happens to slots where something changes: three sentences, from which alone the second
  /// statement of the tests counts them.
  private static let rule =
    "Where the display aims at another interval, or the latch interval of a refresh begins at"
    + " another pace of a link without a target than that of the refresh before, the count begins"
    + " again with that refresh: from the first new frame on and backwards before it (from the"
    + " first refresh if none is new); slots of a target rate go on. The slot that is cut by it"
    + " lasts until the first slot of the new count begins, which is a measured one. The slot that is"
    + " cut by a pause or by the end counts only if one of its refreshes before it is new. "

  static let slots: [Metric] =
    [
      Metric(
        "slots", .count, meaning: "How many new frames the target cadence asks for.",
        formula: "fulfilled + dropped", edgeCases: rule + see
      ) { $0.shown?.slotCounts.map { .count($0.slots) } },
      Metric(
        "dropped", .count, .less(.dropped), meaning: "How many wanted frames did not come in time.",
        formula: "#{slots in which no refresh is new}", edgeCases: see,
        source: "Chromium, percent dropped frames: updates that were expected and did not come."
      ) { $0.shown?.slotCounts.map { .count($0.dropped) } },
      Metric(
        "dropped_share", .percent, .less(.dropped),
        meaning: "The share of wanted frames that did not come in time.",
        formula: "100 × dropped / slots", edgeCases: "Undefined without a slot. " + see,
        source: "Chromium, percent dropped frames."
      ) { $0.shown?.slotCounts?.droppedShare.map(MetricValue.number) },
      Metric(
        "dropped_worst", .percent, .less(.dropped),
        meaning: "The share of dropped frames in the worst second.",
        formula: "max over windows of 1 s of 100 × dropped / slots, sliding from slot to slot",
        edgeCases: "Undefined if no stretch without a pause lasts 1 s. " + see,
        source: "Chromium, sliding window of 1 s of the dropped frame counter."
      ) { $0.shown?.slotShares.map { .number(Double($0.worst) / 10_000_000) } },
      Metric(
        "dropped_p95", .percent, .less(.dropped),
        meaning: "The share of dropped frames in the worst second but for one in twenty.",
        formula: "sorted[⌈n × 0.95⌉ − 1] over the same windows as dropped_worst",
        edgeCases: "Undefined if no stretch without a pause lasts 1 s. " + see,
        source: "Chromium, 95th percentile of the sliding window of the dropped frame counter."
      ) { $0.shown?.slotShares.map { .number(Double($0.p95) / 10_000_000) } },
      Metric(
        "throughput", .percent, .more(.dropped),
        meaning: "The share of wanted frames that came in time.",
        formula: "100 − dropped_share", edgeCases: "Undefined without a slot. " + see,
        source: "Chromium, throughput: the complement of percent dropped frames."
      ) { $0.shown?.slotCounts?.droppedShare.map { .number(100 - $0) } },
      Metric(
        "surplus", .refreshes,
        meaning: "How many new frames came beyond the one wanted in their slot.",
        formula: "new − fulfilled slots",
        edgeCases: "0 when every refresh is a slot. New frames during a pause count. " + see
      ) { $0.shown?.slotCounts.map { .count($0.surplus) } },
    ]
    + BlameCause.allCases.map { cause in
      Metric(
        "dropped_\(cause.rawValue)", .count, .less(.dropped),
        meaning: "How many frames were dropped mostly because \(cause.reason).",
        formula: "#{dropped slots of whose time this cause has the largest part}",
        edgeCases: "The time is that of blame_dropped_\(cause.rawValue). Of two causes with the "
          + "same part the earlier one counts. The causes of all dropped slots add up to dropped. "
          + see
      ) { $0.shown?.slotCounts.map { .count($0.dropped(by: cause)) } }
    }
}
