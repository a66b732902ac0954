import LabKernel

extension MetricDictionary {
  private static let apple =
    "Apple, Tech Talk 10855 and MetricKit, hitch time ratio; without Apple's perceptual "
    + "adjustments."
  private static let presentMon = "PresentMon, animation error of displayed frames."
  private static let errorEdges =
    "The first shown update and the first after a pause have none. Undefined for fewer than two."

  private static let stuckEdges =
    "On a display of adaptive rate and without a declared target a frame hitches by what it comes "
    + "later than the interval that its driver wants: a timer's interval, or a link's divider "
    + "times the period that the display aimed at when the frame before was shown. Undefined without a "
    + "display, and without a target on one of a fixed rate."

  static let motion: [Metric] =
    [
      Metric(
        "hitches", .count, .less(.hitchTime), meaning: "How many times the motion stuck.",
        formula: "#{maximal runs of consecutive dropped slots}",
        edgeCases: "A pause ends a run if a latch interval begins in it. " + stuckEdges,
        source: apple
      ) { $0.shown?.hitches.map { .count($0.count) } },
      Metric(
        "hitches_commit", .count, .less(.hitchTime),
        meaning: "How many of the hitches began because the commit was late.",
        formula: "hitches − hitches_render", edgeCases: stuckEdges,
        source: "Apple, “Understanding hitches in your app”, commit hitch."
      ) { $0.shown?.hitches.map { .count($0.count - $0.renderCount) } },
      Metric(
        "hitches_render", .count, .less(.hitchTime),
        meaning: "How many of the hitches began although the frame was committed in time.",
        formula: "#{hitches whose first slot was dropped for dropped_render or dropped_queue}",
        edgeCases: stuckEdges, source: "Apple, “Understanding hitches in your app”, render hitch."
      ) { $0.shown?.hitches.map { .count($0.renderCount) } },
      Metric(
        "hitch_time", .milliseconds, .less(.hitchTime),
        meaning: "How long the motion stuck in all.",
        formula: "Σ duration of the dropped slots",
        edgeCases: "Blind to frames that jump: see animation_error. " + stuckEdges,
        source: apple
      ) { $0.shown?.hitches.map { .time($0.time) } },
      Metric(
        "hitch_time_render", .milliseconds, .less(.hitchTime),
        meaning: "How long the motion stuck although the frame had been committed in time.",
        formula: "Σ duration of the slots dropped for dropped_render or dropped_queue",
        edgeCases: stuckEdges, source: "Apple, “Understanding hitches in your app”, render hitch."
      ) { $0.shown?.hitches.map { .time($0.renderTime) } },
      Metric(
        "hitch_max", .milliseconds, .less(.hitchTime),
        meaning: "The longest time for which the motion stuck.",
        formula: "max over hitches of Σ duration of their slots",
        edgeCases: "Undefined without a hitch.", source: apple
      ) { $0.shown?.hitches?.longest.map(MetricValue.time) },
      Metric(
        "hitch_ratio", .millisecondsPerSecond, .less(.hitchTime),
        meaning: "How long the motion stuck per second.",
        formula: "hitch_time [ms] / active time [s]",
        edgeCases: "Active time is the window without pauses; undefined if there is none.",
        source: apple
      ) { $0.shown?.hitches?.ratio.map(MetricValue.number) },
    ]
    + Metric.family(
      "animation_error",
      of: "difference between the motion of the content and that of the display",
      [.mean, .p50, .p95, .p99, .max], .less(.animationError).unjudged,
      formula:
        "|(τ(i) − τ(i−1)) − (R(i) − R(i−1))|, τ animation time and R display time of shown updates",
      edgeCases: errorEdges, source: presentMon
    ) { $0.shown?[.animationError] } + [
      Metric(
        "animation_error_rms", .milliseconds, .less(.animationError).unjudged,
        meaning: "The root mean square of the difference between both motions.",
        formula: "√(Σ AE² / n)", edgeCases: errorEdges, source: presentMon
      ) { $0.shown.flatMap { rootMeanSquare($0.errors) }.map(MetricValue.time) },
      Metric(
        "animation_error_rate", .millisecondsPerSecond, .less(.animationError).unjudged,
        meaning: "How much the motions differ per second.",
        formula: "Σ |AE| [ms] / active time [s]",
        edgeCases: "Active time is the window without pauses. " + errorEdges, source: presentMon
      ) {
        guard let shown = $0.shown, let errors = shown[.animationError], shown.slots.activeTime > 0
        else {
          return nil
        }
        return .number(1000 * (nearestDouble(to: errors.sum) / Double(shown.slots.activeTime)))
      },
      Metric(
        "animation_error_share", .percent, .less(.animationError).unjudged,
        meaning: "How much the motions differ, as a share of the time between the frames.",
        formula: "100 × Σ |AE| / Σ (R(i) − R(i−1))", edgeCases: errorEdges,
        source: "Gamers Nexus, percent of animation error; the denominator is the lab's choice."
      ) {
        guard let shown = $0.shown, let errors = shown[.animationError], let tail = shown.tail,
          tail.sum > 0
        else { return nil }
        return .number(100 * (nearestDouble(to: errors.sum) / nearestDouble(to: tail.sum)))
      },
    ]
}
