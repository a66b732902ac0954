import LabKernel

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
