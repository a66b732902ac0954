extension MetricDictionary {
  private static let lagEdges =
    "Of the last run of the motion, warm-up or not, up to the first refresh that shows its last"
    + " update; lags count before the motion's end. The motion begins at the animation time of its"
    + " first update less that update's time of the motion."
    + " Undefined if the driver moves nothing, or nothing of it was shown."
  private static let placeEdges =
    lagEdges + " Undefined without a script or setting that says where the motion should be."
  private static let stayEdges =
    lagEdges + " The last frame stays and does not count. Undefined with one frame."
  private static let lag = "R(k) − beginning − time of the motion on the screen"
  private static let late = "R(k) − beginning − content_lag_base"
  private static let wanted = "the motion's own place at \(late)"

  static let content: [Metric] =
    contentTimes + contentSteps
    + pointErrors(
      "position_error", "The distance from where the motion should be", "place − \(wanted)",
      { $0.positionError })
    + pointErrors(
      "content_step_error", "The distance of new frames from where the motion should be",
      "place − the motion's own place at R(k) − beginning − median lag of new frames",
      { $0.contentStepError })
    + pointErrors(
      "motion_error", "The animation error in points: that of a step from refresh to refresh",
      "(place(k) − place(k−1)) − the same for \(wanted)", { $0.motionError })
    + contentEnd

  private static let contentTimes = [
    metric(
      "content_lag_base", .milliseconds,
      "How far the motion is always behind: the way from its clock to the display, which does not "
        + "show.",
      "min(\(lag))"
    ) { $0.lagBase.map(MetricValue.time) },
    metric(
      "content_lag_sd", .milliseconds,
      "How much the lag of the motion varies: unevenness that shows.",
      "√(Σ (lag − mean)² / (n − 1)), lag = \(lag)"
    ) { $0.lagDeviation.map(MetricValue.time) },
    metric(
      "content_lag_worst", .milliseconds, "How far the lag of the motion exceeds its least.",
      "max(lag) − min(lag), lag = \(lag)"
    ) { $0.lagWorst.map(MetricValue.time) },
    metric(
      "content_repeated", .refreshes, is: .less(.symptom(.stale)).unjudged,
      "The refreshes that show the motion at the same time again.",
      "#{k: time of the motion(k) = time of the motion(k−1)}"
    ) { .count($0.repeated) },
    metric(
      "picture_stay_min", .refreshes, is: .less(.symptom(.uneven)).unjudged,
      "The fewest refreshes for which a frame stays.",
      "min #{refreshes from one new frame to the next}", edges: stayEdges
    ) { $0.pictureStay.map { .count($0.lowerBound) } },
    metric(
      "picture_stay_max", .refreshes, is: .less(.symptom(.uneven)).unjudged,
      "The most refreshes for which a frame stays; the motion is even if it equals the fewest.",
      "max #{refreshes from one new frame to the next}", edges: stayEdges
    ) { $0.pictureStay.map { .count($0.upperBound) } },
    metric(
      "content_jump", .milliseconds, is: .less(.symptom(.jumped)).unjudged,
      "The largest advance of the motion from one refresh to the next; a refresh is right.",
      "max(time of the motion(k) − time of the motion(k−1))"
    ) { $0.jump.map(MetricValue.time) },
  ]

  private static let contentSteps = [
    metric(
      "position_jump", .points, is: .less(.symptom(.jumped)).unjudged,
      "The largest step of the place from one refresh to the next.",
      "max |place(k) − place(k−1)|, from where the motion begins", edges: placeEdges
    ) { $0.positionJump.map(MetricValue.number) },
    metric(
      "discontinuity", .points, is: .less(),
      "How far a step exceeds what the motion's greatest speed allows.",
      "max(0, |place(k) − place(k−1)| − greatest speed × (R(k) − R(k−1)))", edges: placeEdges
    ) { $0.discontinuity.map(MetricValue.number) },
    metric(
      "backward_steps", .refreshes,
      "The refreshes at which the place went the other way than the motion.",
      "#{k: (place(k) − place(k−1)) × (the same of the motion at its own time) < 0}",
      edges: placeEdges
    ) { $0.backwardSteps.map(MetricValue.count) },
  ]

  private static let contentEnd = [
    metric(
      "end", .milliseconds, is: .neither(.symptom(.speed)).unjudged,
      "How long the motion took, from its beginning to its last callback.",
      "began(last callback) − beginning",
      edges: "Of the last run; the render server ends it by itself. Undefined if the driver moves"
        + " nothing, or the motion does not end."
    ) { $0.end.map(MetricValue.time) },
    metric(
      "final_place", .points, "Where the motion stays.", "place that the last refresh shows",
      edges:
        "The place of the last update if none was shown. Undefined if the driver moves nothing,"
        + " or never updates."
    ) { $0.finalPlace.map(MetricValue.number) },
    metric(
      "final_error", .points,
      "How far the last frame is from where the motion should be at that frame's own time.",
      "place − the motion's own place at the time of the motion", edges: placeEdges
    ) { $0.finalError.map(MetricValue.number) },
    metric(
      "travel", .points, "How far the motion went on the screen, there and back.",
      "Σ |place(k) − place(k−1)|, from where the motion begins",
      edges: "Of the last run. Undefined if the driver moves nothing; 0 if nothing was shown."
    ) { .number($0.travel) },
  ]

  private static func pointErrors(
    _ name: String, _ words: String, _ formula: String,
    _ error: @escaping @Sendable (ContentMetrics) -> PointError?
  ) -> [Metric] {
    [
      metric(
        "\(name)_rms", .points, is: .less(.animationError).unjudged, "\(words); root mean square.",
        "√(Σ e² / n), e = \(formula)",
        edges: placeEdges
      ) { error($0).map { .number($0.rootMeanSquare) } },
      metric(
        "\(name)_max", .points, is: .less(.animationError).unjudged, "\(words); the largest.",
        "max |\(formula)|", edges: placeEdges
      ) { error($0).map { .number($0.max) } },
    ]
  }

  private static func metric(
    _ name: String, _ unit: MetricUnit, is sense: Metric.Sense = .neither(), _ meaning: String,
    _ formula: String, edges: String = lagEdges,
    value: @escaping @Sendable (ContentMetrics) -> MetricValue?
  ) -> Metric {
    Metric(name, unit, sense, meaning: meaning, formula: formula, edgeCases: edges) { metrics in
      metrics.shown?.content.flatMap(value)
    }
  }
}
