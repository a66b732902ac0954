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

  init(_ firings: ArraySlice<Firing>, lateness: [Int64]) {
    timeIntervalErrorPeakToPeak = peakToPeak(lateness)
    let count = Double(firings.count)
    guard let first = firings.first, count >= 2 else {
      partsPerMillion = nil
      return
    }
    var sum = Int128(0)
    for firing in firings { sum += Int128(firing.due - first.due) }
    let meanX = nearestDouble(to: sum) / count
    let meanY = nearestDouble(to: exactSum(lateness)) / count
    var products = 0.0
    var squares = 0.0
    for (firing, lateness) in zip(firings, lateness) {
      let x = Double(firing.due - first.due) - meanX
      products += x * (Double(lateness) - meanY)
      squares += x * x
    }
    partsPerMillion = squares > 0 ? 1_000_000 * (products / squares) : nil
  }
}
