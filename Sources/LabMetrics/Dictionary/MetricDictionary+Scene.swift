import LabKernel

extension MetricDictionary {
  private static let edges =
    "Of the last start, warm-up or not. Undefined if the driver steps no scene, or was not called "
    + "back."

  /// What became of a physics scene.
  static let scene: [Metric] = steps + lengths + state + outside

  private static let steps = [
    metric(
      "steps", .count, "The steps of the physics scene.", "Σ steps of a callback"
    ) { .whole(Int64($0.counts.steps.sum)) },
    metric(
      "steps_per_frame_min", .count, "The fewest steps in a callback.", "min(steps of a callback)"
    ) { .whole(Int64($0.counts.steps.least)) },
    metric(
      "steps_per_frame_mean", .count, "The mean number of steps in a callback.",
      "steps / callbacks"
    ) { $0.counts.steps.mean.map(MetricValue.number) },
    metric(
      "steps_per_frame_max", .count, "The most steps in a callback.", "max(steps of a callback)"
    ) { .whole(Int64($0.counts.steps.greatest)) },
    metric(
      "steps_dropped", .count, "The fixed steps that a limit on the steps of a callback left out.",
      "Σ steps that the clock called for and the limit left out"
    ) { .whole($0.counts.stepsDropped) },
    metric(
      "time_dropped", .milliseconds,
      "How far the scene is behind for good, because of limits on its steps.",
      "Σ time that the clock counted and no step covered"
    ) { .time(.nanoseconds($0.counts.timeDropped)) },
  ]

  private static let lengths = [
    metric(
      "simulated", .milliseconds, "The time of the scene that was drawn last.",
      "Σ length of the steps; with interpolation, the time between two steps that was drawn"
    ) { .time(.nanoseconds($0.counts.offset)) },
    metric(
      "step_max", .milliseconds, "The longest step.", "max(length of a step)"
    ) { .time(.nanoseconds($0.counts.longestStep)) },
    metric(
      "step_weighted", .milliseconds,
      "The mean length of a step, each weighted with its length: what the error of a free fall "
        + "grows with.", "Σ dt² / simulated"
    ) { $0.weightedStep.map { .time(.nanoseconds(Int64($0.rounded()))) } },
    metric(
      "lead_max", .milliseconds,
      "How far the scene was ahead of the callback's clock: less than a fixed step.",
      "max(end of the last step − clock of the callback)"
    ) { .time(.nanoseconds(Int64($0.counts.lead.greatest))) },
  ]

  private static let state = [
    metric(
      "energy_drift", .percent,
      "How far the energy of the bodies was from that of the first callback.",
      "100 × max|E − E₀| / |E₀|, E kinetic and potential energy",
      edges: edges + " Undefined if E₀ is 0."
    ) { scene in
      scene.counts.firstEnergy.flatMap { first in
        first == 0 ? nil : .number(100 * scene.counts.energyDrift / first.magnitude)
      }
    },
    metric(
      "speed_max", .pointsPerSecond, "The greatest speed of a body at any callback.",
      "max over callbacks and bodies of |v|"
    ) { .number($0.counts.speed.greatest) },
    metric(
      "speed_end", .pointsPerSecond, "The greatest speed of a body at the last callback.",
      "max over bodies of |v|"
    ) { $0.counts.lastSpeed.map(MetricValue.number) },
    metric(
      "departure_max", .points,
      "The distance of the bodies from the same scene in fixed steps that nothing delays.",
      "max over callbacks of √(Σ |place − place there|² / bodies), at one time of the scene",
      edges: againstEdges
    ) { $0.counts.departure.count > 0 ? .number($0.counts.departure.greatest) : nil },
    metric(
      "departure_end", .points, "That distance at the last callback.",
      "√(Σ |place − place there|² / bodies), at one time of the scene", edges: againstEdges
    ) { $0.counts.lastDeparture.map(MetricValue.number) },
    metric(
      "escapes", .count, "The bodies that left the room of their scene.",
      "#{bodies whose center was drawn outside}",
      edges: edges + " Undefined for a scene without a room."
    ) { $0.escapes.map(MetricValue.count) },
    metric(
      "contacts_began", .count, "How many times two bodies, or a body and a wall, began to touch.",
      "#{contacts that began}"
    ) { .count($0.counts.contactsBegan) },
    metric(
      "contacts_ended", .count, "How many contacts ended.", "#{contacts that ended}"
    ) { .count($0.counts.contactsEnded) },
  ]

  private static let againstEdges = edges + " Undefined without ‘against’."

  private static let outside = [
    metric(
      "input_age_mean", .milliseconds, is: .less(),
      "How old the newest known input was that callbacks used.",
      "Σ (update − instant of the input) / n, over callbacks after the first input",
      edges: inputEdges
    ) { $0.counts.inputAge.mean.map { .time(.nanoseconds(Int64($0.rounded()))) } },
    metric(
      "input_age_max", .milliseconds, is: .less(),
      "The oldest input that a callback used as the newest.",
      "max(update − instant of the input)", edges: inputEdges
    ) { scene in
      let age = scene.counts.inputAge
      return age.count > 0 ? .time(.nanoseconds(Int64(age.greatest))) : nil
    },
    metric(
      "notifications", .count, "How often an observer was told that a body had moved.",
      "Σ steps that moved a body with something attached to it", edges: ropeEdges
    ) { .whole(Int64($0.counts.notifications)) },
    metric(
      "layouts", .count, "How often what hangs on bodies was laid out: at most once a pass.",
      "#{layouts before a commit}", edges: ropeEdges
    ) { .count($0.counts.layouts) },
  ]

  private static let inputEdges = edges + " Undefined without ‘input’."
  private static let ropeEdges = edges + " 0 for a scene without a rope."

  private static func metric(
    _ name: String, _ unit: MetricUnit, is sense: Metric.Sense = .neither(), _ meaning: String,
    _ formula: String, edges: String = edges,
    value: @escaping @Sendable (SceneMetrics) -> MetricValue?
  ) -> Metric {
    Metric(name, unit, sense, meaning: meaning, formula: formula, edgeCases: edges) { metrics in
      metrics.run.scene.flatMap(value)
    }
  }
}
