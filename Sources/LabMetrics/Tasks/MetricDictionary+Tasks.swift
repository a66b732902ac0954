import LabKernel

extension MetricDictionary {
  /// Every metric of the tasks of a load, in the order of reports.
  public static let tasks: [Metric] =
    [
      Metric(
        ofTasks: "arrived_tasks", .count, meaning: "How many tasks of the load arrived.",
        formula: "#{tasks}", edgeCases: "A task in pieces is one task. " + wholeRun
      ) { .count($0.arrived) },
      Metric(
        ofTasks: "open_tasks", .count,
        meaning: "How many tasks had arrived and not ended at the end of the run.",
        formula: "#{tasks without an end}", edgeCases: wholeRun
      ) { .count($0.arrived - $0.ended) },
      Metric(
        ofTasks: "unseen_tasks", .count,
        meaning: "How many tasks ended and had no frame that shows them before the end of the run.",
        formula: "#{tasks with an end and no frame}", edgeCases: noDriver
      ) { $0.unseen.map { .count($0) } },
    ]
    + TaskQuantity.allCases.flatMap(metrics)
    + [
      Metric(
        ofTasks: "blocking_time", .milliseconds,
        meaning: "The total blocking time: by how much tasks held the thread longer than 50 ms.",
        formula: "Σ (work − 50 ms)⁺",
        edgeCases: "Over the whole run, where a page is measured from its first paint to the time "
          + "at which it can be used. 0 without a long task.",
        source: "web.dev, Total Blocking Time."
      ) { .time($0.blockingTime) },
      Metric(
        ofTasks: "inp", .milliseconds,
        meaning: "The interaction to next paint: the longest of the times that interactions took, "
          + "without one for every fifty.",
        formula: "the (⌊n / 50⌋ + 1)-th longest of n interactions, at most the tenth",
        edgeCases: "An interaction is a task: from its arrival to the display of the frame that "
          + "shows it, or to its end if none does. Undefined without a task that has ended.",
        source: "web-vitals, onINP: estimateP98LongestInteraction."
      ) { $0.interactionToNextPaint.map { .time($0) } },
    ] + waits

  private static let wholeRun = "All tasks of the run count."
  private static let noDriver = "Undefined without a driver that shows the tasks."

  private static func metrics(of quantity: TaskQuantity) -> [Metric] {
    let entry = quantity.entry
    let statistics = [Statistic.mean, .p50, .p98, .max].map { statistic in
      Metric(
        ofTasks: "\(quantity.rawValue)_\(statistic.suffix)", .milliseconds,
        meaning: "\(statistic.words) \(entry.meaning).",
        formula: "\(statistic.formula) over \(entry.formula)",
        edgeCases: entry.edgeCases, source: entry.source
      ) { metrics in metrics[quantity].map { .time(statistic.value($0)) } }
    }
    let limit = "\(quantity.limit.millisecondText) ms"
    let open =
      "Tasks that the end of the run leaves open count if they took longer already. "
      + (quantity.needsFrame ? noDriver : "0 where none did.")
    return statistics + [
      Metric(
        ofTasks: "\(quantity.rawValue)_beyond", .count,
        meaning: "For how many tasks the \(entry.meaning) was longer than \(limit).",
        formula: "#{tasks with \(entry.formula) > \(limit)}", edgeCases: open,
        source: entry.limitSource
      ) { $0.beyondLimit(quantity).map { .count($0) } },
      Metric(
        ofTasks: "\(quantity.rawValue)_beyond_share", .percent,
        meaning: "For which share of the tasks the \(entry.meaning) was longer than \(limit).",
        formula: "100 × \(quantity.rawValue)_beyond / arrived_tasks",
        edgeCases: open + " Undefined without a task.", source: entry.limitSource
      ) { $0.percentBeyondLimit(quantity).map { .number($0) } },
    ]
  }

  private static let causes: [BlameCause] = [
    .starved, .tasks, .callouts, .wake, .outside, .unexplained,
  ]

  /// What the waits of tasks are put down to.
  private static let waits: [Metric] =
    [
      Metric(
        ofTasks: "waits", .milliseconds, meaning: "How long all tasks waited, taken together.",
        formula: "Σ (began − arrived)", edgeCases: waitEdges
      ) { .time($0.waits.total) }
    ]
    + causes.map { cause in
      Metric(
        ofTasks: "waits_\(cause.rawValue)", .milliseconds,
        meaning: "How much of the waits passed because \(cause.reasonToWait).",
        formula: "Σ of the nanoseconds of [arrived, began) that have this cause",
        edgeCases: waitEdges
      ) { .time($0.waits.time(of: cause)) }
    }

  private static let waitEdges =
    "All tasks that began count. A nanosecond for which several causes fit has the first of starved, "
    + "tasks, callouts, wake, outside. The causes add up to waits."
}

extension Metric {
  /// Creates a metric of the tasks of a load.
  fileprivate init(
    ofTasks name: String, _ unit: MetricUnit, meaning: String, formula: String, edgeCases: String,
    source: String = "The lab's own definition.",
    value: @escaping @Sendable (TaskMetrics) -> MetricValue?
  ) {
    self.init(
      name, unit, .less(), meaning: meaning, formula: formula, edgeCases: edgeCases, source: source
    ) { _ in nil }
    ofTasks = value
  }
}

extension BlameCause {
  /// Why a task waited, as a clause.
  package var reasonToWait: String {
    switch self {
    case .starved: "the run loop was in a mode in which the load is not served"
    case .tasks: "a task held the thread, of this load or another one"
    case .callouts: "a callout held the thread: a driver's, a source's or a block's"
    default: reason
    }
  }
}

extension TaskQuantity {
  /// What the dictionary says about it, and whose its limit is.
  fileprivate var entry:
    (meaning: String, formula: String, edgeCases: String, source: String, limitSource: String)
  {
    let ofEnd =
      "A task in pieces is one, from its first beginning to its last end. A task that never ended "
      + "does not count. Undefined without a task that did."
    let ofFrame =
      "The frame is the first one shown whose callback began at or after the end of the task. wait + "
      + "work + presentation = shown. Undefined without a driver that shows the tasks, or a task "
      + "that was shown."
    return switch self {
    case .wait:
      (
        "time from the arrival of a task to its beginning", "began − arrived",
        "A task that never began does not count. Undefined without a task that did.",
        "W3C Event Timing: processingStart − startTime, the input delay of an event.",
        "web.dev, First Input Delay: good up to 100 ms."
      )
    case .work:
      (
        "time from the beginning of a task to its end", "ended − began", ofEnd,
        "W3C Event Timing: processingEnd − processingStart; W3C Long Tasks.",
        "W3C Long Tasks: a long task is one of more than 50 ms."
      )
    case .response:
      (
        "time from the arrival of a task to its end", "ended − arrived", ofEnd,
        "The lab's own definition.", "web.dev, RAIL: respond within 100 ms."
      )
    case .presentation:
      (
        "time from the end of a task to the display of the frame that shows it", "photon − ended",
        ofFrame, "web.dev, Interaction to Next Paint: the presentation delay.",
        "The lab's own limit."
      )
    case .shown:
      (
        "time from the arrival of a task to the display of the frame that shows it",
        "photon − arrived", ofFrame, "W3C Event Timing: duration, not rounded.",
        "web.dev, Interaction to Next Paint: good up to 200 ms."
      )
    }
  }
}
