import LabDisplay
import LabKernel
import LabTrace

extension Change.Step {
  /// Changes the display of a scenario.
  func applyToPanel(of scenario: inout Scenario) throws(Change.Mismatch) {
    let panel = scenario.panel
    switch self {
    case .depth(let depth):
      guard !panel.isAdaptive else {
        throw Change.Mismatch(description: "an adaptive display has no depth")
      }
      guard panel.depth != depth else {
        throw Change.Mismatch(description: "the depth is \(depth) already")
      }
      scenario.panel.depth = depth
    case .presents(let mode):
      guard !panel.isAdaptive else {
        throw Change.Mismatch(description: "an adaptive display has no queue of frames")
      }
      guard panel.presentMode != mode else {
        throw Change.Mismatch(description: "the display presents so already")
      }
      scenario.panel.presentMode = mode
    case .display(let rate):
      guard panel.hasOneRate else {
        throw Change.Mismatch(description: "this display has not one rate")
      }
      guard panel.rate != rate else {
        throw Change.Mismatch(description: "that is the rate of the display already")
      }
      scenario.panel = panel.refreshing(at: rate)
      scenario.leaveVsyncs()
    case .tasks, .drivers, .driver: break
    }
  }
}

extension Scenario {
  /// Moves the first dates of repeating timers that meet the vsyncs again and again to where they
  /// meet none.
  fileprivate mutating func leaveVsyncs() {
    for index in drivers.indices {
      guard let timer = drivers[index].source.timer, timer.interval > .zero,
        let first = timer.firstFire
      else { continue }
      let interval = Fraction(timer.interval.wholeNanoseconds)
      let grid = TieGrid(interval: interval, panel: panel)
      guard grid.contains(first) else { continue }
      let begins = drivers[index].begins
      drivers[index].source.timer?.firstFire = grid.firstDate(
        notBefore: first, exactly: interval, after: begins)
    }
  }
}
