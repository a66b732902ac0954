/// How far the firings wander from the grid of due instants.
public struct Drift: Hashable, Sendable {
  /// The slope of the beginnings over the due instants, minus 1, in parts per million.
  ///
  ///     x = due(i) − mean,  y = lateness(i) − mean
  ///     drift = 10⁶ × Σ x y / Σ x²
  ///
  /// The least-squares slope of began = due + lateness over due exceeds 1 by exactly that of the
  /// lateness alone, whose small numbers keep their digits. 0 for a driver that keeps its grid,
  /// however late each firing is. `nil` for fewer than two different due instants.
  public let partsPerMillion: Double?

  /// The range of the time interval error; `nil` without a firing.
  ///
  ///     x(i) = began(i) − (began(0) + due(i) − due(0))
  ///
  /// That is the largest lateness minus the smallest.
  /// - Source: SiTime, "Clock jitter definitions and measurement methods", time interval error.
  public let timeIntervalErrorPeakToPeak: Duration?

  init(_ columns: borrowing FiringSamples) {
    timeIntervalErrorPeakToPeak = columns.lateness.extremes.map { .nanoseconds($0.most - $0.least) }
    partsPerMillion = columns.slope.value.map { 1_000_000 * $0 }
  }
}
