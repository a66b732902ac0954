extension MetricDictionary {
  private static let noDisplay = "Undefined without a display."
  private static let byBeginning =
    "A firing belongs to the refresh in which it begins, whenever it was due. " + noDisplay
  private static let byLatch =
    "An update belongs to the window by the latch interval of its commit. " + noDisplay

  static let refreshes: [Metric] = [
    Metric(
      "double_fires", .refreshes,
      meaning: "How many refreshes saw two or more firings begin: the picture jumps.",
      formula: "#{k: two or more firings begin in [V(k), V(k+1))}", edgeCases: byBeginning
    ) { $0.frames.map { .count($0.firings.doubleFires) } },
    Metric(
      "fires_per_refresh_max", .count,
      meaning: "The largest number of firings that begin in one refresh.",
      formula: "max over k of #{firings that begin in [V(k), V(k+1))}", edgeCases: byBeginning
    ) { $0.frames.map { .count($0.firings.most) } },
    Metric(
      "empty_refreshes", .refreshes,
      meaning: "How many refreshes saw no firing begin: the picture sticks.",
      formula: "#{k: no firing begins in [V(k), V(k+1))}", edgeCases: byBeginning
    ) { $0.frames.map { .count($0.firings.empty) } },
    Metric(
      "refreshes", .refreshes, meaning: "How many refreshes were measured.",
      formula: "new + repeated",
      edgeCases: "Neither the warm-up nor the last vsync, whose refresh has no end. " + noDisplay
    ) { $0.frames.map { .count($0.refreshes.refreshes) } },
    Metric(
      "updates", .count,
      meaning: "How many changes of the picture were committed for these refreshes.",
      formula: "new + overwritten + refused + queue_growth", edgeCases: byLatch
    ) { $0.frames.map { .count($0.refreshes.updates) } },
    Metric(
      "new", .refreshes, meaning: "How many refreshes showed something new.",
      formula: "#{k: one or more updates reach refresh k}",
      edgeCases:
        "A commit at the very instant of the latch is taken, and reaches the refresh unless "
        + "it waits in a queue or for the render server. " + noDisplay
    ) { $0.frames.map { .count($0.refreshes.new) } },
    Metric(
      "repeated", .refreshes, meaning: "How many refreshes showed the picture before once more.",
      formula: "refreshes − new",
      edgeCases: "Whether that was wanted depends on the target cadence: see dropped. " + noDisplay
    ) { $0.frames.map { .count($0.refreshes.repeated) } },
    Metric(
      "overwritten", .count,
      meaning: "How many updates nobody saw because later ones took their place.",
      formula: "merged + replaced", edgeCases: byLatch
    ) { $0.frames.map { .count($0.refreshes.overwritten) } },
    Metric(
      "overwriting_refreshes", .refreshes,
      meaning: "How many refreshes two or more updates reached, so that some were never seen.",
      formula: "#{k: two or more updates reach refresh k}", edgeCases: noDisplay
    ) { $0.frames.map { .count($0.refreshes.overwriting) } },
    Metric(
      "merged", .count,
      meaning: "How many updates were superseded by a later one in the same commit.",
      formula: "#{updates with a successor in their commit}",
      edgeCases: "Only updates of the same driver supersede each other. " + noDisplay
    ) { $0.frames.map { .count($0.refreshes.merged) } },
    Metric(
      "replaced", .count,
      meaning: "How many updates were superseded by a later commit before a refresh showed them.",
      formula: "#{updates with a successor in a later commit that reaches the same refresh}",
      edgeCases: "Only updates of the same driver supersede each other. " + noDisplay
    ) { $0.frames.map { .count($0.refreshes.replaced) } },
    Metric(
      "refused", .count,
      meaning: "How many updates were thrown away because the queue for the display was full.",
      formula: "#{updates whose commit finds so many pictures waiting as the queue holds}",
      edgeCases: "0 unless the display presents first in, first out. " + noDisplay,
      source: "Android, buffer stuffing; the refusal instead of a wait is the lab's own."
    ) { $0.frames.map { .count($0.refreshes.refused) } },
    Metric(
      "queue_growth", .count,
      meaning: "How many more updates were under way to the glass at the end than at the start.",
      formula: "#{committed for an earlier refresh, not shown by it}, at the end − at the start",
      edgeCases: "Counts what waits in the queue or for the render server; may be negative. "
        + noDisplay
    ) { $0.frames.map { .count($0.refreshes.queueGrowth) } },
    Metric(
      "wasted_work", .percent,
      meaning: "The share of the thread's work that went into updates that nobody saw.",
      formula: "100 × Σ (ended − began) of overwritten and refused updates / Σ busy time",
      edgeCases: "Of the whole run. Undefined without a display or if the thread did no work."
    ) { $0.frames?.wastedWork.map(MetricValue.number) },
  ]
}
