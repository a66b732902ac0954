import LabKernel

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
    FrameRule(
      "frame_overrun", "A frame committed after the first latch that follows its due instant.",
      value: "The largest overrun; negative if every frame came before its deadline.", unit: "ms",
      source: "Perfetto, standard library, android.frames.per_frame_metrics; AndroidX "
        + "Macrobenchmark, frameOverrunMs."
    ) { _ in
      var largest: Int64?
      return FrameRule.Judge { frame in
        guard let overrun = frame.step.overrun else { return nil }
        largest = max(largest ?? overrun, overrun)
        return overrun > 0
      } value: { _ in
        largest.map { MetricValue.time(.nanoseconds($0)).number }
      }
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
    FrameRule(
      "chrome_dropped", "A frame before which one or more expected updates were missing.",
      value: "Percent dropped: missing updates of those that the target cadence expects.",
      source: definitions
    ) { facts in
      var expected: Int128 = 0
      return FrameRule.Judge { frame in
        let steps = frame.refreshes / facts.cadence
        expected += Int128(max(1, steps))
        return steps > 1
      } value: { _ in
        100 * nearestDouble(to: expected - Int128(facts.count)) / nearestDouble(to: expected)
      }
    },
    FrameRule(
      "chrome_jank", "A frame that took more refreshes than the one before: the pace changed.",
      value: "The share of frames at which the pace dropped; a steady half rate has none.",
      source: definitions
    ) { facts in
      var before = Int.max
      return FrameRule.Judge { frame in
        defer { before = frame.refreshes }
        return frame.refreshes > before
      } value: {
        FrameRule.share($0, facts)
      }
    },
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
    var average = TrailingAverage(width: TrailingAverage.width(mean: facts.mean))
    var bad: Int128 = 0
    return FrameRule.Judge { frame in
      guard average.isExceeded(by: frame.step.duration) else { return false }
      bad += Int128(frame.step.duration)
      return true
    } value: { _ in
      facts.span > 0 ? 100 * nearestDouble(to: bad) / Double(facts.span) : nil
    }
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
    low1Average,
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

  private static let averageMeaning =
    "The rate of the mean frame time at or above the 99th percentile."

  private static let low1Average = FrameRule(
    "low1_average", averageMeaning, value: averageMeaning, unit: "fps", source: capFrameX
  ) { facts in
    let bound = facts.slowDuration ?? 0
    var (sum, count) = (Int128(0), 0)
    return FrameRule.Judge { frame in
      if Double(frame.step.duration) >= bound {
        sum += Int128(frame.step.duration)
        count += 1
      }
      return nil
    } value: { _ in
      sum > 0 ? 1_000_000_000 / (nearestDouble(to: sum) / Double(count)) : nil
    }
  }

  @Sendable private static func frameRate(_ duration: Int64) -> Double? {
    duration > 0 ? 1_000_000_000 / Double(duration) : nil
  }
}

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
