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
