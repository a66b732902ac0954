import LabKernel

/// How many new frames come in a second, and how few in the worst of times.
///
/// Three definitions that all are published as ‘1 % low’, each under its own name. They look at the
/// times for which frames show, from display to display, except across pauses; quantiles are
/// observed values (Hyndman and Fan, definition 1).
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

  init(_ columns: borrowing FrameColumns, window: Int64) {
    let durations = columns.durations
    average = window > 0 ? Double(columns.new) * 1_000_000_000 / Double(window) : nil
    guard !durations.isEmpty else {
      (percentile1, low1Average, low1Integral, stutterShare) = (nil, nil, nil, nil)
      return
    }
    let tail = durations.tail
    let span = nearestDouble(to: durations.sum)
    percentile1 = 1_000_000_000 / Double(tail.bound)
    low1Average = tail.total.map { 1_000_000_000 * Double($0.count) / nearestDouble(to: $0.sum) }
    // The longest hundredth of the times fills a hundredth of their sum at least.
    low1Integral = tail.filling.map { 1_000_000_000 / Double($0) }
    let stuttering = columns.stutterTime(mean: span / Double(durations.count))
    stutterShare = 100 * Double(stuttering) / span
  }
}
