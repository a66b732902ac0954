import LabKernel

extension MetricDictionary {
  static let firings: [Metric] = [
    Metric(
      "starved_span", .milliseconds, .less(.missed),
      meaning: "How long the loop ran in modes that do not hold the driver.",
      formula: "Σ length of the spans in which the mode lacks the driver",
      edgeCases: "Time outside any run, in a pause, before the driver joined a mode and after its"
        + " invalidation does not count."
    ) { .time($0.starvedSpan) },
    Metric(
      "longest_gap", .milliseconds, .less(), meaning: "The longest time between two firings.",
      formula: "max (began(i) − began(i−1))",
      edgeCases: "A pause is no gap. Undefined for fewer than two firings."
    ) { $0.run.timing.longest.map { .time(.nanoseconds($0)) } },
    Metric(
      "frozen", .count, .less(.hitchTime),
      meaning: "How many gaps between firings lasted 700 ms or more.",
      formula: "#{began(i) − began(i−1) ≥ 700 ms}",
      edgeCases: "A pause is no gap. Undefined for fewer than two firings.",
      source: "Android vitals and Datadog mobile vitals, frozen frames."
    ) {
      let timing = $0.run.timing
      return timing.longest.map { _ in .count(timing.frozen) }
    },
    Metric(
      "fired_first", .milliseconds,
      meaning: "When the first callback began, since the start of the run.",
      formula: "began(0)",
      edgeCases: "Of the whole run, warm-up included. Undefined if nothing fired."
    ) { $0.firstFiring.map(sinceStart) },
    Metric(
      "fired_end", .milliseconds,
      meaning: "When the last callback began, since the start of the run.",
      formula: "began(last)",
      edgeCases: "Of the whole run, warm-up included. Undefined if nothing fired."
    ) { $0.lastFiring.map(sinceStart) },
    Metric(
      "shared_wake_ups", .percent,
      meaning:
        "How many of the callbacks began without a wake-up of their own: the thread was awake.",
      formula: "100 × #{callbacks that begin no wake-up} / fires",
      edgeCases: "They share the wake-up of another timer, as a tolerance lets them, or wait for a"
        + " task to end. Undefined if nothing fired.",
      source:
        "CFRunLoopTimer, tolerance: timers that can wait share a wake-up; the share is the lab's"
        + " own definition."
    ) {
      guard let lateness = $0.lateness else { return nil }
      let shared = lateness.count - $0.run.wakeUps.own
      return .number(100 * Double(shared) / Double(lateness.count))
    },
    Metric(
      "wake_ups", .perSecond,
      meaning: "How often in a second the thread woke up for work of any kind.",
      formula: "#{callouts and tasks that begin while nothing held the thread} / s of the run",
      edgeCases:
        "Each costs energy, whatever the work takes. Work at the instant at which other work ends, "
        + "or a run of the loop begins, needs no wake-up; a wake-up that finds nothing to do is not"
        + " counted. The same for all drivers of a run. Undefined for a run without time.",
      source: "powertop, wake-ups per second; Apple, Energy Efficiency Guide, Minimize Timer Use."
    ) {
      let (time, count) = ($0.run.facts.window.end, $0.run.wakeUps.all)
      return time > 0 ? .number(Double(count) * 1e9 / Double(time)) : nil
    },
  ]

  static let lateness: [Metric] =
    [
      Metric(
        "on_time", .percent, .more(.symptom(.late)),
        meaning: "How many of the callbacks began at the very instant at which they were due.",
        formula: "100 × #{began(i) = due(i)} / fires",
        edgeCases: "Undefined if nothing fired."
      ) {
        guard let lateness = $0.lateness else { return nil }
        return .number(100 * Double($0.run.timing.onTime) / Double(lateness.count))
      }
    ] + latenessStatistics + phaseStatistics + wallStatistics + delayVariation

  private static let latenessStatistics = Metric.family(
    "lateness", of: "lateness of a callback",
    [.min, .mean, .p50, .p90, .p99, .p999, .max], .less(.lateness),
    formula: "began(i) − due(i)",
    edgeCases: "A callback that answers several due instants is late against the earliest; the "
      + "others are missed. Negative only in live measurements. Undefined if nothing fired.",
    source: "cyclictest (rt-tests), latency; percentiles after Hyndman and Fan, definition 1."
  ) { $0.lateness }

  private static let phaseStatistics = Metric.family(
    "latest_lateness", of: "time since the newest due instant when a callback began",
    [.mean, .p50, .p99, .max], .less(.lateness),
    formula: "began(i) − newest due instant ≤ began(i)",
    edgeCases:
      "How far the sample is from its grid, however many due instants the callback answers. "
      + "The newest due instant is due + k × interval with the largest k that has come, also for a "
      + "timer that shifts its grid; for a link the newest vsync. Undefined if nothing fired.",
    source: "The lab's own definition; percentiles after Hyndman and Fan, definition 1."
  ) { $0.run[.latestLateness] }

  private static let wallStatistics = Metric.family(
    "wall_lateness", of: "lateness of a callback by the clock on the wall", [.p50, .p99, .max],
    .less(.wallLateness),
    formula: "wall(began(i)) − wall(meant(i)), wall(t) = t + Σ sleeps at or before t",
    edgeCases:
      "A date by uptime was meant as long after it was set on the wall, so that a sleep meanwhile "
      + "makes it late; a date within a sleep is meant for its end. Undefined if nothing fired, or "
      + "if the machine never sleeps.",
    source: "The lab's own definition; CLOCK_MONOTONIC and CLOCK_BOOTTIME of Linux."
  ) { $0.run[.wallLateness] }

  private static let delayVariation: [Metric] = [
    Statistic.p50, .p90, .p99, .max,
  ].map { statistic in
    Metric(
      "pdv_\(statistic.suffix)", .milliseconds, .less(.lateness),
      meaning: "\(statistic.words) lateness beyond the smallest: packet delay variation.",
      formula: "\(statistic.formula) over lateness(i) − min lateness",
      edgeCases: "Undefined if nothing fired.",
      source: "RFC 5481, packet delay variation, with lateness as the delay."
    ) { metrics in metrics.lateness.map { .time(statistic.value($0) - $0.min) } }
  }

  @Sendable private static func sinceStart(_ instant: Instant) -> MetricValue {
    .time(Instant.start.duration(to: instant))
  }
}
