import LabKernel
import LabTrace

/// What one timer or display link did in one run, and all that follows from it: each number and
/// list is made when it is first asked for, and kept.
///
/// It never changes, and is asked by all that tells what the driver did.
final class DriverRun: Sendable {
  let log: DriverLog
  /// What all drivers of the run share.
  let facts: RunFacts
  let times: RefreshTimes
  /// Which update each refresh shows.
  let presentation: Presentation
  let slots: SlotTable
  /// How often new content is wanted; `nil` for a link's own pace.
  let target: TargetCadence?
  /// Whether frames are wanted of the driver, so that these are judged and not its dates.
  let draws: Bool
  /// Whether it is a loop that presents until the queue for the display is full, and waits then, so
  /// that none of its callbacks is one too many.
  let fillsQueue: Bool
  /// The due instants by outcome.
  let dueInstants: DueTally

  private let keptDistributions: [Once<Distribution?>]
  private let keptTail: Once<(tail: Tail?, stutterTime: Int64)>
  private let keptShares: Once<(worst: Int64, p95: Int64)?>
  private let keptTiming: Once<FiringSums>
  private let keptFirings: Once<FiringsPerRefresh>
  private let keptDates: Once<DateSums>
  private let keptFrames: Once<FrameSums>
  private let keptSteps: Once<StepSums>
  private let keptContent: Once<Content?>
  private let keptHitchParts: Once<[HitchPart]>
  private let keptAttribution: Once<Attribution>
  private let keptSymptoms: Once<SymptomCounts>

  init(_ log: consuming DriverLog, _ facts: RunFacts) {
    let (header, lock) = (facts.header, facts.lock)
    var tally = log.dueInstants
    tally.fired = log.measured.count
    dueInstants = tally
    target = header.target(of: log, isAdaptive: facts.times.isAdaptive)
    presentation = Presentation(log.updates, facts.schedule, facts.times)
    slots = SlotTable(target, log, presentation, facts.times)
    draws = header.targets[log.name] != .undeclared
    fillsQueue = if case .blocking = header.presentMode { log.source == .loop } else { false }
    self.log = log
    self.facts = facts
    times = facts.times
    keptDistributions = Quantity.allCases.map { _ in Once(lock) }
    (keptTail, keptShares) = (Once(lock), Once(lock))
    (keptTiming, keptFirings, keptDates) = (Once(lock), Once(lock), Once(lock))
    (keptFrames, keptSteps, keptContent) = (Once(lock), Once(lock), Once(lock))
    (keptHitchParts, keptAttribution, keptSymptoms) = (Once(lock), Once(lock), Once(lock))
  }

  /// Whether a refresh was measured.
  var hasDisplay: Bool { !times.window.isEmpty }

  /// The refreshes from one wanted frame to the next, where that is a fixed number.
  var cadence: Int? {
    switch target {
    case .refreshes(let count): count
    case nil: log.paces.isEmpty ? max(1, Int(clamping: log.interval)) : nil
    case .rate, .undeclared: nil
    }
  }

  /// The shown frames of the window, in order.
  var shownFrames: ShownFrames { ShownFrames(self) }

  // MARK: Lists

  /// The stretches in which the motion stuck, in ascending order.
  var hitchParts: [HitchPart] { keptHitchParts.value(findHitchParts) }
  /// What its problems are put down to.
  var attribution: Attribution { keptAttribution.value { Attribution(self) } }
  /// What the screen shows of what it moves; `nil` if it moves nothing.
  var content: Content? { keptContent.value { Content(self) } }
  /// What is wrong with the steps from frame to frame.
  var steps: StepSums { keptSteps.value { StepSums(self) } }

  // MARK: Numbers

  /// What is asked of a quantity; `nil` without a number.
  subscript(quantity: Quantity) -> Distribution? {
    keptDistributions[quantity.rawValue].value { Distribution(quantity.values(self)) }
  }

  /// What is asked of the durations of frames; `nil` without any.
  var tail: Tail? { tailAndStutter.tail }
  /// How long the frames showed that stutter.
  var stutterTime: Int64 { tailAndStutter.stutterTime }

  private var tailAndStutter: (tail: Tail?, stutterTime: Int64) {
    keptTail.value {
      let durations = durations
      return (Tail(durations), Self.stutterTime(durations))
    }
  }

  /// The largest share of dropped slots in a second and the 95th percentile, in parts per billion;
  /// `nil` if no stretch without a pause lasts a second.
  var slotShares: (worst: Int64, p95: Int64)? {
    keptShares.value {
      let shares = slots.sharesOfSeconds(times.vsyncs)
      return extremes(shares.span).map { ($0.most, percentiles([950], of: shares)[0]) }
    }
  }

