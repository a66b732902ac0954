extension MetricDictionary {
  /// Where the rule stands by which slots are counted.
  private static let see =
    "What a slot is, ‘slots’ tells. Undefined without a display, and on one of adaptive rate unless a"
    + " target is declared."
  private static let rule =
    "A slot is the refreshes for which one new frame is wanted: n of them by a target of n"
    + " refreshes (default: 1; for a link the pace that it had when the latch interval of the first"
    + " refresh of the count began), or all that latch in one interval of a target rate (default for"
    + " a timer whose interval is one and a half refreshes or longer: that interval), its beginning"
    + " included. Measured refreshes that follow one another without a pause are counted off in slots"
    + " from the first new frame on, and backwards before it, or from the first refresh if none is"
    + " new; what precedes the first whole slot has none, and an unfinished slot at the end counts"
    + " only if it is fulfilled. The count begins anew, by the same rule, where a link's pace has"
    + " changed before the latch interval of a refresh begins and, unless the target is a rate, at a"
    + " refresh with which the display aims at another interval; each slot lasts until the next one"
    + " begins, so that a freeze across a change is one hitch. The intervals of a rate begin at the"
    + " latch of the first new frame; if they are no whole number of refreshes (to 1 in 10,000), at"
    + " that of 64 instants, each a 64th of an interval before the last and the latest that latch,"
    + " from which the fewest slots between two new frames of 1,024 refreshes have none: of equals"
    + " the latest. A refresh belongs to a pause if its latch interval begins while the driver is"
    + " paused, not there or invalid, or if it latches before the first date of a timer after that."
    + " The first frame that is asked of a timer is its first new one, or that of the refresh that"
    + " latches one interval after its first date, whichever comes first; of a link that is there"
    + " from the beginning its first new one, or that of the refresh which shows what it changed at"
    + " its second date."
    + " Undefined without a display, and on one of adaptive rate unless a target is declared."

  static let slots: [Metric] =
    [
      Metric(
        "slots", .count, meaning: "How many new frames the target cadence asks for.",
        formula: "fulfilled + dropped", edgeCases: rule
      ) { $0.shown?.slotCounts.map { .count($0.slots) } },
      Metric(
        "dropped", .count, meaning: "How many wanted frames did not come in time.",
        formula: "#{slots in which no refresh is new}", edgeCases: see,
        source: "Chromium, percent dropped frames: updates that were expected and did not come."
      ) { $0.shown?.slotCounts.map { .count($0.dropped) } },
      Metric(
        "dropped_pct", .percent, meaning: "The share of wanted frames that did not come in time.",
        formula: "100 × dropped / slots", edgeCases: "Undefined without a slot. " + see,
        source: "Chromium, percent dropped frames."
      ) { $0.shown?.slotCounts?.droppedShare.map(MetricValue.number) },
      Metric(
        "dropped_worst_pct", .percent, meaning: "The share of dropped frames in the worst second.",
        formula: "max over windows of 1 s of 100 × dropped / slots, sliding from slot to slot",
        edgeCases: "Undefined if no stretch without a pause lasts 1 s. " + see,
        source: "Chromium, sliding window of 1 s of the dropped frame counter."
      ) { $0.shown?.slotShares.map { .number(Double($0.worst) / 10_000_000) } },
      Metric(
        "dropped_p95_pct", .percent,
        meaning: "The share of dropped frames in the worst second but for one in twenty.",
        formula: "sorted[⌈n × 0.95⌉ − 1] over the same windows as dropped_worst_pct",
        edgeCases: "Undefined if no stretch without a pause lasts 1 s. " + see,
        source: "Chromium, 95th percentile of the sliding window of the dropped frame counter."
      ) { $0.shown?.slotShares.map { .number(Double($0.p95) / 10_000_000) } },
      Metric(
        "throughput_pct", .percent, meaning: "The share of wanted frames that came in time.",
        formula: "100 − dropped_pct", edgeCases: "Undefined without a slot. " + see,
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
        "dropped_\(cause.rawValue)", .count,
        meaning: "How many frames were dropped mostly because \(cause.reason).",
        formula: "#{dropped slots of whose time this cause has the largest part}",
        edgeCases: "The time is that of blame_dropped_\(cause.rawValue). Of two causes with the "
          + "same part the earlier one counts. The causes of all dropped slots add up to dropped. "
          + see
      ) { $0.shown?.slotCounts.map { .count($0.dropped(by: cause)) } }
    }
}
