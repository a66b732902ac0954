import LabDisplay
import LabKernel
import LabTrace
import LabWorkload

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Places the drivers, loads and gestures of a scenario, in the order in which a run of it does.
  ///
  /// Its drivers call back from the beginning, until code under test takes them over.
  func place(_ scenario: Scenario) {
    for driver in scenario.drivers { _ = make(driver, at: desk.place) { _ in } }
    for action in scenario.actions {
      let ticker = ticker(action.driver)
      stage.world.at(action.instant, "\(action.kind.rawValue) \(action.driver)") { _ in
        ticker.host?.perform(action.kind)
      }
    }
    for gesture in scenario.gestures { place(gesture) }
    place(scenario.loads)
    guard scenario.duration > .zero else { return }
    let end = Instant.at(scenario.duration)
    self.end = end
    let device = stage.world.makeDevice("end of the run", priority: .end) {
      [unowned recorder = stage.recorder] _ in recorder.record(.ended)
    }
    stage.world.schedule(device, at: end)
  }

  /// Moves time on to the end of the script's run.
  ///
  /// - Precondition: The laboratory is that of a script.
  public func advanceToEnd() {
    require(end != nil, "a laboratory without a script has no end: use ‘advance(to:)’")
    if let end { advance(to: end) }
  }
}
