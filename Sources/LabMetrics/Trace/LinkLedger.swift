import LabKernel
import LabTrace

/// The vsyncs of a display link that are not accounted for yet.
struct LinkLedger: Sendable {
  /// The vsync whose callback is pending.
  var pending: Int64?
  /// The vsyncs whose callbacks wait behind that one.
  var queued: ArraySlice<Int64> = []
  /// The index of the vsync that got the token last.
  var pendingIndex: Int64 = -1
  /// The vsyncs without a callback between the last firing's and the pending one's.
  var missedBeforePending: Int64 = 0
  /// The vsyncs without a callback since the pending one's.
  var missedSince: Int64 = 0
  /// The most callbacks that waited at once.
  var peak = 0
  /// When the first of the callbacks began that follow one another without a pause.
  var drainStart: Int64 = 0
  /// The longest time for which they did; −1 if none has ended.
  var drain: Int64 = -1
  /// The most refreshes between a timestamp and its callback; −1 without a callback.
  var stale = -1
  /// The timestamp of the last callback.
  var timestamp = Int64.min
}

extension DriverLog {
  mutating func linkDue(at now: Int64, index: Int64, _ outcome: TraceDueOutcome) {
    if outcome != .pending, index == link.pendingIndex {
      takePendingBack(as: outcome == .cancelled ? .cancelled : .suppressed)
      return
    }
    if window.span.begin <= now, now < window.span.end { dueInstants.due += 1 }
    setFirstVsync(now)
    switch outcome {
    case .pending:
      cancelPendingLink()
      link.pending = now
      link.pendingIndex = index
      link.missedBeforePending = link.missedSince
      link.missedSince = 0
      link.peak = max(link.peak, 1)
    case .queued:
      link.queued.append(now)
      link.peak = max(link.peak, link.queued.count + 1)
    case .folded: addMissedLink(at: now, .folded)
    case .refused: addMissedLink(at: now, .refused)
    case .blocked: addMissedLink(at: now, .blocked)
    case .starved: addMissedLink(at: now, .starved)
    case .suppressed: addMissedLink(at: now, .suppressed)
    case .cancelled: append(DueSeries(at: now, .cancelled))
    }
  }

  mutating func linkBegan(
    at now: Int64, due: Int64, newest: Int64, stale: Int
  ) {
    link.stale = max(link.stale, stale)
    if firings.last?.ended != now { link.drainStart = now }
    // In the frames of a page a link that has just begun is given the time of a vsync before.
    calloutBegan(
      at: now, due: due, newest: max(due, newest), missed: link.missedBeforePending)
    if newest <= link.timestamp {
      violations.append(
        ConservationViolation(
          .order, of: name, "the timestamp of the link did not grow", link.timestamp, newest))
    }
    link.timestamp = newest
    link.pending = link.queued.popFirst()
    link.missedBeforePending = 0
  }

  mutating func linkEnded(at now: Int64) {
    if calloutEnded(at: now) != nil { link.drain = max(link.drain, now - link.drainStart) }
  }

  mutating func cancelPendingLink() {
    takePendingBack(as: .cancelled)
    giveQueuedUp(as: .cancelled)
  }

  mutating func endLink() {
    if let pending = link.pending { append(DueSeries(at: pending, .open)) }
    giveQueuedUp(as: .open)
  }

  private mutating func giveQueuedUp(as outcome: DueOutcome) {
    for queued in link.queued { append(DueSeries(at: queued, outcome)) }
    link.queued = []
  }

  private mutating func takePendingBack(as outcome: DueOutcome) {
    guard let pending = link.pending else { return }
    append(DueSeries(at: pending, outcome))
    link.pending = nil
    guard outcome == .suppressed else { return }
    link.missedSince += link.missedBeforePending + 1
  }

  private mutating func addMissedLink(at now: Int64, _ outcome: DueOutcome) {
    append(DueSeries(at: now, outcome))
    link.missedSince += 1
  }
}
