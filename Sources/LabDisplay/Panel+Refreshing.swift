package import LabKernel
package import LabTrace

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

  /// Why pictures cannot be presented in a mode on this panel, and what to write in its place;
  /// `nil` if they can.
  package func objection(to mode: PresentMode) -> String? {
    switch (mode, timing) {
    case (.mailbox, _), (.fifo, _), (.blocking, .rate), (.blocking, .recorded): nil
    case (.atTarget, .rate) where laterRates.isEmpty: nil
    case (.blocking, _):
      "this display chooses its rate by itself, so that it is not known when a queue has room."
        + " Write a rate, as 'display 120 Hz', or leave out 'blocking'."
    case (.atTarget, _):
      "frames have targets at one fixed rate. Write one, as 'display 120 Hz', or leave out"
        + " 'presents at target'."
    }
  }
}
