public import LabKernel
public import LabTrace

/// Everything that is measured of one timer or display link in one run.
///
/// Due instants and firings count in the whole run; frames from the end of the warm-up on. Every
/// number has an entry in the ``MetricDictionary``; here are those that are asked for by more than
/// their names.
public struct DriverMetrics: Equatable, Sendable {
  /// The name of the driver.
  public let name: String
  /// Whether it is a timer or a display link.
  public let source: TraceSource
  let run: DriverRun

  init(_ run: DriverRun) { (name, source, self.run) = (run.log.name, run.log.source, run) }

  /// What it did, if a refresh was measured.
  var shown: DriverRun? { run.hasDisplay ? run : nil }

  /// Returns the value of a metric by its name or its column; `nil` where it is undefined, or if
  /// there is none of that name.
  public subscript(metric: String) -> MetricValue? {
    MetricDictionary.metric(metric)?.value(self)
  }

  /// The due instants by outcome.
  public var dueInstants: DueTally { run.dueInstants }
  /// How long the loop ran in modes without the driver.
  public var starvedSpan: Duration { .nanoseconds(run.starvedTime) }
  /// How late the callbacks began: began − due; `nil` without a firing.
  public var lateness: Distribution? { run[.lateness] }
  /// When the first firing of the whole run began; `nil` without a firing.
  public var firstFiring: Instant? { run.log.firings.first.map { Instant(nanoseconds: $0.began) } }
  /// When the last firing of the whole run began; `nil` without a firing.
  public var lastFiring: Instant? { run.log.firings.last.map { Instant(nanoseconds: $0.began) } }
  /// How often each thing went wrong.
  public var symptoms: SymptomCounts { run.symptoms }
  /// What its problems are put down to.
  public var blame: BlameLedgers { run.blame }
  /// What the display showed of it; `nil` when the trace holds no whole refresh after the warm-up.
  public var frames: FrameMetrics? { shown.map { FrameMetrics(run: $0) } }

  /// Returns whether all metrics, causes and distributions are equal.
  public static func == (lhs: DriverMetrics, rhs: DriverMetrics) -> Bool {
    lhs.name == rhs.name && lhs.source == rhs.source && lhs.blame == rhs.blame
      && lhs.run.scene?.counts == rhs.run.scene?.counts
      && Quantity.allCases.allSatisfy { lhs.run[$0] == rhs.run[$0] }
      && lhs.frames?.lateFrames == rhs.frames?.lateFrames
      && MetricDictionary.all.allSatisfy { $0.value(lhs) == $0.value(rhs) }
  }
}

/// What the display showed of one driver, in the refreshes of the window.
public struct FrameMetrics: Sendable {
  let run: DriverRun

  /// How the firings fall on the refreshes.
  public var firings: FiringsPerRefresh { run.firings }
  /// What each refresh showed, and what became of the updates.
  public var refreshes: RefreshCounts { run.refreshes }
  /// How many of the wanted frames came; `nil` if no target is declared.
  public var slots: SlotCounts? { run.slotCounts }
  /// How long the motion stuck; `nil` if that is not defined either.
  public var hitches: Hitches? { run.hitches }
  /// The magnitude of the animation error; `nil` for fewer than two shown frames.
  public var animationError: Distribution? { run[.animationError] }
  /// What the eye saw of what the driver moves; `nil` if that is nothing.
  public var content: ContentMetrics? { run.content }
  /// Which frames were shown late.
  public var lateFrames: LateFrames { LateFrames(run) }
}

/// A quantity of a driver: what is asked of it is worked out when it is first asked.
enum Quantity: Int, CaseIterable, Sendable {
  /// began − due of every firing.
  case lateness
  /// began minus the newest due instant that had come.
  case latestLateness
  /// wall(began) − wall(meant) of every firing, if the machine sleeps.
  case wallLateness
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
    case .wallLateness: run.wallLateness
    case .fromBeginning: run.ofShownFrames { $0.photon - $0.firing.began }
    case .fromDue: run.ofShownFrames { $0.photon - $0.firing.due }
    case .contentAge: run.ofShownFrames { $0.photon - $0.update.animationTime }
    case .animationError: run.errors.map { abs($0) }
    case .departure: run.departures.map { abs($0) }
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

  /// The animation error of each step.
  var errors: [Int64] { ofShownFrames { $0.isStep ? $0.error : nil } }

  /// By how much each step departs from the target interval, where there is one.
  var departures: [Int64] {
    let targets = TargetIntervals(self)
    return ofShownFrames { frame in
      let wanted = frame.isStep ? targets[frame.start].interval : 0
      return wanted > 0 ? frame.duration - wanted : nil
    }
  }

  fileprivate func frameLateness() -> [Int64] {
    ofShownFrames { frame in
      log.missedRefresh(of: frame, times).map { frame.photon - times.vsyncs[$0] }
    }
  }
}