  /// How late firings were, and the steps from each to the next.
  var timing: FiringSums { keptTiming.value { FiringSums(log) } }
  /// How the firings fall on the refreshes.
  var firings: FiringsPerRefresh {
    keptFirings.value { FiringsPerRefresh(log, times) }
  }
  /// What went wrong with the dates.
  var dates: DateSums { keptDates.value { DateSums(self) } }
  /// What is summed over the shown frames.
  var frames: FrameSums { keptFrames.value { FrameSums(self) } }
  /// What went wrong.
  var symptoms: SymptomCounts { keptSymptoms.value { SymptomCounts(self) } }
  /// What its problems are put down to, kind by kind.
  var blame: BlameLedgers { attribution.ledgers }

  /// What each refresh showed, and what became of the updates.
  var refreshes: RefreshCounts {
    var counts = presentation.arrivals
    counts.new = frames.new
    counts.quiet = slots.quiet
    return counts
  }

  /// How many of the wanted frames came; `nil` if no target is declared.
  var slotCounts: SlotCounts? {
    slots.isDeclared ? SlotCounts(self) : nil
  }

  /// How long the motion stuck; `nil` if that is not defined.
  var hitches: Hitches? {
    slots.isDeclared || times.isAdaptive ? attribution.hitches : nil
  }

  /// The names of the modes that the driver was ever in.
  var modes: [String] {
    facts.thread.modes.indices.filter { log.allModes.contains(UInt8(truncatingIfNeeded: $0)) }
      .map { facts.thread.modes[$0] }
  }

  /// How long the loop ran in modes without the driver.
  var starvedTime: Int64 {
    let window = log.window.span
    return log.starvedSpans.reduce(0) { $0 + $1.overlap(with: window) }
  }

  /// How long callbacks took whose updates were not shown.
  var wastedTime: Int64 {
    presentation.unseen.reduce(0) { sum, unseen in
      guard presentation.outcome(of: Int(unseen), in: log.updates) != .open else { return sum }
      let update = log.updates[Int(unseen)]
      return sum + update.ended - log.firings[Int(update.firing)].began
    }
  }

  /// How many wake-ups of the thread were for the driver, and how many for anything.
  var wakeUps: (own: Int, all: Int) { (log.wakeUps, facts.thread.wakeUps) }

  /// What a link left behind; `nil` for a timer.
  var link: LinkLedger? { log.isLink ? log.link : nil }

  /// What became of the physics scene that it steps; `nil` if it steps none.
  var scene: SceneMetrics? { SceneMetrics.digest(log.motion.scene, facts.header.scenes[log.name]) }
}

/// What all drivers of a run share.
final class RunFacts: Sendable {
  let header: Trace.Header
  let window: MeasuredWindow
  let times: RefreshTimes
  /// The way of every commit to the display.
  let schedule: PresentationSchedule
  /// Who held the thread when.
  let thread: ThreadTime
  /// When the user did something.
  let inputs: [Int64]
  /// Guards what is made when it is first asked for.
  let lock = Locked(())

  /// Takes over what a walk that is over has found of all drivers.
  init(_ walk: inout TraceWalk, _ header: Trace.Header, fineness: Int = 0) {
    self.header = header
    window = walk.window
    var times = RefreshTimes(walk.vsyncs, header)
    times.fineness = fineness
    self.times = times
    schedule = PresentationSchedule(header.presentMode, &walk.commits, times)
    thread = walk.thread
    inputs = walk.inputs
  }
}

/// A value that is made when it is first asked for, and kept.
final class Once<Value: Sendable>: @unchecked Sendable {
  private let lock: Locked<Void>
  private var kept: Value?

  init(_ lock: Locked<Void>) { self.lock = lock }

  /// Returns the value, which a pure function makes; two threads may make it at the same time.
  func value(_ make: () -> Value) -> Value {
    if let known = lock.withLock({ _ in kept }) { return known }
    let made = make()
    lock.withLock { _ in kept = made }
    return made
  }
}

extension Trace.Header {
  /// How often new content is wanted of a driver: as it is declared, or else at every refresh of a
  /// timer and at a link's own pace (`nil`); unknown on a display of adaptive rate.
  borrowing func target(of log: borrowing DriverLog, isAdaptive: Bool) -> TargetCadence? {
    targets[log.name] ?? (isAdaptive ? .undeclared : log.source == .link ? nil : .refreshes(1))
  }
}
