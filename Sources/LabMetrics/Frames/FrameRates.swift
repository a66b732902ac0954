/// How many new frames come in a second, and how few in the worst of times.
///
/// Three definitions that all are published as ‘1 % low’, each under its own name. They look at the
/// times for which frames show, from display to display, except across pauses; quantiles are observed
/// values (Hyndman and Fan, definition 1).
///
/// - Source: CapFrameX, FrametimeStatisticProvider; the integral is that of MSI Afterburner.
public struct FrameRates: Hashable, Sendable {
  /// The new frames per time of the window; `nil` without a window.
  public let average: Double?
  /// The rate of the 99th percentile of the times; `nil` without a time.
  public let percentile1: Double?
  /// The rate of the mean of the times at or above that; `nil` without a time.
  public let low1Average: Double?
  /// The rate of the time at which the longest have filled 1 % of all; `nil` without a time.
  public let low1Integral: Double?
  /// The share of time in frames that stutter, in percent; `nil` without a time.
  ///
  /// A frame stutters if it shows longer than 2.5 times the trailing average of CapFrameX.
  public let stutterShare: Double?

  init(_ durations: [Int64], new: Int, _ times: RefreshTimes) {
    let window = times.duration(of: times.window)
    average = window > 0 ? Double(new) * 1_000_000_000 / Double(window) : nil
    guard !durations.isEmpty else {
      (percentile1, low1Average, low1Integral, stutterShare) = (nil, nil, nil, nil)
      return
    }
    let bound = select(durations, at: [Percentile.position(990, of: durations.count)])[0]
    let tail = durations.filter { $0 >= bound }.sorted(by: >)
    let span = exactSum(durations)
    percentile1 = 1_000_000_000 / Double(bound)
    low1Average = 1_000_000_000 * Double(tail.count) / nearestDouble(to: exactSum(tail))
    // The longest hundredth of the times fills a hundredth of their sum at least.
    var filled: Int128 = 0
    let reached = tail.first { duration in
      filled += Int128(duration)
      return 100 * filled >= span
    }
    low1Integral = reached.map { 1_000_000_000 / Double($0) }
    var stuttering = Int128(0)
    var trailing = TrailingAverage(durations)
    for index in durations.indices where trailing.isExceeded(at: index) {
      stuttering += Int128(durations[index])
    }
    stutterShare = 100 * nearestDouble(to: stuttering) / nearestDouble(to: span)
  }
}
