import LabKernel

extension FrameRules {
  /// Sentry's slow and frozen frames; a frame may overshoot by what one frame a second less allows.
  static let sentry = FrameRule(
    "sentry", "A frame of more than 1 / (f − 1) s, f the refresh rate in whole hertz.",
    value: "The frames' delay: the time above that bound in all.", unit: "ms",
    source: "Sentry for Cocoa, SentryFramesTracker, slow and frozen frames together."
  ) { series in
    let rate = wholeRate(series)
    return series.lasting { Int128($0) * Int128(rate - 1) > 1_000_000_000 }
  } measure: { series, isBad in
    let rate = Double(wholeRate(series))
    return zip(series.durations, isBad).reduce(into: 0.0) { sum, frame in
      if frame.1 { sum += Double(frame.0) / 1_000_000 - 1000 / (rate - 1) }
    }
  }

  private static func wholeRate(_ series: FrameSeries) -> Int64 {
    max(1, (1_000_000_000 + series.period / 2) / series.period)
  }

  /// The two budgets of Flutter's tools.
  static let flutter = [
    FrameRule(
      "flutter_build_budget", "A frame whose callback took more than 16 ms.",
      source: "Flutter, flutter_driver, timeline_summary.dart: missed frame build budget."
    ) { series in
      series.known(\.cost) { $0 > .milliseconds(16) }
    },
    FrameRule(
      "flutter_devtools",
      "A frame whose time, cut to whole milliseconds, is more than 16.67 ms: "
        + "one of 16.9 ms is not.",
      source: "Flutter DevTools, flutter_frame_model.dart, at 60 frames per second."
    ) { series in
      series.lasting { $0 / 1_000_000 >= 17 }
    },
  ]

  /// What drop counters are blind to: content that moves by a refresh too much or too little.
  static let animationJump = FrameRule(
    "animation_jump", "A frame whose animation error is more than half a refresh either way.",
    value: "The largest animation error, either way.", unit: "ms",
    source: "The lab's own bound on PresentMon's animation error."
  ) { series in
    series.known(\.animationError) { error in
      series.exceeds(abs(error.wholeNanoseconds), halfPeriods: 1)
    }
  } measure: { series, _ in
    series.frames.compactMap(\.animationError).map { MetricValue.time($0).number.magnitude }.max()
  }
}
