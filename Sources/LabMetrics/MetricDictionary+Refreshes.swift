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
      formula: "new + overwritten", edgeCases: byLatch
    ) { $0.frames.map { .count($0.refreshes.updates) } },
    Metric(
      "new", .refreshes, meaning: "How many refreshes showed something new.",
      formula: "#{k: one or more updates committed in (L(k−1), L(k)]}",
      edgeCases: "A commit at the very instant of the latch is taken. " + noDisplay
    ) { $0.frames.map { .count($0.refreshes.new) } },
    Metric(
      "repeated", .refreshes, meaning: "How many refreshes showed the picture before once more.",
      formula: "#{k: no update committed in (L(k−1), L(k)]}",
      edgeCases: "Whether that was wanted depends on the target cadence: see dropped. " + noDisplay
    ) { $0.frames.map { .count($0.refreshes.repeated) } },
    Metric(
      "overwritten", .count, meaning: "How many updates nobody ever saw.",
      formula: "merged + replaced", edgeCases: byLatch
    ) { $0.frames.map { .count($0.refreshes.overwritten) } },
    Metric(
      "merged", .count,
      meaning: "How many updates were superseded by a later one in the same commit.",
      formula: "#{updates with a successor in their commit}",
      edgeCases: "Only updates of the same driver supersede each other. " + noDisplay
    ) { $0.frames.map { .count($0.refreshes.merged) } },
    Metric(
      "replaced", .count,
      meaning: "How many updates were superseded by a later commit before the display latched.",
      formula: "#{updates with a successor in a later commit of their latch interval}",
      edgeCases: "Only updates of the same driver supersede each other. " + noDisplay
    ) { $0.frames.map { .count($0.refreshes.replaced) } },
  ]
}
