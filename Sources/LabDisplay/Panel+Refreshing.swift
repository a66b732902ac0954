package import LabKernel

extension Panel {
  /// Whether it refreshes at one rate from beginning to end, on a grid.
  package var hasOneRate: Bool {
    if case .rate = timing { laterRates.isEmpty } else { false }
  }

  /// Returns this panel with another rate; its jitter is less than half of a refresh.
  ///
  /// - Precondition: The panel has one rate.
  package func refreshing(at rate: RefreshRate) -> Panel {
    require(hasOneRate, "a panel without one rate cannot be given another")
    let most = (rate.period - .nanoseconds(1)) / 2
    var panel = Panel(
      rate: rate, phase: .nanoseconds(vsync(0).nanoseconds), drift: drift,
      jitter: min(jitter, most), depth: depth, guardTime: guardTime)
    panel.presentMode = presentMode
    return panel
  }
}
