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

  private let kept = Locked(Kept())

  init(_ log: consuming DriverLog, _ facts: RunFacts) {
    let header = facts.header
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

  /// Returns what is asked for, which a pure function makes when it is first asked for; two threads
  /// may make it at the same time.
  private func once<Value: Sendable>(
    _ known: (inout Kept) -> Value?, _ keep: (inout Kept, Value) -> Void,
    _ make: @autoclosure () -> Value
  ) -> Value {
    if let known = kept.withLock({ known(&$0) }) { return known }
    let made = make()
    kept.withLock { keep(&$0, made) }
    return made
  }

  // MARK: Lists

  /// The stretches in which the motion stuck, in ascending order.
  var hitchParts: [HitchPart] { once({ $0.hitchParts }, { $0.hitchParts = $1 }, findHitchParts()) }

  /// What its problems are put down to.
  var attribution: Attribution {
    once({ $0.attribution }, { $0.attribution = $1 }, Attribution(self))
  }

  /// What the screen shows of what it moves; `nil` if it moves nothing.
  var screen: ScreenContent? { once({ $0.screen }, { $0.screen = $1 }, ScreenContent(self)) }

  /// What is wrong with the steps from frame to frame.
  var steps: StepSums { once({ $0.steps }, { $0.steps = $1 }, StepSums(self)) }

  // MARK: Numbers

  /// What is asked of a quantity; `nil` without a number.
  subscript(quantity: Quantity) -> Distribution? {
    let place = quantity.rawValue
    return once(
      { $0.distributions[place] }, { $0.distributions[place] = $1 },
      Distribution(quantity.values(self)))
  }

  /// One percentile of a quantity, in thousandths, where no more is asked of it; `nil` without a
  /// number.
  func percentile(_ thousandths: Int, of quantity: Quantity) -> Duration? {
    let values = quantity.values(self)
    return values.isEmpty ? nil : .nanoseconds(percentiles([thousandths], of: values)[0])
  }

  /// What is asked of the durations of frames; `nil` without any.
  var tail: Tail? { once({ $0.tail }, { $0.tail = $1 }, Tail(durations)) }

  /// The largest share of dropped slots in a second and the 95th percentile, in parts per billion;
  /// `nil` if no stretch without a pause lasts a second.
  var slotShares: (worst: Int64, p95: Int64)? {
    once({ $0.shares }, { $0.shares = $1 }, findSlotShares())
  }

  private func findSlotShares() -> (worst: Int64, p95: Int64)? {
    let shares = slots.sharesOfSeconds(times.vsyncs)
    return extremes(shares.span).map { ($0.most, percentiles([950], of: shares)[0]) }
  }

  /// How late firings were, and the steps from each to the next.
  var timing: FiringSums { once({ $0.timing }, { $0.timing = $1 }, FiringSums(log)) }

  /// How the firings fall on the refreshes.
  var firings: FiringsPerRefresh {
    once({ $0.firings }, { $0.firings = $1 }, FiringsPerRefresh(log, times))
  }

  /// What went wrong with the dates.
  var dates: DateSums { once({ $0.dates }, { $0.dates = $1 }, DateSums(self)) }

  /// What is summed over the shown frames.
  var frames: FrameSums { once({ $0.frames }, { $0.frames = $1 }, FrameSums(self)) }

  /// What went wrong.
  var symptoms: SymptomCounts { once({ $0.symptoms }, { $0.symptoms = $1 }, SymptomCounts(self)) }

  /// What its problems are put down to, kind by kind.
  var blame: BlameLedgers { attribution.ledgers }

  /// What each refresh showed, and what became of the updates.
  var refreshes: RefreshCounts {
    once({ $0.refreshes }, { $0.refreshes = $1 }, RefreshCounts(self))
  }

  /// What the eye saw of what it moves; `nil` if it moves nothing.
  var content: ContentMetrics? {
    once({ $0.content }, { $0.content = $1 }, screen.map { ContentMetrics($0, log.motion) })
  }

  /// How many refreshes of the window showed something new.
  var newFrames: Int { presentation.shown[times.window].count { $0 >= 0 } }

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
  var scene: SceneMetrics? { SceneMetrics(log.motion.scene, facts.header.scenes[log.name]) }
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

  /// Takes over what a walk that is over has found of all drivers.
  init(_ walk: inout TraceWalk, _ header: Trace.Header, fineness: Int = 0) {
    self.header = header
    window = walk.window
    var times = RefreshTimes(walk.vsyncs, header)
    times.fineness = fineness
    self.times = times
    schedule = PresentationSchedule(header.presentMode, &walk.commits, times)
    thread = walk.thread ?? ThreadTime()
    inputs = walk.inputs
  }
}

/// The values that were asked of a driver's run.
private struct Kept: Sendable {
  var distributions = [Distribution??](repeating: nil, count: Quantity.allCases.count)
  var tail: Tail??
  var shares: (worst: Int64, p95: Int64)??
  var timing: FiringSums?
  var firings: FiringsPerRefresh?
  var dates: DateSums?
  var refreshes: RefreshCounts?
  var frames: FrameSums?
  var steps: StepSums?
  var screen: ScreenContent??
  var content: ContentMetrics??
  var hitchParts: [HitchPart]?
  var attribution: Attribution?
  var symptoms: SymptomCounts?
}

extension Trace.Header {
  /// How often new content is wanted of a driver: as it is declared, or else at every refresh of a
  /// timer and at a link's own pace (`nil`); unknown on a display of adaptive rate.
  borrowing func target(of log: borrowing DriverLog, isAdaptive: Bool) -> TargetCadence? {
    targets[log.name] ?? (isAdaptive ? .undeclared : log.source == .link ? nil : .refreshes(1))
  }
}
