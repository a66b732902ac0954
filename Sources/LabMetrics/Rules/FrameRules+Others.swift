import LabKernel

extension FrameRules {
  /// Sentry's slow and frozen frames; a frame may overshoot by what one frame a second less allows.
  static let sentry = FrameRule(
    "sentry", "A frame of more than 1 / (f − 1) s, f the refresh rate in whole hertz.",
    value: "The frames' delay: the time above that bound in all.", unit: "ms",
    source: "Sentry for Cocoa, SentryFramesTracker, slow and frozen frames together."
  ) { facts in
    let rate = max(1, (1_000_000_000 + facts.period / 2) / facts.period)
    let bound = 1000 / (Double(rate) - 1)
    var delay = 0.0
    return FrameRule.Judge { frame in
      guard Int128(frame.step.duration) * Int128(rate - 1) > 1_000_000_000 else { return false }
      delay += Double(frame.step.duration) / 1_000_000 - bound
      return true
    } value: { _ in
      delay
    }
  }

  /// Datadog's hitch, of which its slow frame rate is made.
  static let datadog = FrameRule(
    "datadog_hitch",
    "A frame that comes late by the time between two wanted frames or more, and by less than 0.7 s; "
      + "1 ms less is enough.",
    value:
      "The slow frame rate: time by which frames came late, each by less than 0.7 s, per time.",
    unit: "ms/s", source: "Datadog, dd-sdk-ios, ViewHitchesReader.swift."
  ) { facts in
    let wanted = Int128(facts.cadence) * Int128(facts.period)
    var late: Int128 = 0
    return FrameRule.Judge { frame in
      let delay = Int128(frame.step.duration) - wanted
      guard delay < 700_000_000 else { return false }
      late += max(0, delay)
      return delay + 1_000_000 >= wanted
    } value: { _ in
      facts.span > 0 ? 1000 * (Double(late) / Double(facts.span)) : nil
    }
  }

  /// The two budgets of Flutter's tools.
  static let flutter = [
    FrameRule.each(
      "flutter_build_budget", "A frame whose callback took more than 16 ms.",
      source: "Flutter, flutter_driver, timeline_summary.dart: missed frame build budget."
    ) { frame, _ in frame.step.cost.map { $0 > 16_000_000 } },
    FrameRule.each(
      "flutter_devtools",
      "A frame whose time, cut to whole milliseconds, is more than 16.67 ms: "
        + "one of 16.9 ms is not.",
      source: "Flutter DevTools, flutter_frame_model.dart, at 60 frames per second."
    ) { frame, _ in frame.step.duration / 1_000_000 >= 17 },
  ]

  /// What drop counters are blind to: content that moves by a refresh too much or too little.
  static let animationJump = FrameRule(
    "animation_jump", "A frame whose animation error is more than half a refresh either way.",
    value: "The largest animation error, either way.", unit: "ms",
    source: "The lab's own bound on PresentMon's animation error."
  ) { facts in
    var largest: Int64?
    return FrameRule.Judge { frame in
      guard let error = frame.step.animationError.map(abs) else { return nil }
      largest = max(largest ?? error, error)
      return facts.exceeds(error, halfPeriods: 1)
    } value: { _ in
      largest.map { MetricValue.time(.nanoseconds($0)).number }
    }
  }
}
