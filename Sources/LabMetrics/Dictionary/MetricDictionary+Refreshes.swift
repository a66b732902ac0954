extension MetricDictionary {
  private static let noDisplay = "Undefined without a display."
  private static let byBeginning =
    "A firing belongs to the refresh in which it begins, whenever it was due. Every refresh of the "
    + "run that has an end counts, those of the warm-up included. " + noDisplay
  private static let byLatch =
    "An update belongs to the window by the latch interval of its commit. " + noDisplay

  static let refreshes: [Metric] = [
    Metric(
      "double_fires", .refreshes, .less(.doubleFires),
      meaning: "How many refreshes saw two or more firings begin: the motion jumps.",
      formula: "#{k: two or more firings begin in [V(k), V(k+1))}", edgeCases: byBeginning
    ) { $0.shown.map { .count($0.firings.doubleFires) } },
    Metric(
      "fires_per_refresh_max", .count, .less(.symptom(.doubled)),
      meaning: "The largest number of firings that begin in one refresh.",
      formula: "max over k of #{firings that begin in [V(k), V(k+1))}", edgeCases: byBeginning
    ) { $0.shown.map { .count($0.firings.most) } },
    Metric(
      "empty_refreshes", .refreshes, .less(.dropped),
      meaning: "How many refreshes saw no firing begin: the motion sticks.",
      formula: "#{k: no firing begins in [V(k), V(k+1))}",
      edgeCases: "A refresh that begins in a pause of the driver, or ends before the due instant of"
        + " its first firing, does not count. " + byBeginning
    ) { $0.shown.map { .count($0.firings.empty) } },
    Metric(
      "refreshes", .refreshes, meaning: "How many refreshes were measured.",
      formula: "new + repeated",
      edgeCases:
        "Neither the warm-up nor the last vsync, whose refresh has no end, nor a refresh of a"
        + " pause ('explain pause') that shows nothing new. " + noDisplay
    ) { $0.shown.map { .count($0.refreshes.refreshes) } },
    Metric(
      "updates", .count,
      meaning: "How many changes of the content were committed for these refreshes.",
      formula: "new + overwritten + refused + queue_growth", edgeCases: byLatch
    ) { $0.shown.map { .count($0.refreshes.updates) } },
    Metric(
      "new", .refreshes, .more(), meaning: "How many refreshes showed something new.",
      formula: "#{k: one or more updates reach refresh k}",
      edgeCases:
        "A commit at the very instant of the latch is taken; in a queue only if nothing waits "
        + "there. What is taken reaches the refresh unless the render server is late: it begins "
        + "at the latch, with a depth of 0 at the commit. " + noDisplay
    ) { $0.shown.map { .count($0.refreshes.new) } },
    Metric(
      "repeated", .refreshes, .less(.dropped),
      meaning: "How many refreshes showed the frame before once more.",
      formula: "refreshes − new",
      edgeCases:
        "Whether that was wanted depends on the target cadence: see dropped. A refresh of a"
        + " pause ('explain pause') does not count. " + noDisplay
    ) { $0.shown.map { .count($0.refreshes.repeated) } },
    Metric(
      "overwritten", .count, .less(.doubleFires),
      meaning: "How many updates were not shown because later ones took their place.",
      formula: "merged + replaced", edgeCases: byLatch
    ) { $0.shown.map { .count($0.refreshes.overwritten) } },
    Metric(
      "overwriting_refreshes", .refreshes, .less(.doubleFires),
      meaning: "How many refreshes two or more updates reached, so that some were never shown.",
      formula: "#{k: two or more updates reach refresh k}", edgeCases: noDisplay
    ) { $0.shown.map { .count($0.refreshes.overwriting) } },
    Metric(
      "merged", .count, .less(.doubleFires),
      meaning: "How many updates were superseded by a later one in the same commit.",
      formula: "#{updates with a successor in their commit}",
      edgeCases: "Only updates of the same driver supersede each other. " + noDisplay
    ) { $0.shown.map { .count($0.refreshes.merged) } },
    Metric(
      "replaced", .count, .less(.doubleFires),
      meaning: "How many updates were superseded by a later commit before a refresh showed them.",
      formula: "#{updates with a successor in a later commit that reaches the same refresh}",
      edgeCases: "Only updates of the same driver supersede each other. " + noDisplay
    ) { $0.shown.map { .count($0.refreshes.replaced) } },
    Metric(
      "refused", .count, .less(.missed),
      meaning: "How many updates were thrown away because the queue for the display was full.",
      formula: "#{updates whose commit finds as many frames waiting as the queue holds}",
      edgeCases: "A frame waits until the latch of the refresh that shows it. 0 unless the display "
        + "presents first in, first out. " + noDisplay,
      source: "Android, buffer stuffing; the refusal instead of a wait is the lab's own."
    ) { $0.shown.map { .count($0.refreshes.refused) } },
    Metric(
      "queue_growth", .count, .less(.tickToPhoton),
      meaning:
        "How many more updates were on their way to the display at the end than at the start.",
      formula: "#{committed for an earlier refresh, not shown by it}, at the end − at the start",
      edgeCases: "Counts what waits in the queue or for the render server; may be negative. "
        + noDisplay
    ) { $0.shown.map { .count($0.refreshes.queueGrowth) } },
    Metric(
      "wasted_work", .percent,
      meaning: "The share of the thread's work that went into updates that were not shown.",
      formula: "100 × Σ (ended − began) of overwritten and refused updates / Σ busy time",
      edgeCases: "Of the whole run. Undefined without a display or if the thread did no work."
    ) {
      guard let shown = $0.shown, shown.facts.thread.busy > 0 else { return nil }
      return .number(100 * Double(shown.wastedTime) / Double(shown.facts.thread.busy))
    },
  ]
}
