public import LabKernel
public import LabMetrics

/// Finds the part of a run that is worth a picture.
public enum Stretch {
  /// How many refreshes a picture shows.
  public static let usualRefreshes = 18

  /// Returns a stretch of whole refreshes about an instant, a third of it before.
  ///
  /// - Parameters:
  ///   - instant: What the picture is about.
  ///   - measurement: The run.
  ///   - count: How many refreshes.
  /// - Returns: The stretch; `nil` if the run has no whole refresh.
  public static func around(
    _ instant: Instant, of measurement: RunMeasurement, refreshes count: Int = usualRefreshes
  ) -> Range<Instant>? {
    let vsyncs = measurement.vsyncs
    let whole = vsyncs.count - 1
    guard whole > 0 else { return nil }
    let nearest = vsyncs.lastIndex { $0 <= instant } ?? 0
    let first = max(0, min(nearest - count / 3, whole - count))
    return vsyncs[first]..<vsyncs[min(whole, first + count)]
  }

  /// Returns when something was worst: the longest run of dropped slots, else the callback that was
  /// latest; `nil` if a driver had neither.
  ///
  /// - Parameters:
  ///   - drivers: The drivers of one run that are looked at.
  ///   - problem: What is looked for; `nil` for the first of the two that there is.
  public static func worst(of drivers: [DrawnDriver], _ problem: Problem? = nil) -> ProblemMoment? {
    for problem in problem.map({ [$0] }) ?? [.droppedSlot, .doubleFire, .lateFiring] {
      let moments = drivers.compactMap { $0.measurement.worstMoment(of: $0.name, in: problem) }
      let longest = moments.map(\.duration).max()
      if let worst = moments.first(where: { $0.duration == longest }) { return worst }
    }
    return nil
  }
}
