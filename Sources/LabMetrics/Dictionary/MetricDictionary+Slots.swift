extension MetricDictionary {
  private static let cadence =
    "Slots follow the target cadence (default: a link's divider, every refresh for a timer). They "
    + "are numbered from the first measured refresh that shows a new frame, those before it as well, and "
    + "anew where the rate "
    + "of the display or the pace of the link changes. A slot of several refreshes that such a "
    + "change cuts off lasts until the next one begins, so that a freeze across it is one hitch. "
    + "The slots of a timer begin with its first new frame, and one interval after its first date "
    + "at the latest. A refresh belongs to a pause, and "
    + "to no slot, if its latch interval begins in the pause; after an invalidation slots go on. "
    + "Undefined without a display, and on one of adaptive rate unless a target is declared."
  private static let tail =
    "An unfinished slot at the end counts only if it is fulfilled. " + cadence

  static let slots: [Metric] =
    [
      Metric(
        "slots", .count, meaning: "How many new frames the target cadence asks for.",
        formula: "fulfilled + dropped", edgeCases: tail
      ) { $0.shown?.slots.map { .count($0.slots) } },
      Metric(
        "dropped", .count, meaning: "How many wanted frames did not come in time.",
        formula: "#{slots in which no refresh is new}", edgeCases: tail,
        source: "Chromium, percent dropped frames: updates that were expected and did not come."
      ) { $0.shown?.slots.map { .count($0.dropped) } },
      Metric(
        "dropped_pct", .percent, meaning: "The share of wanted frames that did not come in time.",
        formula: "100 × dropped / slots", edgeCases: "Undefined without a slot. " + cadence,
        source: "Chromium, percent dropped frames."
      ) { $0.shown?.slots?.droppedShare.map(MetricValue.number) },
      Metric(
        "dropped_worst_pct", .percent, meaning: "The share of dropped frames in the worst second.",
        formula: "max over windows of 1 s of 100 × dropped / slots, sliding from slot to slot",
        edgeCases: "Undefined if no stretch without a pause lasts 1 s. " + cadence,
        source: "Chromium, sliding window of 1 s of the dropped frame counter."
      ) { $0.shown?.slotShares.map { .number(Double($0.worst) / 10_000_000) } },
      Metric(
        "dropped_p95_pct", .percent,
        meaning: "The share of dropped frames in the worst second but for one in twenty.",
        formula: "sorted[⌈n × 0.95⌉ − 1] over the same windows as dropped_worst_pct",
        edgeCases: "Undefined if no stretch without a pause lasts 1 s. " + cadence,
        source: "Chromium, 95th percentile of the sliding window of the dropped frame counter."
      ) { $0.shown?.slotShares.map { .number(Double($0.p95) / 10_000_000) } },
      Metric(
        "throughput_pct", .percent, meaning: "The share of wanted frames that came in time.",
        formula: "100 − dropped_pct", edgeCases: "Undefined without a slot. " + cadence,
        source: "Chromium, throughput: the complement of percent dropped frames."
      ) { $0.shown?.slots?.droppedShare.map { .number(100 - $0) } },
      Metric(
        "surplus", .refreshes,
        meaning: "How many new frames came beyond the one wanted in their slot.",
        formula: "new − fulfilled slots",
        edgeCases: "0 when every refresh is a slot. New frames during a pause count. " + cadence
      ) { $0.shown?.slots.map { .count($0.surplus) } },
    ]
    + BlameCause.allCases.map { cause in
      Metric(
        "dropped_\(cause.rawValue)", .count,
        meaning: "How many frames were dropped mostly because \(cause.reason).",
        formula: "#{dropped slots of whose time this cause has the largest part}",
        edgeCases: "The time is that of blame_dropped_\(cause.rawValue). Of two causes with the "
          + "same part the earlier one counts. The causes of all dropped slots add up to dropped. "
          + cadence
      ) { $0.shown?.slots.map { .count($0.dropped(by: cause)) } }
    }
}
