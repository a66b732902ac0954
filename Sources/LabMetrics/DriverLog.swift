import LabKernel
import LabTrace

/// What one timer or display link did in a run, gathered record by record.
///
/// Arrays grow in the order of time, so that every calculation after the walk is a single sweep.
struct DriverLog: Sendable {
  let name: String
  let source: TraceSource
  /// A timer's interval in nanoseconds, 0 for one shot; a link's divider.
  let interval: Int64
  /// How long a timer may let the loop sleep on; 0 for a link.
  let tolerance: Int64
  let window: MeasuredWindow

  var firings: [Firing] = []
  var updates: [Update] = []
  /// The due instants without a callout of their own.
  var runs: [DueRun] = []
  /// The due instants in the window, counted apart from their outcomes.
  var dueInWindow: Int64 = 0
  /// When the loop ran in modes without the driver; a span still open ends at `Int64.max`.
  var starvedSpans: [Span] = []
  /// When a link was paused; a span still open ends at `Int64.max`.
  var pauses: [Span] = []
  /// What it moved.
  var motion = MotionLog()
  /// The identities that the walk itself saw broken.
  var violations: [ConservationViolation] = []

  var timer = TimerState()
  var link = LinkState()
  private var modes = ModeSet()
  private var hasJoined = false
  /// When the fire date was last set by hand, or the driver first joined a mode.
  var possibleSince: Int64 = 0
  private var epoch: Int32 = 0
  private(set) var isInvalid = false

  init(_ record: TraceRecord, name: String, source: TraceSource, window: MeasuredWindow) {
    self.name = name
    self.source = source
    interval = max(0, record.first)
    tolerance = source == .timer ? max(0, record.second) : 0
    self.window = window
    firings.reserveCapacity(window.expectedFirings)
    updates.reserveCapacity(window.expectedFirings)
  }

  /// Whether nothing more is to be expected of the driver.
  var hasEnded: Bool {
    isInvalid || (source == .timer && timer.armed == nil && !isInCallout)
  }

  var isInCallout: Bool { firings.last?.ended == .max }

  mutating func calloutBegan(_ record: TraceRecord, missed: Int64, wokeAt: Int64) {
    firings.append(
      Firing(
        due: record.first, began: record.time.nanoseconds, missed: missed, epoch: epoch,
        wasAsleep: wokeAt > record.first, possibleSince: possibleSince))
  }

  /// Closes the innermost firing that is still open and returns its index.
  ///
  /// A link's callback may run the loop and so be called out again within itself, a few deep.
  mutating func calloutEnded(at now: Int64) -> Int? {
    guard let index = firings.suffix(16).lastIndex(where: { $0.ended == .max }) else { return nil }
    firings[index].ended = now
    return index
  }

  mutating func paused(at now: Int64) {
    guard pauses.last?.end != .max else { return }
    pauses.append(Span(begin: now, end: .max))
    epoch += 1
    cancelPendingLink()
  }

  mutating func resumed(at now: Int64) {
    guard pauses.last?.end == .max else { return }
    pauses[pauses.count - 1].end = now
  }

  /// Whether an instant lies in a pause, its beginning included.
  func isPaused(at instant: Int64) -> Bool {
    let next = pauses.partitionIndex { $0.end > instant }
    return next < pauses.count && pauses[next].begin <= instant
  }

  mutating func invalidated(at now: Int64, mode: UInt8) {
    guard !isInvalid else { return }
    isInvalid = true
    if source == .link { cancelPendingLink() } else { cancelTimer() }
    modeChanged(to: mode, at: now)
  }

  mutating func ended() {
    let end = window.end
    if source == .link { endLink() } else { endTimer() }
    if starvedSpans.last?.end == .max { starvedSpans[starvedSpans.count - 1].end = end }
    if pauses.last?.end == .max { pauses[pauses.count - 1].end = end }
    // A policy that takes a callback back speaks of an earlier due instant than the last one.
    let isSorted = zip(runs, runs.dropFirst()).allSatisfy { $0.first <= $1.first }
    if !isSorted { runs.sort { $0.first < $1.first } }
  }
}

extension DriverLog {
  mutating func joined(_ joinedMode: UInt8, current: UInt8, at now: Int64) {
    modes.insert(joinedMode)
    if !hasJoined { possibleSince = now }
    hasJoined = true
    modeChanged(to: current, at: now)
  }

  mutating func left(_ leftMode: UInt8, current: UInt8, at now: Int64) {
    modes.remove(leftMode)
    modeChanged(to: current, at: now)
  }

  /// Opens or closes a starved span.
  ///
  /// Outside any run nothing starves: the thread is doing something else.
  mutating func modeChanged(to mode: UInt8, at now: Int64) {
    let starves = hasJoined && !isInvalid && mode != 255 && !modes.contains(mode)
    let isStarving = starvedSpans.last?.end == .max
    if starves, !isStarving {
      starvedSpans.append(Span(begin: now, end: .max))
    } else if isStarving, !starves {
      starvedSpans[starvedSpans.count - 1].end = now
    }
  }
}
