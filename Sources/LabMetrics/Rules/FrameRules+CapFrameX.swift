import LabKernel

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
