import LabDisplay
import LabKernel
import LabTrace

extension Change.Step {
  /// Changes the display of a scenario.
  func applyToPanel(of scenario: inout Scenario) throws(Change.Mismatch) {
    let panel = scenario.panel
    func check(
      _ applies: Bool, _ reason: String, isSoAlready: Bool = false
    ) throws(Change.Mismatch) {
      if !applies { throw Change.Mismatch(description: reason, isSoAlready: isSoAlready) }
    }
    switch self {
    case .depth(let depth):
      try check(!panel.isAdaptive, "an adaptive display has no depth")
      try check(panel.depth != depth, "the depth is \(depth) already", isSoAlready: true)
      scenario.panel.depth = depth
    case .presents(let mode):
      try check(!panel.isAdaptive, "an adaptive display has no queue of frames")
      try check(panel.presentMode != mode, "the display presents so already", isSoAlready: true)
      scenario.panel.presentMode = mode
    case .display(let rate):
      try check(panel.hasOneRate, "this display has not one rate")
      try check(
        panel.rate != rate, "that is the rate of the display already", isSoAlready: true)
      scenario.panel = panel.refreshing(at: rate)
      scenario.leaveVsyncs()
    case .tasks, .drivers, .driver, .alarms, .awake: break
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
