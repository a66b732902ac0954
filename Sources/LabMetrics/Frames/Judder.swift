/// How unevenly the display shows new frames.
///
///     d(i) = (R(i) − R(i−1)) − target interval
///
/// over consecutive new frames, except across pauses. The target interval is that of the target
/// cadence in the rate at which the display runs, or what the driver itself wants on a display of
/// adaptive rate; a driver without any has no judder.
public struct Judder: Hashable, Sendable {
  /// The standard deviation of d; `nil` for fewer than two steps.
  public let standardDeviation: Duration?
  /// The distribution of |d|; `nil` without a step.
  public let magnitude: Distribution?

  init(_ columns: borrowing FrameColumns) {
    standardDeviation = columns.deviations.standardDeviation
    magnitude = Distribution(columns.departures)
  }
}
