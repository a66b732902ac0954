import LabDisplay
import LabKernel

extension Panel {
  /// A panel whose vsyncs lie off the grid of times that begins at the start of the run.
  ///
  ///     V(0) = floor(0.381966 × period)
  ///
  /// The distance of 1 − 1/φ from the nearest fraction with denominator q is more than 0.38 / q²,
  /// about as much as any number has for all q together.
  ///
  /// - Source: Hurwitz, "Über die angenäherte Darstellung der Irrationalzahlen durch rationale
  ///   Brüche" (1891).
  static func offGrid(_ rate: RefreshRate) -> Panel {
    let period = rate.period.wholeNanoseconds
    return Panel(rate: rate, phase: .nanoseconds(period * 381_966 / 1_000_000))
  }
}
