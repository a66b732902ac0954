import LabKernel

extension FrameRules {
  private static let relay = "Sentry, Relay conventions for mobile vitals; Datadog, mobile vitals."

  /// What Android's libraries and the vitals of app monitors count.
  static let android = [
    FrameRule(
      "jank_stats", "A frame of more than 2.0 refreshes.",
      source: "AndroidX, JankStats, default multiplier of the refresh period."
    ) { series in
      series.lasting { series.exceeds($0, halfPeriods: 4) }
    },
    FrameRule(
      "frame_overrun", "A frame committed after the first latch that follows its due instant.",
      value: "The largest overrun; negative if every frame came before its deadline.", unit: "ms",
      source: "Perfetto, standard library, android.frames.per_frame_metrics; AndroidX "
        + "Macrobenchmark, frameOverrunMs."
    ) { series in
      series.known(\.overrun) { $0 > .zero }
    } measure: { series, _ in
      series.frames.compactMap(\.overrun).max().map { MetricValue.time($0).number }
    },
    FrameRule(
      "slow_frames_android",
      "A frame of more than 16 ms. At 60 Hz, whose refreshes last 16.67 ms, that is every frame.",
      source: relay
    ) { series in
      series.lasting { $0 > 16_000_000 }
    },
    FrameRule("slow_frames_ios", "A frame of more than 16.67 ms.", source: relay) { series in
      series.lasting { $0 > 16_670_000 }
    },
    FrameRule("frozen_frames", "A frame of 700 ms or more.", source: relay) { series in
      series.lasting { $0 >= 700_000_000 }
    },
  ]
}
