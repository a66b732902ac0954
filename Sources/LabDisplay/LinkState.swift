import LabKernel
import LabLoop
import LabTrace

/// What a display link knows of its vsyncs and callbacks; it decides, and the link acts.
struct LinkState: ~Copyable {
  typealias PortStatus = SimulatedRunLoop.PortStatus

  /// What a link does at a vsync.
  struct Answer {
    /// What becomes of the vsync; `nil` if the link is not due.
    var outcome: TraceDueOutcome?
    /// The vsync whose callback, still pending, is taken back.
    var takenBack: Int?
    /// Whether the link rings its port; a ring that finds one there only makes its stamp newer.
    var rings = false
  }

  let lateDelivery: LateDelivery
  let zeroTimestampOnResume: Bool

  var pace: LinkPace
  /// The pace that the last callback found.
  private(set) var adopted: LinkPace
  private(set) var cadence: LinkCadence
  /// The vsync of the timestamp, and the timestamp itself.
  private(set) var answered = 0
  private(set) var timestamp = Instant.start
  /// The oldest and the newest ring that the current callback answers.
  private(set) var due = Instant.start
  private(set) var rung = Instant.start
  private(set) var hasZeroTimestamp = false
  private(set) var isPaused = false
  private(set) var isCallingOut = false

  /// What waits in the main loop, if the link runs on a thread of its own.
  var hops = HopLine()

  /// The newest vsync that made its mark on the port, and when it was.
  private var newest = (index: 0, at: Instant.start)
  /// The newest that made its mark on the callback before: the loop may have taken that from the
  /// port and not made it yet, while an observer works.
  private var former = 0
  /// How many vsyncs made their mark on the callback that is pending.
  private var held = 0
  /// Whether no callback has come since the last pause.
  private var hasJustResumed = false

  init(
    pace: LinkPace, divider: Int, keepsPhase: Bool, lateDelivery: LateDelivery,
    zeroTimestampOnResume: Bool
  ) {
    self.lateDelivery = lateDelivery
    self.zeroTimestampOnResume = zeroTimestampOnResume
    self.pace = pace
    adopted = pace
    cadence = LinkCadence(divider: divider, keepsPhase: keepsPhase)
  }

  mutating func pause() {
    isPaused = true
    hops.removeAll()
  }

  mutating func resume() {
    isPaused = false
    hasJustResumed = true
    cadence.restart()
  }

  /// A paused link is due at no vsync; it counts anew when it is resumed.
  mutating func vsync(_ index: Int, at now: Instant, _ port: PortStatus) -> Answer {
    guard !isPaused else { return Answer() }
    let isDue = cadence.isDue(at: index)
    switch lateDelivery {
    case .latest where !isDue: return stampAnew(index, at: now, port)
    case _ where !isDue: return Answer()
    case .pending, .latest: return ring(index, at: now, port, room: .max)
    case .queue(let capacity): return ring(index, at: now, port, room: capacity)
    case .skip: return ringOrSkip(index, at: now, port)
    case .offMain(let hop):
      cadence.rang(at: index)
      let outcome = hops.vsync(index, at: now, by: hop, isCallingOut: isCallingOut)
      return Answer(outcome: outcome, rings: outcome == .pending || outcome == .queued)
    }
  }

  /// Makes the stamp of a pending callback newer.
  private mutating func stampAnew(_ index: Int, at now: Instant, _ port: PortStatus) -> Answer {
    if port.isReady { mark(index, at: now, onPending: true) }
    return Answer(rings: port.isReady)
  }

  /// Rings the port, in which so many vsyncs make their mark on one callback.
  private mutating func ring(
    _ index: Int, at now: Instant, _ port: PortStatus, room: Int
  ) -> Answer {
    cadence.rang(at: index)
    let rings = !port.isReady || held < room
    if rings { mark(index, at: now, onPending: port.isReady) }
    guard port.isReady else {
      return Answer(outcome: port.isTaken ? .queued : .pending, rings: rings)
    }
    return Answer(outcome: port.isServed ? .blocked : .starved, rings: rings)
  }

  /// Rings the port if the thread sleeps, and takes back what is pending there.
  private mutating func ringOrSkip(_ index: Int, at now: Instant, _ port: PortStatus) -> Answer {
    let takenBack = port.isReady ? newest.index : nil
    guard port.isServed, port.isWaiting else {
      cadence.lost(index)
      let missed = isCallingOut ? TraceDueOutcome.suppressed : .blocked
      return Answer(outcome: port.isServed ? missed : .starved, takenBack: takenBack)
    }
    cadence.rang(at: index)
    mark(index, at: now, onPending: false)
    return Answer(outcome: .pending, takenBack: takenBack, rings: true)
  }

  /// Makes a hop the one that the next callback answers.
  mutating func adopt(_ hop: HopLine.Hop) { newest = hop.stamp }

  /// Learns the rate of the refresh that begins with a vsync, and returns whether the pace changes.
  mutating func rateChanged(to rate: RefreshRate, at index: Int) -> Bool {
    let divider = adopted.divider(at: rate)
    guard divider != cadence.divider else { return false }
    cadence.paced(divider, at: index)
    return true
  }

  /// Begins a callback, and returns whether the pace changes.
  mutating func beginCallout(
    answering due: Instant, _ rung: Instant, during refresh: Int, at rate: RefreshRate
  ) -> Bool {
    answered = rung < newest.at ? former : newest.index
    (self.due, self.rung) = (due, rung)
    hasZeroTimestamp = zeroTimestampOnResume && hasJustResumed
    hasJustResumed = false
    timestamp = hasZeroTimestamp ? .start : rung
    isCallingOut = true
    let before = cadence.divider
    adopted = pace
    cadence.served(during: refresh, divider: pace.divider(at: rate))
    return cadence.divider != before
  }

  mutating func endCallout() { isCallingOut = false }

  private mutating func mark(_ index: Int, at now: Instant, onPending isPending: Bool) {
    held = isPending ? held + 1 : 1
    if !isPending { former = newest.index }
    newest = (index, now)
  }
}
