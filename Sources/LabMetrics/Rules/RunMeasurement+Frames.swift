import LabKernel

extension RunMeasurement {
  /// Returns the updates of a driver in the latch intervals of the measured window, in order.
  ///
  /// There are none for a driver that the trace does not know.
  ///
  /// - Complexity: O(n) for n updates and refreshes.
  public func presentedUpdates(of driver: String) -> [PresentedUpdate] {
    guard let analysis = analyses.first(where: { $0.log.name == driver }) else { return [] }
    var updates: [PresentedUpdate] = []
    var maker = PresentedUpdateMaker()
    maker.advance(analysis.log, analysis.presentation, analysis.times, isOver: true) {
      updates.append($0)
    }
    return updates
  }

  /// Returns what the frame rules are applied to; `nil` if the trace has no such driver or
  /// no whole refresh after the warm-up.
  ///
  /// The period is the median distance of the vsyncs in the window, the upper one of two.
  public func frameSeries(of driver: String) -> FrameSeries? {
    guard let analysis = analyses.first(where: { $0.log.name == driver }) else { return nil }
    let times = analysis.times
    let periods = times.window.map { times.vsyncs[$0 + 1] - times.vsyncs[$0] }
    guard let period = upperMedian(periods) else { return nil }
    return FrameSeries(
      presentedUpdates(of: driver), refreshPeriod: .nanoseconds(period),
      cadence: analysis.cadence ?? 1)
  }
}
