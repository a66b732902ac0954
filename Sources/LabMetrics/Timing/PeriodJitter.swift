/// How much the time between firings varies.
///
///     I(i) = began(i) − began(i−1)      G(i) = due(i) − due(i−1)
///
/// Nominal: the deviation I(i) − G(i) from the interval that was due. About the mean: I(i) itself,
/// over the pairs without a missed due instant between them. The standard deviation divides by
/// n − 1.
///
/// Firings with a pause between them have no interval; nor, about the mean, has the first one after
/// a fire date was set by hand.
///
/// - Source: SiTime, "Clock jitter definitions and measurement methods", period jitter.
public struct PeriodJitter: Hashable, Sendable {
  /// The standard deviation of I − G; `nil` for fewer than two intervals.
  public let nominalDeviation: Duration?
  /// The largest I − G minus the smallest; `nil` without an interval.
  public let nominalPeakToPeak: Duration?
  /// How many intervals had nothing missed between their firings.
  public let meanCount: Int
  /// The standard deviation of those intervals; `nil` for fewer than two.
  public let meanDeviation: Duration?
  /// The longest of those intervals minus the shortest; `nil` for none.
  public let meanPeakToPeak: Duration?

  init(_ columns: borrowing FiringSamples) {
    nominalDeviation = columns.changes.standardDeviation
    nominalPeakToPeak = columns.changes.peakToPeak
    meanCount = columns.regular.count
    meanDeviation = columns.regular.standardDeviation
    meanPeakToPeak = columns.regular.peakToPeak
  }
}
