import LabKernel
import LabTrace

/// What a display link knows of its vsyncs and callbacks; it decides, and the link acts.
struct LinkState {
  /// How the port of the link stands at a vsync.
  struct PortStatus {
    /// Whether a callback is pending.
    var isReady: Bool
    /// Whether the loop runs in a mode that serves the port.
    var isServed: Bool
    /// Whether the thread sleeps.
    var isWaiting: Bool
  }

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
  private(set) var hasZeroTimestamp = false
  private(set) var isPaused = false
  private(set) var isCallingOut = false

  /// The newest vsync that made its mark on the port.
  private var newest = 0
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

  mutating func pause() { isPaused = true }

  mutating func resume() {
    isPaused = false
    hasJustResumed = true
    cadence.restart()
  }

  /// Decides what a vsync means to the link.
  mutating func vsync(_ index: Int, _ port: PortStatus) -> Answer {
    var answer = Answer()
    var isReady = port.isReady
    guard cadence.isDue(at: index) else {
      answer.rings = lateDelivery == .latest && isReady
      if answer.rings { mark(index, onPending: true) }
      return answer
    }
    let outcome = outcome(port)
    answer.outcome = outcome
    if lateDelivery == .skip, isReady {
      answer.takenBack = newest
      isReady = false
    }
    guard outcome == .pending || outcome != .cancelled && lateDelivery != .skip else {
      cadence.lost(index)
      return answer
    }
    cadence.rang(at: index)
    answer.rings = !isReady || hasRoom
    if answer.rings { mark(index, onPending: isReady) }
    return answer
  }

  /// Learns the rate of the refresh that begins with a vsync, and returns whether the pace changes.
  mutating func rateChanged(to rate: RefreshRate, at index: Int) -> Bool {
    let divider = adopted.divider(at: rate)
    guard divider != cadence.divider else { return false }
    cadence.paced(divider, at: index)
    return true
  }

  /// Begins a callback for a ring, and returns whether the pace changes.
  mutating func beginCallout(rungAt ring: Instant, during refresh: Int, at rate: RefreshRate)
    -> Bool
  {
    answered = newest
    hasZeroTimestamp = zeroTimestampOnResume && hasJustResumed
    hasJustResumed = false
    timestamp = hasZeroTimestamp ? .start : ring
    isCallingOut = true
    let before = cadence.divider
    adopted = pace
    cadence.served(during: refresh, divider: pace.divider(at: rate))
    return cadence.divider != before
  }

  mutating func endCallout() { isCallingOut = false }

  private func outcome(_ port: PortStatus) -> TraceDueOutcome {
    if isPaused { return .cancelled }
    switch lateDelivery {
    case .pending, .queue, .latest:
      guard port.isReady else { return .pending }
      return port.isServed ? .blocked : .starved
    case .skip where !port.isServed: return .starved
    case .skip where port.isWaiting: return .pending
    case .skip: return isCallingOut ? .suppressed : .blocked
    }
  }

  /// Whether one more vsync makes its mark on the pending callback.
  private var hasRoom: Bool {
    guard case .queue(let capacity) = lateDelivery else { return true }
    return held < capacity
  }

  private mutating func mark(_ index: Int, onPending isPending: Bool) {
    held = isPending ? held + 1 : 1
    newest = index
  }
}
