/// A quantity of a driver: what is asked of it is worked out when it is first asked.
enum Quantity: Int, CaseIterable, Sendable {
  /// began − due of every firing.
  case lateness
  /// began minus the newest due instant that had come.
  case latestLateness
  /// R − began of every shown frame.
  case fromBeginning
  /// R − due of every shown frame.
  case fromDue
  /// R − τ of every shown frame.
  case contentAge
  /// The magnitude of the animation error of each step.
  case animationError
  /// By how much each step departs from the target interval, where there is one.
  case departure
  /// How late the frames were that were late.
  case frameLateness
  /// The latency of every answer to an input.
  case inputLatency

  /// The numbers of a driver.
  ///
  /// - Complexity: O(n) for n firings or refreshes.
  func values(_ run: DriverRun) -> [Int64] {
    switch self {
    case .lateness: run.log.firings[run.log.measured].map { $0.lateness }
    case .latestLateness:
      run.log.measured.map { run.log.firings[$0].began - run.log.detail(of: $0).newest }
    case .fromBeginning: run.ofShownFrames { $0.photon - $0.firing.began }
    case .fromDue: run.ofShownFrames { $0.photon - $0.firing.due }
    case .contentAge: run.ofShownFrames { $0.photon - $0.update.animationTime }
    case .animationError: run.ofShownFrames { $0.isStep ? abs($0.error) : nil }
    case .departure: run.departures()
    case .frameLateness: run.frameLateness()
    case .inputLatency: run.inputLatencies()
    }
  }
}

extension DriverRun {
  /// How long each step from one shown frame to the next took, from display to display.
  var durations: [Int64] { ofShownFrames { $0.isStep ? $0.duration : nil } }

  /// A number of each shown frame that has one.
  fileprivate func ofShownFrames(_ number: (ShownFrame) -> Int64?) -> [Int64] {
    var numbers: [Int64] = []
    numbers.reserveCapacity(times.window.count)
    for frame in shownFrames { if let number = number(frame) { numbers.append(number) } }
    return numbers
  }

  /// By how much each step departs from the target interval, either way.
  fileprivate func departures() -> [Int64] {
    var departures: [Int64] = []
    departures.reserveCapacity(times.window.count)
    forEachFrame { frame, target in
      guard frame.isStep, target.interval > 0 else { return }
      departures.append(abs(frame.duration - target.interval))
    }
    return departures
  }

  fileprivate func frameLateness() -> [Int64] {
    ofShownFrames { frame in
      log.missedRefresh(of: frame, times).map { frame.photon - times.vsyncs[$0] }
    }
  }
}
