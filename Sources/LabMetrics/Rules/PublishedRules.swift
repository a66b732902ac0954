import LabKernel

extension FrameRules {
  /// Apple's hitch: the frame before stays longer than the target cadence wants.
  ///
  ///     ratio = Σ max(0, duration − cadence × period) [ms] / Σ duration [s]
  static let appleHitch = FrameRule.each(
    "apple_hitch", "A frame that comes a refresh or more after it was wanted.",
    value: "The hitch time ratio: time by which hitches came late, per time.", unit: "ms/s",
    source: "Apple, WWDC 2020 session 10077, and \"Understanding hitches in your app\"; without "
      + "the unpublished perceptual adjustments."
  ) { frame, facts in
    frame.refreshes > facts.cadence
  } measuring: { bad, facts in
    facts.perThousand(
      (bad ?? []).reduce(0) { $0 + max(0, Int128($1.step.duration) - facts.wanted) })
  } grade: { ratio in
    HitchGrade(ratio: ratio).rawValue
  }
}

/// What Apple calls a hitch time ratio.
///
/// - Source: Apple, WWDC 2020, session 10077, "Eliminate animation hitches with XCTest"; the
///   Organizer has the same steps, "Analyzing responsiveness issues in your shipping app".
public enum HitchGrade: String, Hashable, Sendable, CaseIterable {
  /// Up to 5 ms/s.
  case good
  /// Above 5 ms/s and below 10 ms/s.
  case warning
  /// From 10 ms/s on.
  case critical

  /// Grades a ratio in milliseconds per second.
  public init(ratio: Double) {
    self = ratio >= 10 ? .critical : ratio > 5 ? .warning : .good
  }

  /// A ratio with its unit and its grade.
  package static func words(of ratio: Double) -> String {
    "\(shortWords(ratio)) ms/s: \(HitchGrade(ratio: ratio).rawValue)"
  }
}

extension FrameRules {
  private static let relay = "Sentry, Relay conventions for mobile vitals; Datadog, mobile vitals."

  /// What Android's libraries and the vitals of app monitors count.
  static let android = [
    FrameRule.each(
      "jank_stats", "A frame of more than 2.0 refreshes.",
      source: "AndroidX, JankStats, default multiplier of the refresh period."
    ) { frame, facts in
      facts.exceeds(frame.step.duration, halfPeriods: 4)
    },
    FrameRule.each(
      "frame_overrun", "A frame committed after the first latch that follows its due instant.",
      value: "The largest overrun; negative if every frame came before its deadline.", unit: "ms",
      source: "Perfetto, standard library, android.frames.per_frame_metrics; AndroidX "
        + "Macrobenchmark, frameOverrunMs."
    ) { frame, _ in
      frame.step.overrun.map { $0 > 0 }
    } measuring: { _, facts in
      milliseconds(facts.frames.compactMap { $0.step.overrun }.max())
    },
    FrameRule.longer(
      than: .milliseconds(16), "slow_frames_android",
      "A frame of more than 16 ms. At 60 Hz, whose refreshes last 16.67 ms, that is every frame.",
      source: relay
    ),
    FrameRule.longer(
      than: .microseconds(16_670), "slow_frames_ios",
      "A frame of more than 16.67 ms. Most displays of 60 Hz are a little slower, such as 59.94 "
        + "Hz: on them that is every frame.",
      source: relay
    ),
    FrameRule.each("frozen_frames", "A frame of 700 ms or more.", source: relay) { frame, _ in
      frame.step.duration >= 700_000_000
    },
  ]
}

extension FrameRules {
  private static let definitions = "Chromium, docs/speed/graphics_metrics_definitions.md."

  /// What Chrome counts.
  static let chrome = [
    FrameRule.each(
      "chrome_dropped", "A frame before which one or more expected updates were missing.",
      value: "Percent dropped: missing updates of those that the target cadence expects.",
      source: definitions
    ) { frame, facts in
      frame.refreshes / facts.cadence > 1
    } measuring: { _, facts in
      let expected = facts.frames.reduce(Int128(0)) {
        $0 + Int128(max(1, $1.refreshes / facts.cadence))
      }
      return 100 * nearestDouble(to: expected - Int128(facts.count)) / nearestDouble(to: expected)
    },
    FrameRule(
      "chrome_jank", "A frame that took more refreshes than the one before: the pace changed.",
      value: "The share of frames at which the pace dropped; a steady half rate has none.",
      source: definitions,
      judging: { facts in
        let before = [Int.max] + facts.frames.map { $0.refreshes }
        return zip(facts.frames, before).map { $0.refreshes > $1 }
      }),
    FrameRule.each(
      "chrome_scroll_jank", "A frame of two or more refreshes, whatever the target cadence.",
      source: "Perfetto, standard library, chrome.scroll_jank.scroll_jank_v3."
    ) { frame, _ in frame.refreshes > 1 },
  ]
}

