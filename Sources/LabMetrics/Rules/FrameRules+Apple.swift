extension FrameRules {
  /// Apple's hitch: the frame before stays longer than the target cadence wants.
  ///
  ///     ratio = Σ max(0, duration − cadence × period) [ms] / Σ duration [s]
  static let appleHitch = FrameRule(
    "apple_hitch", "A frame that comes a refresh or more after it was wanted.",
    value: "The hitch time ratio: time by which hitches came late, per time.", unit: "ms/s",
    source: "Apple, WWDC 2020 session 10077, and \"Understanding hitches in your app\"; without "
      + "the unpublished perceptual adjustments."
  ) { facts in
    let wanted = Int128(facts.cadence) * Int128(facts.period)
    var late: Int128 = 0
    return FrameRule.Judge { frame in
      guard frame.refreshes > facts.cadence else { return false }
      late += max(0, Int128(frame.step.duration) - wanted)
      return true
    } value: { _ in
      facts.span > 0 ? 1000 * (Double(late) / Double(facts.span)) : nil
    }
  } grade: { ratio in
    [HitchScale.wwdc2020, .organizer].map { "\($0.name): \($0.grade(of: ratio))" }
      .joined(separator: "; ")
  }
}

/// What Apple calls a hitch time ratio, which changed over the years.
public struct HitchScale: Sendable {
  /// Where it was published.
  public let name: String
  /// The grades, each with the ratio in milliseconds per second from which it is deserved.
  let steps: [(from: Double, grade: String)]

  /// The scale for scrolling and tests: good up to 5 ms/s, critical from 10 ms/s.
  ///
  /// - Source: Apple, WWDC 2020, session 10077, "Eliminate animation hitches with XCTest".
  public static let wwdc2020 = HitchScale(
    name: "WWDC 2020", steps: [(10, "critical"), (5.0.nextUp, "warning")])

  /// The scale for all animations: good up to 10 ms/s, a warning up to 25, critical up to 50.
  ///
  /// - Source: Apple, "Understanding hitches in your app".
  public static let organizer = HitchScale(
    name: "Organizer",
    steps: [(50.0.nextUp, "immediate"), (25.0.nextUp, "critical"), (10.0.nextUp, "warning")])

  /// Returns the grade of a ratio in milliseconds per second.
  public func grade(of ratio: Double) -> String {
    steps.first { ratio >= $0.from }?.grade ?? "good"
  }
}
