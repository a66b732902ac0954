import LabKernel

/// What tasks draw, and when.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension LaboratoryTime {
  /// Learns that the code under way is about to spend time.
  func spends() {
    guard let task = current?.task else { return }
    for clock in frameClocks { clock.begin(in: task) }
    guard let ticker = handovers.removeValue(forKey: task) else { return }
    desk.warn(
      "‘\(ticker.name)’ hands its ticks over to async code, which draws after the callback: its "
        + "pictures miss the commit for which the laboratory counts them. Let the code sleep by "
        + "‘lab.clock(\"\(ticker.name)\", every: …)’, or take its ticks from "
        + "‘lab.frames(\"\(ticker.name)\")’",
      at: ticker.createdAt)
  }

  /// Lets a ticker call back, and remembers the tasks that it does no more than let run.
  func noticing(_ ticker: Ticker, _ handler: () -> Void) {
    let (outer, began) = (awakened, now)
    awakened = []
    handler()
    if now == began, ticker.driver.cost == .constant(.zero) {
      for task in awakened ?? [] { handovers[task] = ticker }
    }
    awakened = outer
  }

  /// A job of a task has ended, and the task goes on in another, or waits.
  func jobEnded(of task: String, goesOn: Bool) {
    for clock in frameClocks { clock.jobEnded(of: task, goesOn: goesOn) }
    if !goesOn { handovers[task] = nil }
  }

  /// Reports that two tasks sleep by a clock that is one driver.
  func isShared(_ name: String) {
    thrown.append(
      Failure(
        "two tasks sleep by the clock ‘\(name)’ at \(now). It is one driver: give each task a clock "
          + "of its own, with another name"))
  }
}
