extension MetricDictionary {
  private static let window =
    "Due instants of the whole run count, by their own time, whenever they were answered; one at "
    + "the very end of the run does not. A driver that is paused, not there or invalid has none."

  static let dueInstants: [Metric] = [
    Metric(
      "due", .count, meaning: "How many callbacks were due.",
      formula:
        "fires + blocked + starved + suppressed + folded + refused_vsyncs + cancelled + open",
      edgeCases: window
    ) { .count($0.dueInstants.due) },
    Metric(
      "fires", .count, meaning: "How many due instants got a callback of their own.",
      formula: "#{due instants with outcome fired}",
      edgeCases: "A callback that answers several due instants counts once, for the earliest."
    ) { .count($0.dueInstants.fired) },
    Metric(
      "missed", .count, .less(.missed),
      meaning: "How many due instants passed without a callback.",
      formula: "blocked + starved + suppressed + folded + refused_vsyncs",
      edgeCases: "Those that the end of the run leaves behind an open one count as well."
    ) { .count($0.dueInstants.missed) },
    Metric(
      "blocked", .count, .less(.missed),
      meaning: "How many due instants passed while the loop was busy in a mode with the driver.",
      formula: "#{due instants skipped, mode holds the driver}",
      edgeCases: "A due instant at which no run was under way is blocked."
    ) { .count($0.dueInstants.blocked) },
    Metric(
      "starved", .count, .less(.missed),
      meaning:
        "How many due instants passed while the run loop was in a mode in which the driver is not.",
      formula: "#{due instants skipped, mode does not hold the driver}",
      edgeCases: "The earliest one is answered late, and so fired; it is not starved. One that is "
        + "skipped at the very instant at which such a mode begins was skipped before, and is "
        + "blocked."
    ) { .count($0.dueInstants.starved) },
    Metric(
      "suppressed", .count, .less(.missed),
      meaning: "How many callbacks a link's policy took away because the one before overran.",
      formula: "#{due instants with outcome suppressed}",
      edgeCases: "Timers have none; nor have links that deliver what is pending.",
      source: "Apple, “Optimizing iPhone and iPad apps to support ProMotion displays”."
    ) { .count($0.dueInstants.suppressed) },
    Metric(
      "folded", .count, .less(.missed),
      meaning: "How many vsyncs of a link off the main thread a callback in line answered as well.",
      formula: "#{due instants with outcome folded}",
      edgeCases: "Timers and links of the main loop have none, nor has a queue or a port.",
      source: "WebKit, pull request 70129."
    ) { .count($0.dueInstants.folded) },
    Metric(
      "refused_vsyncs", .count, .less(.missed),
      meaning: "How many vsyncs of a link off the main thread found no room on the way to it.",
      formula: "#{due instants with outcome refused}",
      edgeCases: "Only a port and a hop that goes once have any.",
      source: "facebook/pop, POPAnimator."
    ) { .count($0.dueInstants.refused) },
    Metric(
      "cancelled", .count,
      meaning: "How many due instants a pause, an invalidation or a new fire date took back.",
      formula: "#{due instants with outcome cancelled}",
      edgeCases:
        "They had come, and are not missed. A callback that pauses or invalidates its own timer takes "
        + "back the fire dates that have passed during it."
    ) { .count($0.dueInstants.cancelled) },
    Metric(
      "open", .count, meaning: "How many due instants the end of the run left unanswered.",
      formula: "#{due instants with outcome open}",
      edgeCases: "The earliest that had come; those behind it are missed, as if one callback had "
        + "answered them all. Under a callback that the end of the run interrupts, all that came "
        + "due since its own are open, because whether they are answered is decided at its end."
    ) { .count($0.dueInstants.open) },
    Metric(
      "coverage", .percent, .more(.missed),
      meaning: "The share of due instants that got a callback.",
      formula: "100 × fires / (fires + missed)",
      edgeCases: "Undefined when nothing was due; cancelled and open ones do not count."
    ) { $0.dueInstants.coverage.map(MetricValue.number) },
    Metric(
      "queue_peak", .count, .less(),
      meaning: "The most callbacks of a display link that waited at once.",
      formula: "max over t of #{vsyncs with a callback of their own that has not begun at t}",
      edgeCases: "The callback under way does not count. More than 1 only for a link off the main "
        + "thread that queues its vsyncs. Undefined for timers."
    ) { $0.run.link.map { .count($0.peak) } },
    Metric(
      "drain", .milliseconds, .less(),
      meaning: "The longest time for which callbacks of a display link followed one another.",
      formula: "max (ended(j) − began(i)) where began(k) = ended(k−1) for i < k ≤ j",
      edgeCases:
        "After a hang, how long the flood of queued callbacks holds the thread. A callback "
        + "that has not ended does not count. Undefined for timers, and if no callback has ended.",
      source: "WebKit, pull request 70129."
    ) { $0.run.link.flatMap { $0.drain < 0 ? nil : .time(.nanoseconds($0.drain)) } },
    Metric(
      "stale", .count,
      meaning: "The most refreshes between a link's timestamp and its callback.",
      formula: "max #{vsyncs v: timestamp(i) < v ≤ began(i)}",
      edgeCases:
        "0 for a link of the main loop that keeps the newest vsync. How long a hop took is "
        + "the lateness of its callback. Undefined for timers, and if nothing fired.",
      source: "Apple developer forums, thread 52826."
    ) { $0.run.link.flatMap { $0.stale < 0 ? nil : .count($0.stale) } },
  ]
}
