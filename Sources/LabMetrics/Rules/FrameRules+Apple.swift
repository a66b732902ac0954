extension FrameRules {
  /// Apple's hitch: the frame before stays longer than the target cadence wants.
  ///
  ///     ratio = Σ max(0, duration − cadence × period) [ms] / Σ duration [s]
  static let appleHitch = FrameRule(
    "apple_hitch", "A frame that comes a refresh or more after it was wanted.",
    value: "The hitch time ratio: time by which hitches came late, per time.", unit: "ms/s",
    source: "Apple, WWDC 2020 session 10077, and \"Understanding hitches in your app\"; without "
      + "the unpublished perceptual adjustments."
  ) { series in
    series.each { $0.refreshes > series.cadence }
  } measure: { series, isBad in
    let wanted = Int128(series.cadence) * Int128(series.period)
    let late = zip(series.durations, isBad).reduce(into: Int128(0)) { sum, frame in
      if frame.1 { sum += max(0, Int128(frame.0) - wanted) }
    }
    return series.span > 0 ? 1000 * (Double(late) / Double(series.span)) : nil
  } grade: { ratio in
    [HitchScale.wwdc2020, .organizer].map { "\($0.name): \($0.grade(of: ratio))" }
      .joined(separator: "; ")
  }
}
