extension FrameRules {
  /// CapFrameX's stutter: a frame that stands out of a trailing average.
  ///
  ///     bad(i)   d(i) > 2.5 × mean of the last w values s up to s(i)
  ///     s(i)     d(i−1) if d(i) > 3 d(i−1), else d(i)
  ///     w        10 √(mean d [ms]), rounded half to even, at least 1
  ///
  /// The average leaves sudden spikes out, or a spike would raise the bar for itself.
  static let capFrameXStutter = FrameRule(
    "capframex_stutter", "A frame of more than 2.5 times the trailing average of frame times.",
    value: "The time of stuttering frames of all time.",
    source: "CapFrameX, FrametimeStatisticProvider and SampleBasedMovingAverage."
  ) { series in
    stutters(in: series.durations)
  } measure: { series, isBad in
    let bad = zip(series.durations, isBad).reduce(into: Int64(0)) { $0 += $1.1 ? $1.0 : 0 }
    return series.span > 0 ? 100 * Double(bad) / Double(series.span) : nil
  }

  /// Tells which of some frame times stand out of their trailing average.
  static func stutters(in durations: [Int64]) -> [Bool] {
    var average = TrailingAverage(durations)
    return durations.indices.map { average.isExceeded(at: $0) }
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
    ) { series in
      medianUnbiasedQuantile(series.durations.filter { $0 > 0 }.map(frameRate).sorted(), 0.01)
    },
    FrameRule.whole(
      "low1_average", "The rate of the mean frame time at or above the 99th percentile.",
      unit: "fps", source: capFrameX
    ) { series in
      let times = series.durations.map { Double($0) }.sorted()
      guard let bound = medianUnbiasedQuantile(times, 0.99) else { return nil }
      let slowest = times.filter { $0 >= bound }
      let mean = slowest.reduce(0, +) / Double(slowest.count)
      return mean > 0 ? 1_000_000_000 / mean : nil
    },
    FrameRule.whole(
      "low1_integral", "The rate of the frame at which the slowest have filled 1 % of the time.",
      unit: "fps", source: capFrameX + " As MSI Afterburner does."
    ) { series in
      var filled: Int64 = 0
      let frame = series.durations.sorted(by: >).first { duration in
        filled += duration
        return 100 * Int128(filled) >= Int128(series.span)
      }
      return frame.flatMap { $0 > 0 ? frameRate($0) : nil }
    },
    FrameRule.whole(
      "low1_mangohud",
      "The rate of the frame at index ⌊0.01 n⌋ − 1 of the slowest first; "
        + "undefined below 100 frames, where there is no such index.",
      unit: "fps", source: "MangoHud, fps_metrics.h."
    ) { series in
      let index = series.durations.count / 100 - 1
      guard index >= 0 else { return nil }
      let frame = series.durations.sorted(by: >)[index]
      return frame > 0 ? frameRate(frame) : nil
    },
  ]

  @Sendable private static func frameRate(_ duration: Int64) -> Double {
    1_000_000_000 / Double(duration)
  }
}

/// Returns a quantile of sorted values; `nil` without values.
///
///     h = (n + ⅓) q + ⅓,  x(⌊h⌋) + (h − ⌊h⌋) (x(⌊h⌋ + 1) − x(⌊h⌋)), counted from 1
///
/// - Source: Hyndman and Fan, "Sample quantiles in statistical packages", definition 8.
func medianUnbiasedQuantile(_ sorted: [Double], _ share: Double) -> Double? {
  guard let first = sorted.first, let last = sorted.last else { return nil }
  let position = (Double(sorted.count) + 1 / 3.0) * share + 1 / 3.0
  if position < 1 { return first }
  if position >= Double(sorted.count) { return last }
  let index = Int(position) - 1
  let step = sorted[index + 1] - sorted[index]
  return sorted[index] + (position - position.rounded(.down)) * step
}

/// The trailing average of CapFrameX, asked at one frame time after the other.
struct TrailingAverage {
  private let durations: [Int64]
  /// How many values it is taken over at most.
  private let window: Int
  private var sum: Int64 = 0

  init(_ durations: [Int64]) {
    let mean = nearestDouble(to: exactSum(durations)) / Double(durations.count) / 1_000_000
    window = max(1, Int((mean.squareRoot() * 10).rounded(.toNearestOrEven)))
    self.durations = durations
  }

  /// Whether the next frame time is more than 2.5 times the average up to it.
  mutating func isExceeded(at index: Int) -> Bool {
    sum += smooth(index) - (index >= window ? smooth(index - window) : 0)
    let count = Int64(min(index + 1, window))
    return 2 * Int128(durations[index]) * Int128(count) > 5 * Int128(sum)
  }

  /// A frame time, or the one before in the place of a sudden spike.
  private func smooth(_ index: Int) -> Int64 {
    let previous = durations[max(0, index - 1)]
    return durations[index] > 3 * previous ? previous : durations[index]
  }
}
