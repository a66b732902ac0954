import LabKernel

extension RunMeasurement {
  /// Returns the updates of a driver in the latch intervals of the measured window, in order.
  ///
  /// There are none for a driver that the trace does not know.
  ///
  /// - Complexity: O(n log v) for n updates and v vsyncs.
  public func presentedUpdates(of driver: String) -> [PresentedUpdate] {
    guard let analysis = analyses.first(where: { $0.log.name == driver }) else { return [] }
    let times = analysis.times
    let presentation = analysis.presentation
    return analysis.log.updates.enumerated().compactMap { index, update in
      let timing = presentation.timing(of: update)
      let refresh = Int(timing.refresh)
      guard times.window.contains(refresh) else { return nil }
      let firing = analysis.log.firings[Int(update.firing)]
      let isShown = presentation.shown[refresh] == index
      let next = times.vsyncs.partitionIndex { $0 - times.guardTime > firing.due }
      let deadline = next < times.vsyncs.endIndex ? times.vsyncs[next] - times.guardTime : nil
      return PresentedUpdate(
        began: Instant(nanoseconds: firing.began), ended: Instant(nanoseconds: update.ended),
        animationTime: Instant(nanoseconds: update.animationTime),
        photon: isShown ? Instant(nanoseconds: times.vsyncs[refresh]) : nil,
        overrun: deadline.map { .nanoseconds(timing.committed - $0) }, stretch: Int(firing.epoch))
    }
  }

  /// Returns what the frame rules are applied to; `nil` if the trace has no such driver or
  /// no whole refresh after the warm-up.
  ///
  /// The period is the median distance of the vsyncs in the window, the upper one of two.
  public func frameSeries(of driver: String) -> FrameSeries? {
    guard let analysis = analyses.first(where: { $0.log.name == driver }) else { return nil }
    let window = analysis.times.window
    guard !window.isEmpty else { return nil }
    let periods = window.map { analysis.times.vsyncs[$0 + 1] - analysis.times.vsyncs[$0] }
    return FrameSeries(
      presentedUpdates(of: driver),
      refreshPeriod: .nanoseconds(select(periods, at: [periods.count / 2])[0]),
      cadence: analysis.cadence ?? 1)
  }
}
