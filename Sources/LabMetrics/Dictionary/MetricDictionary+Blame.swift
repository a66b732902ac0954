import LabKernel
package import LabTrace

extension MetricDictionary {
  static let blame: [Metric] =
    [
      Metric(
        "blame", .milliseconds, .neither(.lateness),
        meaning: "How late all firings began, taken together.",
        formula: "Σ (began − due)", edgeCases: wait
      ) { total(of: .lateFiring, $0) }
    ]
    + BlameCause.allCases.filter { !$0.needsDisplay }.map { cause in
      Metric(
        "blame_\(cause.rawValue)", .milliseconds, .neither(.lateness),
        meaning: "How much of the lateness passed because \(cause.reason).",
        formula: "Σ of the nanoseconds of (due, began] that have this cause", edgeCases: wait,
        source: source
      ) { time(of: .lateFiring, cause, $0) }
    }
    + [
      Metric(
        "blame_dropped", .milliseconds, .neither(.dropped),
        meaning: "How long it took from latch to latch around dropped frames, taken together.",
        formula: "Σ over dropped slots of last latch − latch before the slot", edgeCases: slot
      ) { total(of: .droppedSlot, $0) }
    ]
    + BlameCause.allCases.map { cause in
      Metric(
        "blame_dropped_\(cause.rawValue)", .milliseconds, .neither(.dropped),
        meaning: "How much of that time passed because \(cause.reason).",
        formula: "Σ of the nanoseconds between their latches that have this cause",
        edgeCases: slot, source: source
      ) { time(of: .droppedSlot, cause, $0) }
    }

  private static let wait =
    "All firings of the run count. A nanosecond for which several causes fit has the first of"
    + " set_late, own, starved, tasks, callouts, wake, outside, tolerance. The causes add up to "
    + "blame; 0 where nothing was late."
  private static let slot =
    "Each nanosecond has the cause for which the next frame waits. The time before a callback was "
    + "due has the cause that used up the time that was left for it, or phase if its callback "
    + "would not have ended by the latch on a free thread either. The causes add up to blame_dropped: "
    + "hitch_time, taken at the latches. Undefined without a display."
  private static let source =
    "The lab's own definition, after the automatic analysis of rtla timerlat: named parts that add "
    + "up to the whole."

  private static func total(of problem: Problem, _ metrics: DriverMetrics) -> MetricValue? {
    guard problem == .lateFiring || metrics.shown != nil else { return nil }
    return .time(metrics.blame[problem].total)
  }

  private static func time(
    of problem: Problem, _ cause: BlameCause, _ metrics: DriverMetrics
  ) -> MetricValue? {
    guard problem == .lateFiring || metrics.shown != nil else { return nil }
    return .time(metrics.blame[problem].time(of: cause))
  }
}

extension BlameCause {
  /// Whether only frames can wait for it, and no callback.
  fileprivate var needsDisplay: Bool {
    switch self {
    case .commit, .refused, .queue, .render, .panel, .missed, .idle, .phase: true
    default: false
    }
  }

  /// Why time passed, as a clause.
  package var reason: String {
    switch self {
    case .setLate:
      "the fire date had passed when it was set, or no mode knew of the driver or the fire date yet"
    case .own: "its own callback was still running"
    case .starved: "the run loop was in a mode that the driver is not in"
    case .tasks: "a task held the thread"
    case .callouts: "another callback held the thread"
    case .wake: "the thread was waking up"
    case .outside: "no run of the loop was under way"
    case .tolerance: "the loop slept on within the timer's tolerance, or the link's hop took time"
    case .commit: "the frame was complete and waited for its commit"
    case .refused: "the frame was refused by a full queue"
    case .queue: "the frame waited in the queue behind others"
    case .render: "the render server was late with a frame committed in time"
    case .panel: "the frame was ready and the panel busy with the refresh before"
    case .missed: "a fire date passed without a callback, and the next was not due yet"
    case .idle: "the driver had nothing to show"
    case .phase:
      "no callback was due in time, since callbacks and refreshes come at rates of their own"
    case .unexplained: "of nothing that the trace shows; 0 in a simulated run"
    }
  }
}

extension BlameCause {
  /// Why time passed for a driver of a kind, as a clause.
  package func reason(for source: TraceSource) -> String {
    // What a display link is due for are the vsyncs.
    if self == .phase, source == .link { return "no callback was due in time" }
    guard self == .tolerance else { return reason }
    return source == .link
      ? "its hop to the main thread took time"
      : "the system let it fire late (its tolerance, a nap or a coarse clock)"
  }
}

extension Problem {
  /// The problems as part of a sentence.
  var words: String {
    switch self {
    case .lateFiring: "late firings"
    case .doubleFire: "double fires"
    case .overwrittenUpdate: "overwritten updates"
    case .droppedSlot: "dropped frames"
    }
  }
}
