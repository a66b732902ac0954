package import LabKernel
package import LabMetrics

/// Finds the part of a run that is worth a picture.
package enum Stretch {
  /// How many refreshes a picture shows.
  package static let usualRefreshes = 18

  /// Returns a stretch of whole refreshes about an instant, a third of it before.
  ///
  /// - Returns: The stretch; `nil` if the run has no whole refresh.
  package static func around(
    _ instant: Instant, of measurement: RunMeasurement, refreshes count: Int = usualRefreshes
  ) -> Range<Instant>? {
    let vsyncs = measurement.vsyncs
    let whole = vsyncs.count - 1
    guard whole > 0 else { return nil }
    let nearest = vsyncs.lastIndex { $0 <= instant } ?? 0
    let first = max(0, min(nearest - count / 3, whole - count))
    return vsyncs[first]..<vsyncs[min(whole, first + count)]
  }

  /// Returns the stretch in which two drivers differ most in their dropped and overwritten
  /// refreshes, a third of it before the first; `nil` if they never differ, or not on one grid of
  /// vsyncs.
  ///
  /// - Complexity: O(n) for n refreshes.
  package static func differing(
    _ one: DrawnDriver, _ other: DrawnDriver, refreshes count: Int = usualRefreshes
  ) -> Range<Instant>? {
    let whole = one.measurement.refreshCount
    guard whole > 0, one.measurement.vsyncs == other.measurement.vsyncs else { return nil }
    func faults(_ row: RefreshRow) -> Int {
      (row.kind == .dropped ? 1 : 0) + (row.overwritten > 0 ? 1 : 0)
    }
    let differences = zip(one.refreshes, other.refreshes).prefix(whole).map {
      faults($0) - faults($1)
    }
    // The sum over a window of two thirds: what comes before it is only to be seen beside it.
    let window = min(whole, max(1, count * 2 / 3))
    var sum = differences.prefix(window).reduce(0, +)
    var best = (start: 0, size: abs(sum))
    for start in 1..<max(1, whole - window + 1) {
      sum += differences[start + window - 1] - differences[start - 1]
      if abs(sum) > best.size { best = (start, abs(sum)) }
    }
    guard best.size > 0, let first = differences[best.start...].firstIndex(where: { $0 != 0 })
    else { return nil }
    return around(one.measurement.vsyncs[first], of: one.measurement, refreshes: count)
  }

  /// Returns when something was worst; `nil` if no driver had such a problem.
  ///
  /// - Parameters:
  ///   - drivers: The drivers of one run that are looked at.
  ///   - problem: What is looked for; `nil` for dropped slots, else double fires, else late
  ///     callbacks.
  /// - Returns: The longest such moment.
  package static func worst(of drivers: [DrawnDriver], _ problem: Problem? = nil) -> ProblemMoment?
  {
    for problem in problem.map({ [$0] }) ?? [.droppedSlot, .doubleFire, .lateFiring] {
      let moments = drivers.compactMap { $0.measurement.worstMoment(of: $0.name, in: problem) }
      let longest = moments.map { $0.duration }.max()
      if let worst = moments.first(where: { $0.duration == longest }) { return worst }
    }
    return nil
  }
}