extension FrameRules {
  /// CapFrameX's stutter: a frame that stands out of a ``TrailingAverage``.
  static let capFrameXStutter = FrameRule(
    "capframex_stutter", "A frame of more than 2.5 times the trailing average of frame times.",
    value: "The time of stuttering frames of all time.",
    source: "CapFrameX, FrametimeStatisticProvider and SampleBasedMovingAverage."
  ) { facts in
    TrailingAverage.stutters(
      facts.frames.map { $0.step.duration }, width: TrailingAverage.width(mean: facts.mean)
    ).map { Optional($0) }
  } measuring: { bad, facts in
    let time = exactSum((bad ?? []).map { $0.step.duration })
    return facts.span > 0 ? 100 * nearestDouble(to: time) / Double(facts.span) : nil
  }

  private static let capFrameX =
    "CapFrameX, FrametimeStatisticProvider; quantiles of MathNet "
    + "Numerics, Hyndman and Fan, definition 8."

  /// Four numbers that all are published as ‘1 % low’.
  static let lowFrameRates = [
    FrameRule.whole(
      "low1_percentile",
      "The 1st percentile of the frame rates, between two of them; fps_p1 takes one of them.",
      unit: "fps", source: capFrameX
    ) { facts in facts.slowRate },
    FrameRule.whole(
      "low1_average", "The rate of the mean frame time at or above the 99th percentile.",
      unit: "fps", source: capFrameX
    ) { facts in
      let bound = facts.slowDuration ?? 0
      let slow = facts.frames.map { $0.step.duration }.filter { Double($0) >= bound }
      let sum = exactSum(slow)
      return sum > 0 ? 1_000_000_000 / (nearestDouble(to: sum) / Double(slow.count)) : nil
    },
    FrameRule.whole(
      "low1_integral", "The rate of the frame at which the slowest have filled 1 % of the time.",
      unit: "fps", source: capFrameX + " As MSI Afterburner does."
    ) { facts in facts.fillingDuration.flatMap(frameRate) },
    FrameRule.whole(
      "low1_mangohud",
      "The rate of the frame at index ⌊0.01 n⌋ − 1 of the slowest first; "
        + "undefined below 100 frames, where there is no such index.",
      unit: "fps", source: "MangoHud, fps_metrics.h."
    ) { facts in facts.hundredthDuration.flatMap(frameRate) },
  ]

  @Sendable private static func frameRate(_ duration: Int64) -> Double? {
    duration > 0 ? 1_000_000_000 / Double(duration) : nil
  }
}

extension FrameRules {
  /// Sentry's slow and frozen frames; a frame may overshoot by what one frame a second less allows.
  static let sentry = FrameRule.each(
    "sentry", "A frame of more than 1 / (f − 1) s, f the refresh rate in whole hertz.",
    value: "The frames' delay: the time above that bound in all.", unit: "ms",
    source: "Sentry for Cocoa, SentryFramesTracker, slow and frozen frames together."
  ) { frame, facts in
    Int128(frame.step.duration) * Int128(facts.wholeRate - 1) > 1_000_000_000
  } measuring: { bad, facts in
    let bound = 1000 / (Double(facts.wholeRate) - 1)
    return (bad ?? []).reduce(0) { $0 + (Double($1.step.duration) / 1_000_000 - bound) }
  }

  /// Datadog's hitch, of which its slow frame rate is made.
  static let datadog = FrameRule.each(
    "datadog_hitch",
    "A frame that comes late by the time between two wanted frames or more, and by less than 0.7 s; "
      + "1 ms less is enough.",
    value:
      "The slow frame rate: time by which frames came late, each by less than 0.7 s, per time.",
    unit: "ms/s", source: "Datadog, dd-sdk-ios, ViewHitchesReader.swift."
  ) { frame, facts in
    let delay = Int128(frame.step.duration) - facts.wanted
    return delay < 700_000_000 && delay + 1_000_000 >= facts.wanted
  } measuring: { _, facts in
    let delays = facts.frames.map { Int128($0.step.duration) - facts.wanted }
    return facts.perThousand(delays.reduce(0) { $1 < 700_000_000 ? $0 + max(0, $1) : $0 })
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
  static let animationJump = FrameRule.each(
    "animation_jump", "A frame whose animation error is more than half a refresh either way.",
    value: "The largest animation error, either way.", unit: "ms",
    source: "The lab's own bound on PresentMon's animation error."
  ) { frame, facts in
    frame.step.animationError.map { facts.exceeds(abs($0), halfPeriods: 1) }
  } measuring: { _, facts in
    milliseconds(facts.frames.compactMap { $0.step.animationError.map { abs($0) } }.max())
  }

  @Sendable private static func milliseconds(_ time: Int64?) -> Double? {
    time.map { MetricValue.time(.nanoseconds($0)).number }
  }
}
