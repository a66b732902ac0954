import LabKernel

extension MetricDictionary {
  private static let draws =
    "A driver draws if it has a target and there is a display; one with ‘target none’, or that fires"
    + " once, does not."
  private static let ofMotion =
    "Of the last run of the motion, warm-up or not; frames that the render server works out by"
    + " itself do not count. Undefined if the driver moves nothing."
  private static let ofGrid =
    "The grid is first date + i × interval and does not move where a policy counts the interval"
    + " from each callback; a fire date set by hand or a pause begins another one. Undefined for a link"
    + " and for a timer that fires once."
  private static let beside =
    "Steps beside a dropped slot count as the drop. Steps across a pause do not count. Undefined"
    + " without a display."

  /// What goes wrong, each as people call it, and out of how many.
  static let symptoms: [Metric] = dates + frames

  private static let dates: [Metric] = [
    total(
      .missed, "dates", .count, "How many due instants were answered or missed.", "fires + missed",
      "Cancelled and open ones do not count."),
    wrong(
      .doubled, .count, "How many callbacks came together with the one before.",
      "Σ over refreshes of (callbacks − 1), if positive; of a driver that does not draw"
        + " #{i: began(i) − began(i−1) < interval / 2}",
      "101 callbacks in one refresh are 100. \(draws) Undefined for one that does not draw and has"
        + " no interval."),
    wrong(
      .short, .count, "How many fire dates of the clock that was asked for never came.",
      "dates_asked − due, if positive", "What is missed is not short. \(ofGrid)"),
    total(
      .short, "dates_asked", .count, is: .neither(.symptom(.short)),
      "How many fire dates the clock that was asked for has in the run.",
      "⌈(end − first date) / interval⌉, for each grid", ofGrid),
    wrong(
      .behind, .milliseconds,
      "How late the last callback is by the clock that was asked for, if it falls behind steadily.",
      "began − date(last), if of any ten callbacks the last is behind the first by more than 500 ppm",
      "0 if it does not. \(ofGrid)"),
    total(
      .behind, "behind_of", .milliseconds,
      "What behind is compared with: the time of all callbacks.",
      "fires × interval", ofGrid),
    wrong(
      .late, .count, "How many callbacks or frames came at the wrong time.",
      "#{i: lateness(i) > interval / 4}; of a driver that draws #{steps: |animation"
        + " error| > refresh / 10}, if more than one in a hundred",
      "A timer that fires once may be 100 ms late. If the machine sleeps, lateness is wall_lateness."
        + " A fire date that is as late at the end of the run, and"
        + " has no callback yet, counts. \(draws) \(beside)"),
    total(
      .late, "late_of", .count, is: .neither(.symptom(.late)),
      "How many callbacks or steps were judged for late.",
      "fires + fire dates overdue at the end; of a driver that draws #{steps from one new frame to the next}",
      draws),
  ]

  private static let frames: [Metric] = [
    wrong(
      .extra, .count, "How many refreshes saw a callback begin beyond the frames that are wanted.",
      "#{measured refreshes with a callback} − slots",
      "0 if the ends of the window, callbacks before the first slot, pauses and changes of the"
        + " display's rate explain it. Undefined"
        + " without a target, for a link at its own pace, and without a display."),
    wrong(
      .speed, .milliseconds, "How much sooner or later the motion got on than the time passed.",
      "|time of the motion − time passed| from the first new frame to the last but one",
      "0 if it is less than a tenth. Undefined for fewer than ten frames, and beside a pause."
        + " \(ofMotion)"),
    total(
      .speed, "speed_of", .milliseconds, is: .neither(.symptom(.speed)),
      "What speed is compared with.",
      "max(time of the motion, time passed)", ofMotion),
    wrong(
      .stale, .refreshes, "How many new frames show the motion at the time of the frame before.",
      "#{i: time of the motion(i) = time of the motion(i−1)}", ofMotion),
    total(
      .stale, "motion_steps", .refreshes,
      "How many steps the motion makes from one new frame to the next.",
      "#{new frames of the motion} − 1", ofMotion),
    wrong(
      .jumped, .refreshes, "How many new frames go on by one and a half times what they should.",
      "#{i: step of the motion(i) ≥ 1.5 × (R(i) − R(i−1))}", ofMotion),
    wrong(
      .uneven, .count, "How many frames stayed half a refresh or more too long or too short.",
      "#{i: |(R(i) − R(i−1)) − target interval| ≥ refresh / 2}",
      "The steps are those of judder, but none across a change of rate; a tie counts. \(beside)"),
    total(
      .uneven, "uneven_of", .count, is: .neither(.symptom(.uneven)),
      "How many steps were judged for uneven.",
      "#{steps with a target interval}", beside),
    wrong(
      .wasted, .refreshes, "How many new frames look like the one before, if most do.",
      "#{i: the time of the motion goes on, its place stays in the same third of a point}",
      "0 if they are less than half of motion_steps. \(ofMotion)"),
  ]

  private static func wrong(
    _ symptom: Symptom, _ unit: MetricUnit, _ meaning: String, _ formula: String, _ edges: String
  ) -> Metric {
    metric(
      symptom.metric, symptom, unit, .less(.symptom(symptom)), meaning, formula, edges, { $0.wrong }
    )
  }

  private static func total(
    _ symptom: Symptom, _ name: String, _ unit: MetricUnit, is sense: Metric.Sense = .neither(),
    _ meaning: String, _ formula: String, _ edges: String
  ) -> Metric {
    metric(name, symptom, unit, sense, meaning, formula, edges, { $0.all })
  }

  private static func metric(
    _ name: String, _ symptom: Symptom, _ unit: MetricUnit, _ sense: Metric.Sense,
    _ meaning: String, _ formula: String, _ edges: String,
    _ part: @escaping @Sendable (SymptomCounts.Count) -> Int64
  ) -> Metric {
    Metric(name, unit, sense, meaning: meaning, formula: formula, edgeCases: edges) { metrics in
      metrics.symptoms[symptom].map {
        symptom.isTime ? .time(.nanoseconds(part($0))) : .whole(part($0))
      }
    }
  }
}
